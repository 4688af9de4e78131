/**
 * Wall-clock times (`YYYY-MM-DD HH:MM:SS`, Spec §2.1) and days (`YYYY-MM-DD`) as strings, which sort
 * chronologically. The sandbox has its own date code: sharing the app's code would hide the app's bugs.
 */
import { type DayType, datePattern } from '../contract/spec/filters.ts';

export const dayMs = 86_400_000;

const firstMs = Date.parse('0001-01-01T00:00:00Z');
const lastMs = Date.parse('9999-12-31T23:59:59Z');

/** Milliseconds since 1970 as if the clock showed UTC, for computing differences. */
export const msOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`);

/** The reverse of {@link msOf}; outside the years 1 to 9999, the nearest time within. */
export const timeOf = (ms: number): string =>
	new Date(Math.min(lastMs, Math.max(firstMs, ms))).toISOString().slice(0, 19).replace('T', ' ');

export const dayOf = (time: string): string => time.slice(0, 10);

export const startOfDay = (day: string): string => `${day} 00:00:00`;

export const addDays = (day: string, count: number): string =>
	dayOf(timeOf(msOf(startOfDay(day)) + count * dayMs));

/** Formats by zone, cached because creating one is far slower than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Local time in a zone at an instant. @throws RangeError for an unknown zone */
export function wallClockAt(instant: number, zone: string): string {
	// The Swedish format of times is the specification's.
	const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
	const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv', options);
	formats.set(zone, format);
	return format.format(Math.min(lastMs, Math.max(firstMs, instant))).padStart(19, '0');
}

/** The instant at which a zone's clocks show a time; if an hour occurs twice, one of the two. */
export function instantOf(time: string, zone: string): number {
	const ms = msOf(time);
	const ahead = (instant: number) => msOf(wallClockAt(instant, zone)) - instant;
	return ms - ahead(ms - ahead(ms));
}

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: string): number => new Date(msOf(startOfDay(day))).getUTCDay();

/** Whether a text is an existing day; 30 February is not. */
export const isDay = (text: string): boolean => datePattern.test(text) && addDays(text, 0) === text;

/** The times that a `day_type` covers (gap register, `day-type`); `to` is null if there is no bound. */
export function dayRange(dayType: DayType | undefined, now: string): { from: string; to: string | null } {
	if (dayType === undefined || dayType === 'future') return { from: now, to: null };
	const today = dayOf(now);
	const weekday = weekdayOf(today);
	const saturday = weekday === 0 ? -1 : 6 - weekday;
	/** First day, counted from today, and number of days. */
	const days = { today: [0, 1], tomorrow: [1, 1], week: [0, 7], weekend: [saturday, 2] } as const;
	const [first, count] = days[dayType];
	return { from: startOfDay(addDays(today, first)), to: startOfDay(addDays(today, first + count)) };
}
