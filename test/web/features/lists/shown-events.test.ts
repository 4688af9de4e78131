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

	it('reduce the total by those loaded but not shown, each once even if pages overlap', () => {
		const pages = [
			page([open('1'), over('2')], 40),
			page([over('2'), over('3'), open('1'), {}, open('4')], 40),
		];
		const shown = shownEvents(pages, now, true);
		expect(ids(shown)).toEqual(['1', '4']);
		expect(shown.total).toBe(37);
	});

	it('are never more than the count', () => {
		expect(shownEvents([page([open('1'), open('2')], 1)], now, true).total).toBe(2);
	});

	it('include past events while the current time is unknown', () => {
		expect(ids(shownEvents([page([open('1'), over('2')], 2)], null, false))).toEqual(['1', '2']);
	});
});
