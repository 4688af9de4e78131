import { describe, expect, it } from 'vitest';
import { readEventList } from '../../../../src/contract/event/parse-resources.ts';
import { readWallClock } from '../../../../src/contract/event/wall-clock.ts';
import { shownEvents } from '../../../../src/web/features/lists/shown-events.ts';

const now = readWallClock('2026-11-21 18:00:00');
const open = (id: string) => ({ id, begin_time: '2026-11-21 20:00:00', end_time: '2026-11-21 22:00:00' });
const over = (id: string) => ({ id, begin_time: '2026-11-21 10:00:00', end_time: '2026-11-21 12:00:00' });
const page = (events: unknown[], total?: number) => readEventList({ events, total });
const ids = ({ events }: ReturnType<typeof shownEvents>) => events.map(({ id }) => id);

describe('the events shown in a list', () => {
	it('exclude events that are over, and the count matches', () => {
		const shown = shownEvents([page([open('1'), over('2'), open('3')], 3)], now, false);
		expect(ids(shown)).toEqual(['1', '3']);
		expect(shown.total).toBe(2);
	});

	it('are empty with a count of zero when all events are over', () => {
		const shown = shownEvents([page([over('1'), over('2')], 20)], now, false);
		expect(shown).toEqual({ events: [], total: 0, emptyPages: 1 });
	});

	it('reduce the total by those loaded but not shown, each once even if pages overlap', () => {
		const pages = [
			page([open('1'), over('2')], 40),
			page([over('2'), over('3'), open('1'), {}, open('4')], 40),
		];
		const shown = shownEvents(pages, now, true);
		expect(ids(shown)).toEqual(['1', '4']);
		expect(shown.total).toBe(37);
	});

	it('have no count while there are more and the service does not say how many', () => {
		expect(shownEvents([page([open('1')])], now, true).total).toBeNull();
		expect(shownEvents([page([open('1')])], now, false).total).toBe(1);
	});

	it('are never more than the count', () => {
		expect(shownEvents([page([open('1'), open('2')], 1)], now, true).total).toBe(2);
	});

	it('include past events while the current time is unknown', () => {
		expect(ids(shownEvents([page([open('1'), over('2')], 2)], null, false))).toEqual(['1', '2']);
	});

	it('come with the number of consecutive pages without any', () => {
		const emptyPages = (...pages: unknown[][]) =>
			shownEvents(
				pages.map((events) => page(events)),
				now,
				true,
			).emptyPages;
		expect(emptyPages([open('1')])).toBe(0);
		expect(emptyPages([over('1')], [over('2')])).toBe(2);
		expect(emptyPages([open('1')], [over('2')], [open('1')])).toBe(2);
		expect(emptyPages([over('1')], [open('2')])).toBe(0);
	});
});
