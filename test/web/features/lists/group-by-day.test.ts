import { describe, expect, it } from 'vitest';
import { readEvent } from '../../../../src/contract/event/parse-resources.ts';
import { groupByDay } from '../../../../src/web/features/lists/group-by-day.ts';

const event = (id: string, begin_time?: string, end_time?: string) =>
	readEvent({ id, title: id, begin_time, end_time });

const early = event('early', '2026-11-21 19:00:00', '2026-11-21 21:00:00');
const late = event('late', '2026-11-21 20:00:00', '2026-11-21 23:00:00');
const next = event('next', '2026-11-22 10:00:00', '2026-11-22 12:00:00');
const weeks = event('weeks', '2026-10-01 10:00:00', '2026-12-31 18:00:00');
const undated = event('undated');

const ids = (isPast: boolean) =>
	groupByDay([next, undated, late, weeks, early], isPast, null).map(({ day, events }) =>
		[String(day), ...events.map(({ id }) => id)].join(' '),
	);

describe('grouping events by day', () => {
	it('puts the next day first, or for past events the latest, whatever the order of the service', () => {
		expect(ids(false)).toEqual(['2026-11-21 early late', '2026-11-22 next', 'null weeks undated']);
		expect(ids(true)).toEqual(['2026-11-22 next', '2026-11-21 late early', 'null undated weeks']);
	});
});
