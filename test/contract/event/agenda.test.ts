import { describe, expect, it } from 'vitest';
import { agendaOf, firstDay, isListed } from '../../../src/contract/event/agenda.ts';
import { readEvent } from '../../../src/contract/event/parse-resources.ts';
import { type Day, readWallClock } from '../../../src/contract/event/wall-clock.ts';

/** A Friday. */
const today = '2026-11-20' as Day;

const times: Readonly<Record<string, [begin: string, end: string] | []>> = {
	afternoon: ['2026-11-20 14:00:00', '2026-11-20 16:00:00'],
	evening: ['2026-11-20 19:00:00', '2026-11-20 22:00:00'],
	yesterday: ['2026-11-19 10:00:00', '2026-11-21 18:00:00'],
	night: ['2026-11-20 23:00:00', '2026-11-21 05:00:00'],
	saturday: ['2026-11-21 10:00:00', '2026-11-21 12:00:00'],
	month: ['2026-11-01 10:00:00', '2026-12-20 19:00:00'],
	open: ['2026-11-01 10:00:00', ''],
	undated: [],
};

/** Events named by their time and a number; each with its own title. */
function pagesOf(...pages: string[]) {
	let count = 0;
	const total = pages.join(' ').split(' ').length;
	return pages.map((page) => {
		const items = page.split(' ').map((kind) => {
			const [begin_time, end_time] = times[kind] ?? [];
			count += 1;
			return readEvent({ id: `${kind} ${count}`, title: String(count), begin_time, end_time });
		});
		return { items, sent: items.length, total: total as number | null };
	});
}

type Pages = ReturnType<typeof pagesOf>;

function agenda(pages: Pages, hidden: readonly string[] = [], isEvening = true, from = today) {
	const shown = pages.flatMap(({ items }) => items).filter(({ id }) => !hidden.includes(id));
	return agendaOf(pages, shown, from, today, isEvening).map(({ part, day, entries }) => {
		const ids = entries.map(({ event }) => event.id).join(', ');
		return `${day === null ? part : `${part} ${day}`}: ${ids}`;
	});
}

describe('a list', () => {
	it.each([
		['tomorrow', false],
		['weekend', false],
		['today', true],
		['week', true],
		['future', true],
	] as const)('of %s shows a night that begins today: %s', (dayType, isShown) => {
		const [page] = pagesOf('night yesterday');
		const noon = readWallClock('2026-11-20 12:00:00');
		expect(page?.items.map((event) => isListed(event, dayType, noon))).toEqual([isShown, true]);
	});

	it.each([
		['today', '18:59', true],
		['today', '19:00', false],
		['week', '19:00', true],
		['today', null, true],
	] as const)('of %s shows at %s what closes at 19:00 each day: %s', (dayType, time, isShown) => {
		const [page] = pagesOf('month');
		const now = time && readWallClock(`2026-11-20 ${time}:00`);
		expect(page?.items.map((event) => isListed(event, dayType, now))).toEqual([isShown]);
	});
});

