import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type Day } from '../../../../src/contract/event/wall-clock.ts';
import { addMonths, weekStart, weeksOfMonth } from '../../../../src/web/features/days/month-days.ts';

const day = (text: string) => text as Day;

const anyDay = fc
	.date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
	.map((date) => day(date.toISOString().slice(0, 10)));

describe('days of a calendar', () => {
	it('are added across months, years and leap days', () => {
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

	it('are arranged in weeks that cover the whole month, whichever day weeks begin on', () => {
		fc.assert(
			fc.property(anyDay, fc.integer({ min: 0, max: 6 }), (each, firstWeekday) => {
				const weeks = weeksOfMonth(each, firstWeekday);
				const days = weeks.flat();
				const first = addDays(each, 1 - Number(each.slice(8)));
				expect(
					weeks.every((week) => week.length === 7 && weekStart(week[3] ?? each, firstWeekday) === week[0]),
				).toBe(true);
				expect(weeks).toHaveLength(6);
				expect(days).toContain(first);
				expect(days).toContain(addDays(addMonths(first, 1), -1));
				expect(days).toContain(each);
				expect(new Set(days).size).toBe(days.length);
			}),
		);
	});
});
