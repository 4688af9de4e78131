import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastDay } from '../../../../src/contract/day-range.ts';
import {
	addDays,
	addMonths,
	barsOf,
	countDays,
	eventsOn,
	mondayOf,
	spansOf,
	weekFrom,
	weeksOfMonth,
} from '../../../../src/web/features/discover/calendar-days.ts';
import { readEvent } from '../../../../src/web/features/events/event-view.ts';

const event = (id: string, begin: string, end: string) =>
	readEvent({ id, begin_time: `${begin}:00`, end_time: end === '' ? '' : `${end}:00` });

const day = fc
	.date({ min: new Date('1970-01-05'), max: new Date('2200-01-01'), noInvalidDate: true })
	.map((date) => date.toISOString().slice(0, 10));

describe('days of a calendar', () => {
	it('are counted over months, years and leap days', () => {
		expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
		expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
		expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
		expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
	});

	it('stand in weeks from Monday that hold the whole month', () => {
		fc.assert(
			fc.property(day, (each) => {
				const weeks = weeksOfMonth(each);
				const days = weeks.flat();
				expect(weeks.every((week) => week.length === 7 && mondayOf(week[3] ?? '') === week[0])).toBe(true);
				expect(days).toContain(`${each.slice(0, 7)}-01`);
				expect(days).toContain(addDays(addMonths(`${each.slice(0, 7)}-01`, 1), -1));
				expect(days).toContain(each);
			}),
		);
	});

	it('have what goes on into the night on its evening only', () => {
		expect(lastDay('2026-11-21 23:00:00', '2026-11-22 05:00:00')).toBe('2026-11-21');
		expect(lastDay('2026-11-21 10:00:00', '2026-11-22 18:00:00')).toBe('2026-11-22');
		expect(lastDay('2026-11-21 10:00:00', '')).toBe('2026-11-21');
		expect(lastDay('2026-11-21 10:00:00', '2026-11-20 10:00:00')).toBe('2026-11-21');
	});

	it('count what is on them, without what runs for weeks', () => {
		const events = [
			event('night', '2026-11-21 23:00', '2026-11-22 05:00'),
			event('days', '2026-11-20 10:00', '2026-11-22 18:00'),
			event('weeks', '2026-10-01 10:00', '2026-12-24 18:00'),
			event('unknown', '', ''),
		];
		expect(countDays(['2026-11-19', '2026-11-21', '2026-11-22'], events)).toEqual({
			'2026-11-19': 0,
			'2026-11-21': 2,
			'2026-11-22': 1,
		});
		expect(eventsOn('2026-11-22', events).map(({ id }) => id)).toEqual(['days', 'weeks']);
		expect(spansOf(events).map(({ id }) => id)).toEqual(['days']);
	});
});

describe('bars of what lasts several days', () => {
	const week = weekFrom('2026-11-16');

	it('are cut at the edges of the week, and say that they go on', () => {
		const { bars } = barsOf(week, [event('1', '2026-11-14 10:00', '2026-11-17 18:00')], 3);
		expect(bars).toMatchObject([{ from: 1, span: 2, lane: 0, continues: true }]);
	});

	it('share a lane where they can, and those without one are counted', () => {
		const { bars, left } = barsOf(
			week,
			[
				event('1', '2026-11-16 10:00', '2026-11-18 18:00'),
				event('2', '2026-11-17 10:00', '2026-11-19 18:00'),
				event('3', '2026-11-19 10:00', '2026-11-20 18:00'),
				event('4', '2026-11-18 10:00', '2026-11-20 18:00'),
			],
			2,
		);
		expect(bars.map(({ event: { id }, lane }) => [id, lane])).toEqual([
			['1', 0],
			['2', 1],
			['3', 0],
		]);
		expect(left).toBe(1);
	});
});
