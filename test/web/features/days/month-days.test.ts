import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type Day } from '../../../../src/contract/event/wall-clock.ts';
import { startOfMonth } from '../../../../src/contract/list-calls.ts';
import { addMonths, weekStart, weeksFrom } from '../../../../src/web/features/days/month-days.ts';

const anyDay = fc
	.date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
	.map((date) => date.toISOString().slice(0, 10) as Day);

describe('days of a calendar', () => {
	it.each([
		['2028-01-31', 1, '2028-02-29'],
		['2026-03-31', -1, '2026-02-28'],
		['2026-12-31', 1, '2027-01-31'],
		['2026-11-21', -26, '2024-09-21'],
		// Months stay within the years 1 to 9999.
		['9999-12-15', 1, '9999-12-15'],
		['0001-01-15', -1, '0001-01-15'],
	])('are in other months the same day, or the last: %s, %d', (from, months, to) => {
		expect(addMonths(from as Day, months)).toBe(to);
	});

	it('are arranged in weeks that cover the whole month, whichever day weeks begin on', () => {
		fc.assert(
			fc.property(anyDay, fc.integer({ min: 0, max: 6 }), (each, firstWeekday) => {
				const first = startOfMonth(each);
				const weeks = weeksFrom(first, firstWeekday);
				const days = weeks.flat();
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
