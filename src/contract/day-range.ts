/** What the words of day_type mean (Spec §4.2), on the wall clock of the cities. Plain arithmetic, free for the web bundle. */
import type { DayType } from './filters.ts';

const dayMs = 86_400_000;
const midnight = (day: number) => `${new Date(day).toISOString().slice(0, 10)} 00:00:00`;

/**
 * The half-open range of wall-clock times that a day_type covers: an event belongs to it when it is on at any time
 * within. `weekend` is Saturday and Sunday, the current ones on those days; `week` is today and the six days after;
 * `future`, or no day_type, is all that is not over.
 *
 * @param now wall clock, `YYYY-MM-DD HH:MM:SS`
 */
export function dayRange(dayType: DayType | undefined, now: string): { from: string; to: string } {
	const today = Date.parse(`${now.slice(0, 10)}T00:00:00Z`);
	const days = (from: number, count: number) => ({
		from: midnight(today + from * dayMs),
		to: midnight(today + (from + count) * dayMs),
	});
	const weekday = new Date(today).getUTCDay();
	switch (dayType) {
		case 'today':
			return days(0, 1);
		case 'tomorrow':
			return days(1, 1);
		case 'week':
			return days(0, 7);
		case 'weekend':
			return days(weekday === 0 ? -1 : 6 - weekday, 2);
		default:
			return { from: now, to: '9999' };
	}
}

/**
 * The last day of an event as a calendar shows it: one that ends in the night belongs to the evening it began.
 *
 * @param begin wall clock, `YYYY-MM-DD HH:MM:SS`
 * @param end the same, or empty when it is not known
 * @returns `YYYY-MM-DD`
 */
export function lastDay(begin: string, end: string): string {
	const [first, last] = [begin.slice(0, 10), (end || begin).slice(0, 10)];
	const isNextDay = Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`) === dayMs;
	return last < first || (isNextDay && end.slice(11, 13) < '12') ? first : last;
}
