import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayRange, isDay, msOf, timeOf } from '../../src/sandbox/dates.ts';

describe('the days of a day_type (gap register, day-type)', () => {
	const days = (dayType: Parameters<typeof dayRange>[0], now: string) => {
		const { from, to } = dayRange(dayType, now);
		return [from, to];
	};

	it('are today, tomorrow, and today with the six days after, across the end of a year', () => {
		const now = '2027-12-31 23:59:59';
		expect(days('today', now)).toEqual(['2027-12-31 00:00:00', '2028-01-01 00:00:00']);
		expect(days('tomorrow', now)).toEqual(['2028-01-01 00:00:00', '2028-01-02 00:00:00']);
		expect(days('week', now)).toEqual(['2027-12-31 00:00:00', '2028-01-07 00:00:00']);
	});

	it('are the next Saturday and Sunday, or the current ones', () => {
		const weekend = ['2026-11-28 00:00:00', '2026-11-30 00:00:00'];
		for (const day of ['23', '26', '27', '28', '29'])
			expect(days('weekend', `2026-11-${day} 12:00:00`)).toEqual(weekend);
		expect(days('weekend', '2026-11-30 00:00:00')).toEqual(['2026-12-05 00:00:00', '2026-12-07 00:00:00']);
	});

	it('have no bound for future or without a day_type', () => {
		for (const dayType of ['future', undefined] as const)
			expect(days(dayType, '2026-11-23 12:00:00')).toEqual(['2026-11-23 12:00:00', null]);
	});
});

it('a day is valid if it exists in the calendar, from the year 1 to 9999', () => {
	for (const day of ['0001-01-01', '2028-02-29', '9999-12-31'])
		expect([day, isDay(day)]).toEqual([day, true]);
	for (const day of ['0000-12-31', '2026-02-29', '2026-13-01', '2026-1-1', ''])
		expect([day, isDay(day)]).toEqual([day, false]);
});

it('times and days survive a round trip, and stay within the years 1 to 9999', () => {
	const ms = fc.integer({ min: Date.parse('0001-02-01'), max: Date.parse('9999-11-30') });
	fc.assert(
		fc.property(ms, fc.integer({ min: -30, max: 30 }), (at, count) => {
			const time = timeOf(at);
			expect(msOf(time)).toBe(Math.floor(at / 1000) * 1000);
			expect(addDays(addDays(time.slice(0, 10), count), -count)).toBe(time.slice(0, 10));
		}),
	);
	expect([timeOf(-Infinity), timeOf(Infinity)]).toEqual(['0001-01-01 00:00:00', '9999-12-31 23:59:59']);
});
