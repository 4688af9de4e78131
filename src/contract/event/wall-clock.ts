/**
 * Wall-clock times and days (Spec §2.1): what a clock on the wall of the event's city shows, without a time zone.
 * The one place that parses, compares and converts them. Plain arithmetic, free for the web bundle.
 *
 * Both are texts of fixed length, so `<` and `===` compare them. Years run from 1 to 9999.
 */
import { datePattern, dateTimePattern } from '../spec/filters.ts';

declare const brand: unique symbol;
/** `YYYY-MM-DD HH:MM:SS`, a date that exists. */
export type WallClock = string & { readonly [brand]: 'WallClock' };
/** `YYYY-MM-DD`, a date that exists. */
export type Day = string & { readonly [brand]: 'Day' };

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

const firstMs = Date.parse('0001-01-01T00:00:00Z');
const lastMs = Date.parse('9999-12-31T23:59:59Z');

/** Reads a wall-clock time. @returns null for anything that is not one, such as 30 February */
export function readWallClock(value: unknown): WallClock | null {
	if (typeof value !== 'string' || !dateTimePattern.test(value)) return null;
	return readDay(value.slice(0, 10)) === null ? null : (value as WallClock);
}

/** Reads a day. @returns null for anything that is not one, such as 30 February */
export function readDay(value: unknown): Day | null {
	if (typeof value !== 'string' || !datePattern.test(value)) return null;
	const ms = Date.parse(`${value}T00:00:00Z`);
	// Date.parse takes 30 February for 1 March.
	return ms >= firstMs && dayFromMs(ms) === value ? (value as Day) : null;
}

/**
 * A wall-clock time in milliseconds on a scale of its own: good for differences, and for `Intl` with `timeZone: 'UTC'`.
 * It is not an instant; {@link instantOf} gives that.
 */
export const wallClockMs = (time: WallClock): number => Date.parse(`${time.replace(' ', 'T')}Z`);

const withinYears = (ms: number): number => Math.min(lastMs, Math.max(firstMs, ms));

/** The reverse of {@link wallClockMs}; beyond the years 1 to 9999 the nearest time within. */
export function wallClockFromMs(ms: number): WallClock {
	return new Date(withinYears(ms)).toISOString().slice(0, 19).replace('T', ' ') as WallClock;
}

/** Midnight at the start of a day, in milliseconds on the scale of {@link wallClockMs}. */
export const dayStartMs = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

const dayFromMs = (ms: number): Day => dayOf(wallClockFromMs(ms));

/** The day of a wall-clock time. */
export const dayOf = (time: WallClock): Day => time.slice(0, 10) as Day;

/** The time of day without seconds, `HH:MM`. */
export const timeOfDay = (time: WallClock): string => time.slice(11, 16);

/** Midnight at the start of a day. */
export const startOfDay = (day: Day): WallClock => `${day} 00:00:00` as WallClock;

/** A day some days later, or earlier when `count` is negative. */
export const addDays = (day: Day, count: number): Day => dayFromMs(dayStartMs(day) + count * dayMs);

/** A time some milliseconds later, or earlier when `ms` is negative. */
export const addMs = (time: WallClock, ms: number): WallClock => wallClockFromMs(wallClockMs(time) + ms);

/** How many days `to` is after `from`. */
export const daysBetween = (from: Day, to: Day): number => (dayStartMs(to) - dayStartMs(from)) / dayMs;

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: Day): number => new Date(dayStartMs(day)).getUTCDay();

/** Making a formatter costs a hundred times as much as using it, so there is one per zone. */
const offsetFormats = new Map<string, Intl.DateTimeFormat>();

/** Offset of a zone from UTC at an instant, in milliseconds; whole seconds, as zones before 1900 have them. */
function offsetAt(instant: number, timeZone: string): number {
	const format =
		offsetFormats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
	offsetFormats.set(timeZone, format);
	const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
	const [, sign, hours = 0, minutes = 0, seconds = 0] =
		/^GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(name) ?? [];
	const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
	return (sign === '-' ? -size : size) * 1000;
}

/**
 * What the clocks of a zone show at an instant.
 *
 * @param instant milliseconds since 1970
 * @param timeZone IANA name
 */
export function wallClockAt(instant: number, timeZone: string): WallClock {
	return wallClockFromMs(instant + offsetAt(instant, timeZone));
}

/**
 * The instant at which the clocks of a zone show a time, by the rules of RFC 5545 §3.3.5: a time that comes twice is the
 * first one, and a time that is skipped counts with the offset from before the gap. An instant whose year in UTC is not
 * from 1 to 9999 is the nearest one within, since no format of dates takes others.
 *
 * @param timeZone IANA name
 * @returns milliseconds since 1970
 */
export function instantOf(time: WallClock, timeZone: string): number {
	const local = wallClockMs(time);
	const before = local - offsetAt(local - dayMs, timeZone);
	if (before + offsetAt(before, timeZone) === local) return withinYears(before);
	const after = local - offsetAt(local + dayMs, timeZone);
	return withinYears(after + offsetAt(after, timeZone) === local ? after : before);
}

/**
 * A wall-clock time in ISO 8601: in UTC, `YYYY-MM-DDTHH:MM:SSZ`, where the zone is known, else without a zone.
 *
 * @param timeZone IANA name, or null
 */
export function isoOf(time: WallClock, timeZone: string | null): string {
	if (timeZone === null) return time.replace(' ', 'T');
	return `${wallClockFromMs(instantOf(time, timeZone)).replace(' ', 'T')}Z`;
}
