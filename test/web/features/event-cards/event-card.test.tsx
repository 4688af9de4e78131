import { render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Event } from '../../../../src/contract/event/event.ts';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import type { Day, WallClock } from '../../../../src/contract/event/wall-clock.ts';
import { EventCard } from '../../../../src/web/features/event-cards/event-card.tsx';
import { pageOf } from '../../in-page.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T12:00:00Z') }));

type CardProps = Partial<Parameters<typeof EventCard>[0]>;
const renderCard = (event: Event, props: CardProps = {}) =>
	render(<EventCard event={event} Badge={() => null} {...props} />, { wrapper: pageOf() });
const linesOf = (event: Event, props: CardProps = {}) => {
	const { container } = renderCard(event, props);
	return [...container.querySelectorAll('p, summary, li')].map(({ textContent }) => textContent);
};

it.each([
	[{ participant_count: 31, wisher_count: 12 }, '31\u00a0going · 12\u00a0interested'],
	[{ wisher_count: 12 }, '12\u00a0interested'],
	[{ participant_count: 1 }, '1\u00a0going'],
	[{}, ''],
	[{ participant_count: 2, fee_str: '免费' }, 'Free · 2\u00a0going'],
	[{ participant_count: 2, fee_str: '¥120' }, '¥120 · 2\u00a0going'],
	[{ participant_count: 2, fee_str: '50-80' }, 'Price 50-80 · 2\u00a0going'],
])('a card shows the price, and how many are going and interested, without zeros: %j', (fields, text) => {
	const counts = { participant_count: 0, wisher_count: 0, fee_str: '' };
	expect(linesOf(readEvent({ id: '1', title: 'An evening', ...counts, ...fields })).at(-1)).toBe(text);
});

const jazzOn = (day: number) =>
	readEvent({
		id: String(day),
		title: 'Jazz',
		begin_time: `2026-11-${day} 19:30:00`,
		end_time: `2026-11-${day} 22:00:00`,
		address: '北京 工体北路8号院 三里屯红馆',
		loc_name: '北京',
	});

it('a card under the heading of its day shows only the time, and its venue first', () => {
	const night = { ...jazzOn(20), end: '2026-11-21 02:30:00' as WallClock };
	expect(linesOf(night, { day: '2026-11-20' as Day }).slice(1, 3)).toEqual([
		'19:30\u00a0\u2060–\u2060\u00a002:30',
		'三里屯红馆 · 工体北路8号院',
	]);
	// On a card under the heading of the day on which the event ends.
	expect(linesOf(night, { day: '2026-11-21' as Day })[1]).toBe('Fri 20 Nov, 19:30 until 02:30 the next day');
});

it('a card with several dates links to each of them', () => {
	const lines = linesOf(jazzOn(20), { others: [jazzOn(21), jazzOn(27)] });
	const dates = lines.filter((line) => /date|Nov$/.test(line ?? ''));
	expect(dates).toEqual(['3 dates', 'Fri 20 Nov', 'Sat 21 Nov', 'Fri 27 Nov']);
});

it('a title and an address in another script are marked with their language', () => {
	const card = renderCard({ ...jazzOn(20), title: '東京の夜' }, { hasCity: true });
	expect(card.getByRole('link', { name: '東京の夜' }).lang).toBe('ja');
	expect(card.getByText(/三里屯红馆/).lang).toBe('zh');
});
