/** The sandbox's dates agree with the app's, which are written separately (`test/contract/event`). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as app from '../../src/contract/event/times.ts';
import { readDay, wallClockFromMs } from '../../src/contract/event/wall-clock.ts';
import { dayTypes } from '../../src/contract/spec/filters.ts';
import { dayRange, isDay } from '../../src/sandbox/dates.ts';

const times = fc
	.integer({ min: Date.parse('0001-02-01'), max: Date.parse('9999-11-30') })
	.map((ms) => wallClockFromMs(ms));

it('a day_type covers the same days', () => {
	fc.assert(
		fc.property(times, fc.constantFrom(...dayTypes, undefined), (now, dayType) => {
			expect(dayRange(dayType, now)).toEqual(app.dayRange(dayType, now));
		}),
	);
});

it('a day is valid if it exists in the calendar, from the year 1 to 9999', () => {
	const days = [
		'0001-01-01',
		'2028-02-29',
		'9999-12-31',
		'0000-12-31',
		'2026-02-29',
		'2026-13-01',
		'2026-1-1',
	];
	expect(days.filter(isDay)).toEqual(days.filter((day) => readDay(day) !== null));
});
