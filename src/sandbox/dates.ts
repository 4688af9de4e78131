/**
 * Wall-clock times (`YYYY-MM-DD HH:MM:SS`, Spec §2.1) and days (`YYYY-MM-DD`) as texts, which compare as they sort. The
 * sandbox has its own rules for them: if it shared the app's, it could not show a mistake in those.
 */
import { type DayType, datePattern } from '../contract/spec/filters.ts';

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

const firstMs = Date.parse('0001-01-01T00:00:00Z');
const lastMs = Date.parse('9999-12-31T23:59:59Z');

/** Milliseconds since 1970 as if the clock showed UTC: good for differences. */
export const msOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`);

/** The reverse of {@link msOf}; beyond the years 1 to 9999 the nearest time within. */
export const timeOf = (ms: number): string =>
	new Date(Math.min(lastMs, Math.max(firstMs, ms))).toISOString().slice(0, 19).replace('T', ' ');

export const dayOf = (time: string): string => time.slice(0, 10);

export const startOfDay = (day: string): string => `${day} 00:00:00`;

/** A day some days later, or earlier when `count` is negative. */
export const addDays = (day: string, count: number): string =>
	dayOf(timeOf(msOf(startOfDay(day)) + count * dayMs));

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: string): number => new Date(msOf(startOfDay(day))).getUTCDay();

/** Whether a text is a day that exists, which 30 February is not. */
export const isDay = (text: string): boolean => datePattern.test(text) && addDays(text, 0) === text;

/** The times that a `day_type` covers (gap register, `day-type`); `to` is null where there is no bound. */
export function dayRange(dayType: DayType | undefined, now: string): { from: string; to: string | null } {
	const today = dayOf(now);
	const days = (first: number, count: number) => ({
		from: startOfDay(addDays(today, first)),
		to: startOfDay(addDays(today, first + count)),
	});
	switch (dayType) {
		case 'today':
			return days(0, 1);
		case 'tomorrow':
			return days(1, 1);
		case 'week':
			return days(0, 7);
		case 'weekend': {
			const weekday = weekdayOf(today);
			return days(weekday === 0 ? -1 : 6 - weekday, 2);
		}
		default:
			return { from: now, to: null };
	}
}
