import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Event } from '../../../../src/contract/event/event.ts';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import type { Day, WallClock } from '../../../../src/contract/event/wall-clock.ts';
import { EventCard } from '../../../../src/web/features/event-cards/event-card.tsx';
import { pageOf } from '../../in-page.tsx';

type CardProps = Partial<Parameters<typeof EventCard>[0]>;
const renderCard = (event: Event, props: CardProps = {}) =>
	render(<EventCard event={event} Badge={() => null} {...props} />, { wrapper: pageOf() });
const linesOf = (event: Event, props: CardProps = {}) => {
	const { container } = renderCard(event, props);
	return [...container.querySelectorAll('p, summary, li')].map(({ textContent }) => textContent);
};
const lastLineOf = (participant_count: number, wisher_count: number) => {
	const event = readEvent({ id: '1', title: 'An evening', participant_count, wisher_count });
	return linesOf(event).at(-1);
};

it.each([
	[31, 12, '31 going · 12 interested'],
	[0, 12, '12 interested'],
	[1, 0, '1 going'],
	[0, 0, ''],
])(
	'a card shows how many are going and interested, and omits zeros: %d and %d',
	(going, interested, text) => {
		expect(lastLineOf(going, interested)).toBe(text);
	},
);

it.each([
	['免费', 'Free · 2 going'],
	['¥120', '¥120 · 2 going'],
	['50-80', 'Price 50-80 · 2 going'],
	['', '2 going'],
])('a card shows the price %j that the service sends', (fee_str, text) => {
	expect(linesOf(readEvent({ id: '1', participant_count: 2, fee_str })).at(-1)).toBe(text);
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
	const lines = linesOf(jazzOn(20), { day: '2026-11-20' as Day });
	expect(lines.slice(1, 3)).toEqual(['19:30 – 22:00', '三里屯红馆 · 工体北路8号院']);
});

it('a card under the heading of a day on which the event only ends shows when it begins', () => {
	const night = { ...jazzOn(20), end: '2026-11-21 02:30:00' as WallClock };
	expect(linesOf(night, { day: '2026-11-21' as Day })[1]).toBe('Fri 20 Nov, 19:30 until 02:30 the next day');
	expect(linesOf(night, { day: '2026-11-20' as Day })[1]).toBe('19:30 – 02:30');
});

it('a card with several dates links to each of them', () => {
	const lines = linesOf(jazzOn(20), { others: [jazzOn(21), jazzOn(27)] });
	const dates = lines.filter((line) => /date|Nov$/.test(line ?? ''));
	expect(dates).toEqual(['3 dates', 'Fri 20 Nov', 'Sat 21 Nov', 'Fri 27 Nov']);
});

it('a title and an address in another script have their language', () => {
	const card = renderCard({ ...jazzOn(20), title: '東京の夜' }, { hasCity: true });
	expect(card.getByRole('link', { name: '東京の夜' }).lang).toBe('ja');
	expect(card.getByText(/三里屯红馆/).lang).toBe('zh');
});