describe('the sections of a list', () => {
	it('have an event that ends before the first day under its own day, and one that goes on under the first', () => {
		const saturday = '2026-11-21' as Day;
		expect(agenda(pagesOf('afternoon night yesterday saturday'), [], true, saturday)).toEqual([
			'day 2026-11-20: afternoon 1',
			'day 2026-11-21: yesterday 3, night 2, saturday 4',
		]);
	});

	it('are tonight, then day by day and by time, then events that run for weeks', () => {
		expect(agenda(pagesOf('month saturday undated evening afternoon yesterday open'))).toEqual([
			'tonight 2026-11-20: evening 4',
			'day 2026-11-20: yesterday 6, afternoon 5',
			'day 2026-11-21: saturday 2',
			'running: open 7, month 1',
			'undated: undated 3',
		]);
	});

	it('put an event that began on an earlier day under the first day, and not under tonight', () => {
		const tomorrow = '2026-11-21' as Day;
		expect(agenda(pagesOf('yesterday saturday'), [], true, tomorrow)).toEqual([
			'day 2026-11-21: yesterday 1, saturday 2',
		]);
	});

	it('put tonight after the rest of the day until the evening', () => {
		expect(agenda(pagesOf('evening afternoon saturday', 'evening'), [], false)).toEqual([
			'day 2026-11-20: afternoon 2',
			'tonight 2026-11-20: evening 1',
			'day 2026-11-21: saturday 3',
			'further: evening 4',
		]);
	});

	it('put an event of a later page at the end if it would be above others', () => {
		expect(agenda(pagesOf('evening saturday', 'saturday afternoon month'))).toEqual([
			'tonight 2026-11-20: evening 1',
			'day 2026-11-21: saturday 2',
			'further: afternoon 4, saturday 3, month 5',
		]);
		expect(agenda(pagesOf('saturday', 'saturday month'))).toEqual([
			'day 2026-11-21: saturday 1, saturday 2',
			'running: month 3',
		]);
	});

	it('are no days, which would seem complete, if the service sends a part of the list in another order', () => {
		const [first, second] = pagesOf('month saturday evening undated', 'afternoon');
		if (first === undefined || second === undefined) throw new Error('no pages');
		const listed = 'listed: month 1, saturday 2, evening 3, undated 4';
		expect(agenda([first])).toEqual([listed]);
		expect(agenda([{ ...first, total: null }])).toEqual([listed]);
		expect(agenda([first, second])).toEqual([`${listed}, afternoon 5`]);
		expect(agenda([{ ...first, total: 4 }])).toEqual([
			'tonight 2026-11-20: evening 3',
			'day 2026-11-21: saturday 2',
			'running: month 1',
			'undated: undated 4',
		]);
	});

	it('are days if only events that have begun or run for weeks are out of order', () => {
		expect(agenda(pagesOf('afternoon saturday month open yesterday', 'month')).slice(0, 2)).toEqual([
			'day 2026-11-20: yesterday 5, afternoon 1',
			'day 2026-11-21: saturday 2',
		]);
	});

	it('add later pages’ events to tonight while the list is still on its day', () => {
		expect(agenda(pagesOf('afternoon evening', 'evening saturday'))).toEqual([
			'tonight 2026-11-20: evening 2, evening 3',
			'day 2026-11-20: afternoon 1',
			'day 2026-11-21: saturday 4',
		]);
	});

	it('stay the same when an event ends', () => {
		const pages = pagesOf('afternoon month', 'afternoon');
		const first = 'day 2026-11-20: afternoon 1';
		expect(agenda(pages)).toEqual([first, 'running: month 2', 'further: afternoon 3']);
		expect(agenda(pages, ['month 2'])).toEqual([first, 'further: afternoon 3']);
	});

	it('show an event that was sent twice only once, in its first position', () => {
		const [first, second] = pagesOf('evening', 'saturday');
		if (first === undefined || second === undefined) throw new Error('no pages');
		expect(agenda([first, { ...second, items: [...first.items, ...second.items] }])).toEqual([
			'tonight 2026-11-20: evening 1',
			'day 2026-11-21: saturday 2',
		]);
	});

	it('merge events that differ only by date, with the dates of the others', () => {
		const at = (id: string, begin_time: string, address = 'Hall') =>
			readEvent({ id, title: 'Jazz', address, begin_time: `${begin_time}:00` });
		const items = [
			at('a', '2026-11-20 20:00'),
			at('b', '2026-11-20 22:00'),
			at('c', '2026-11-21 20:00'),
			at('d', '2026-11-22 20:00'),
			at('e', '2026-11-22 20:00', 'Elsewhere'),
		];
		const entries = agendaOf([{ items }], items, today, today, true).flatMap((section) => section.entries);
		expect(entries.map(({ event, others }) => [event.id, others.map(({ id }) => id)])).toEqual([
			['a', ['c', 'd']],
			['b', []],
			['e', []],
		]);
	});
});

it('a list begins today or on its first day', () => {
	expect(firstDay('week', today)).toBe('2026-11-20');
	expect(firstDay('future', today)).toBe('2026-11-20');
	expect(firstDay('tomorrow', today)).toBe('2026-11-21');
	expect(firstDay('weekend', today)).toBe('2026-11-21');
	expect(firstDay('weekend', '2026-11-22' as Day)).toBe('2026-11-22');
});
