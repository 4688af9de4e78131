import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvent } from '../../../../src/contract/event/event.ts';
import { addDays, type Day, readDay } from '../../../../src/contract/event/wall-clock.ts';
import {
	addMonths,
	barsOf,
	countDays,
	eventsOn,
	monthOf,
	spansOf,
	weekFrom,
	weekStart,
	weeksOfMonth,
} from '../../../../src/web/features/calendar/calendar-days.ts';

const event = (id: string, begin: string, end: string) =>
	readEvent({ id, begin_time: `${begin}:00`, end_time: end === '' ? '' : `${end}:00` });

function day(text: string): Day {
	const read = readDay(text);
	if (read === null) throw new Error(`${text} is no day`);
	return read;
}

const anyDay = fc
	.date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
	.map((date) => day(date.toISOString().slice(0, 10)));

describe('days of a calendar', () => {
	it('are counted over months, years and leap days', () => {
		expect(addMonths(day('2027-01-31'), 1)).toBe('2027-02-28');
		expect(addMonths(day('2028-01-31'), 1)).toBe('2028-02-29');
		expect(addMonths(day('2026-03-31'), -1)).toBe('2026-02-28');
		expect(addMonths(day('2026-12-31'), 1)).toBe('2027-01-31');
		expect(addMonths(day('2026-01-15'), -1)).toBe('2025-12-15');
		expect(addMonths(day('2026-11-21'), -26)).toBe('2024-09-21');
	});

	it('stay within the years 1 to 9999', () => {
		expect(addMonths(day('9999-12-15'), 1)).toBe('9999-12-15');
		expect(addMonths(day('0001-01-15'), -1)).toBe('0001-01-15');
		expect(weeksOfMonth(day('0001-01-01'), 1).flat()).toContain('0001-01-31');
	});

	it('are arranged in weeks that cover the whole month, from whatever day weeks begin on', () => {
		fc.assert(
			fc.property(anyDay, fc.integer({ min: 0, max: 6 }), (each, firstWeekday) => {
				const weeks = weeksOfMonth(each, firstWeekday);
				const days = weeks.flat();
				const first = addDays(each, 1 - Number(each.slice(8)));
				expect(
					weeks.every((week) => week.length === 7 && weekStart(week[3] ?? each, firstWeekday) === week[0]),
				).toBe(true);
				expect(weeks.every((week) => week.some((one) => monthOf(one) === monthOf(each)))).toBe(true);
				expect(days).toContain(first);
				expect(days).toContain(addDays(addMonths(first, 1), -1));
				expect(days).toContain(each);
				expect(new Set(days).size).toBe(days.length);
			}),
		);
	});

	it('list an event that lasts into the night on its evening only, and one from morning to morning on both days', () => {
		const on = (begin: string, end: string) =>
			['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].filter(
				(each) => eventsOn(day(each), [event('1', begin, end)]).length > 0,
			);
		expect(on('2026-11-21 23:00', '2026-11-22 05:00')).toEqual(['2026-11-21']);
		expect(on('2026-11-21 08:00', '2026-11-22 11:00')).toEqual(['2026-11-21', '2026-11-22']);
		expect(on('2026-11-21 10:00', '2026-11-22 18:00')).toEqual(['2026-11-21', '2026-11-22']);
		expect(on('2026-11-21 10:00', '')).toEqual(['2026-11-21']);
		expect(on('2026-11-21 10:00', '2026-11-20 10:00')).toEqual(['2026-11-21']);
	});

	it('count their events, without those that run for weeks', () => {
		const events = [
			event('night', '2026-11-21 23:00', '2026-11-22 05:00'),
			event('days', '2026-11-20 10:00', '2026-11-22 18:00'),
			event('weeks', '2026-10-01 10:00', '2026-12-24 18:00'),
			event('unknown', '', ''),
		];
		expect(countDays([day('2026-11-19'), day('2026-11-21'), day('2026-11-22')], events)).toEqual({
			'2026-11-19': 0,
			'2026-11-21': 2,
			'2026-11-22': 1,
		});
		expect(eventsOn(day('2026-11-22'), events).map(({ id }) => id)).toEqual(['days', 'weeks']);
		expect(spansOf(events).map(({ id }) => id)).toEqual(['days']);
	});
});

describe('bars of what lasts several days', () => {
	const week = weekFrom(day('2026-11-16'));

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
