/**
 * Wall-clock times and days (Spec §2.1): what a clock in the event's city shows, without a time zone. The only place
 * that parses and converts them. Plain arithmetic, safe to import in the web bundle.
 *
 * Both are fixed-length strings, so `<` and `===` compare them. Years run from 1 to 9999.
 */
import { datePattern, dateTimePattern } from '../spec/filters.ts';

declare const brand: unique symbol;
/** `YYYY-MM-DD HH:MM:SS`; the date exists. */
export type WallClock = string & { readonly [brand]: 'WallClock' };
/** `YYYY-MM-DD`; the date exists. */
export type Day = string & { readonly [brand]: 'Day' };

export const dayMs = 86_400_000;

const firstMs = Date.parse('0001-01-01T00:00:00Z');
const lastMs = Date.parse('9999-12-31T23:59:59Z');

/** @returns null if invalid, such as 30 February */
export function readWallClock(value: unknown): WallClock | null {
	if (typeof value !== 'string' || !dateTimePattern.test(value)) return null;
	return readDay(value.slice(0, 10)) === null ? null : (value as WallClock);
}

/** @returns null if invalid, such as 30 February */
export function readDay(value: unknown): Day | null {
	if (typeof value !== 'string' || !datePattern.test(value)) return null;
	const ms = Date.parse(`${value}T00:00:00Z`);
	// Date.parse reads 30 February as 1 March.
	return ms >= firstMs && dayFromMs(ms) === value ? (value as Day) : null;
}

/**
 * A wall-clock time as milliseconds on a scale of its own: for differences, and for `Intl` with `timeZone: 'UTC'`. It
 * is not an instant; {@link instantOf} returns that.
 */
export const wallClockMs = (time: WallClock): number => Date.parse(`${time.replace(' ', 'T')}Z`);

const withinYears = (ms: number): number => Math.min(lastMs, Math.max(firstMs, ms));

/** The inverse of {@link wallClockMs}, clamped to the years 1 to 9999. */
export function wallClockFromMs(ms: number): WallClock {
	return new Date(withinYears(ms)).toISOString().slice(0, 19).replace('T', ' ') as WallClock;
}

/** Midnight at the start of a day, on the scale of {@link wallClockMs}. */
export const dayStartMs = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

const dayFromMs = (ms: number): Day => dayOf(wallClockFromMs(ms));

export const dayOf = (time: WallClock): Day => time.slice(0, 10) as Day;

/** `HH:MM`. */
export const timeOfDay = (time: WallClock): string => time.slice(11, 16);

export const startOfDay = (day: Day): WallClock => `${day} 00:00:00` as WallClock;

export const addDays = (day: Day, count: number): Day => dayFromMs(dayStartMs(day) + count * dayMs);

export const addMs = (time: WallClock, ms: number): WallClock => wallClockFromMs(wallClockMs(time) + ms);

export const daysBetween = (from: Day, to: Day): number => (dayStartMs(to) - dayStartMs(from)) / dayMs;

/** 0 (Sunday) to 6 (Saturday). */
export const weekdayOf = (day: Day): number => new Date(dayStartMs(day)).getUTCDay();

/** Creating a formatter costs a hundred times as much as using it, so one is cached per zone. */
const offsetFormats = new Map<string, Intl.DateTimeFormat>();

/** A zone's UTC offset at an instant, in milliseconds. Whole seconds, not minutes: offsets before 1900 have seconds. */
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
 * @param instant in milliseconds since 1970
 * @param timeZone IANA name
 */
export function wallClockAt(instant: number, timeZone: string): WallClock {
	return wallClockFromMs(instant + offsetAt(instant, timeZone));
}

/** Null if the zone is unknown. */
export const wallClockIn = (timeZone: string | null, instant: number): WallClock | null =>
	timeZone === null ? null : wallClockAt(instant, timeZone);

/**
 * The instant of a wall-clock time in a zone, as in RFC 5545 §3.3.5: a time that occurs twice means the
 * first; a skipped time uses the offset before the gap. Clamped to the years 1 to 9999 in UTC.
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
 * ISO 8601: in UTC (`YYYY-MM-DDTHH:MM:SSZ`) if the zone is known, else without a zone.
 *
 * @param timeZone IANA name, or null
 */
export function isoOf(time: WallClock, timeZone: string | null): string {
	if (timeZone === null) return time.replace(' ', 'T');
	return `${wallClockFromMs(instantOf(time, timeZone)).replace(' ', 'T')}Z`;
}

/**
 * ISO 8601, as written on the city's clock: with the UTC offset if the zone is known (`2026-12-06T00:30:00+01:00`).
 *
 * @param timeZone IANA name, or null
 */
export function localIsoOf(time: WallClock, timeZone: string | null): string {
	const local = isoOf(time, null);
	if (timeZone === null) return local;
	const minutes = Math.round((wallClockMs(time) - instantOf(time, timeZone)) / 60_000);
	const offset = wallClockFromMs(dayStartMs('2000-01-01' as Day) + Math.abs(minutes) * 60_000);
	return `${local}${minutes < 0 ? '-' : '+'}${timeOfDay(offset)}`;
}

export const isMorning = (time: WallClock): boolean => time.slice(11, 13) < '12';

/** For example `7:30` for 19:30. The reader's language adds AM or PM. */
export const twelveHourTime = (time: WallClock): string =>
	`${Number(time.slice(11, 13)) % 12 || 12}${timeOfDay(time).slice(2)}`;
