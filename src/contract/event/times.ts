/**
 * An event's days and phase. The only place that defines one-night events, "over" and the ranges of `day_type` (Spec
 * §4.2, gap register `day-type`).
 */
import type { DayType } from '../spec/filters.ts';
import type { EventTimes } from './schemas.ts';
import {
	addDays,
	addMs,
	type Day,
	dayMs,
	dayOf,
	isMorning,
	startOfDay,
	timeOfDay,
	type WallClock,
	wallClockMs,
	weekdayOf,
} from './wall-clock.ts';

export type { EventTimes };

/** First hour of “tonight”. */
export const eveningHour = 17;

const hourMs = 3_600_000;
/** An event without an end is assumed to last until midnight, but at least this long. Then it may still be on. */
const shortestGuessMs = 4 * hourMs;
const longRunningMs = 7 * dayMs;
const soonMs = 3 * hourMs;

function endOf(begin: WallClock, end: WallClock | null): WallClock {
	if (end !== null && end > begin) return end;
	const midnight = startOfDay(addDays(dayOf(begin), 1));
	return addMs(begin, Math.max(shortestGuessMs, wallClockMs(midnight) - wallClockMs(begin)));
}

const unlimited = '9999-12-31 00:00:00' as WallClock;

/** Whether an event without an end has lasted longer than assumed. Only the service knows whether it is over. */
export const mayGoOn = (times: EventTimes, now: WallClock | null): boolean =>
	now !== null && times.begin !== null && phaseOf(times, now) === null;

/**
 * The times by which lists and calendars sort an event that the service lists. An event that may go on counts as
 * long-running.
 */
export const listedTimes = (times: EventTimes, now: WallClock | null): EventTimes =>
	mayGoOn(times, now) ? { ...times, end: unlimited } : times;

/** Whether the event ends before noon of the next day, within 24 hours: it then counts as one evening, not two days. */
export function isOneNight({ begin, end }: EventTimes): boolean {
	if (begin === null || end === null || dayOf(begin) >= dayOf(end)) return false;
	return isMorning(end) && wallClockMs(end) - wallClockMs(begin) < dayMs;
}

/** First and last day; null if the start is unknown. A last day on which the event ends at 00:00 doesn't count. */
export function daySpan({ begin, end }: EventTimes): { first: Day; last: Day } | null {
	if (begin === null) return null;
	const first = dayOf(begin);
	if (end === null || end <= begin || isOneNight({ begin, end })) return { first, last: first };
	return { first, last: end === startOfDay(dayOf(end)) ? addDays(dayOf(end), -1) : dayOf(end) };
}

export function isOnDay(times: EventTimes, day: Day): boolean {
	const span = daySpan(times);
	return span !== null && span.first <= day && span.last >= day;
}

export function daysOf(
	times: EventTimes,
	{ from, max = 400 }: { from?: Day | null; max?: number } = {},
): Day[] {
	const span = daySpan(times);
	if (span === null) return [];
	const days: Day[] = [];
	const start = from != null && from > span.first ? from : span.first;
	for (let day = start; day <= span.last && days.length < max; day = addDays(day, 1)) days.push(day);
	return days;
}

export function hasSeveralDays(times: EventTimes): boolean {
	const span = daySpan(times);
	return span !== null && span.first !== span.last;
}

/** Whether an event lasts more than a week. Lists separate these from events that take place *on this day*. */
export function isLongRunning({ begin, end }: EventTimes): boolean {
	return begin !== null && end !== null && wallClockMs(end) - wallClockMs(begin) > longRunningMs;
}

/** Whether an event takes whole days, without hours: the service marks it, or it lasts from midnight to midnight. */
export function isAllDay({ begin, end, isAllDay: isSaid }: EventTimes): boolean {
	if (isSaid === true) return true;
	return begin?.endsWith(' 00:00:00') === true && end !== null && / (00:00:00|23:59:\d\d)$/.test(end);
}

/**
 * The daily hours of an event of several days, as sent by the service. If it sends none, but the event lasts more than
 * a week, for example from `10:00` on the first day to `18:00` on the last, it is probably open from 10 to 18 each day.
 * Null for other events: a shorter one, such as a camp, may include the nights.
 */
export function dailyHours(times: EventTimes): { opens: WallClock; closes: WallClock } | null {
	const { begin, end, hours } = times;
	const span = daySpan(times);
	if (begin === null || end === null || span === null || span.first === span.last) return null;
	const at = (day: Day, time: string) => `${day} ${time}:00` as WallClock;
	if (hours !== undefined) return { opens: at(span.first, hours.opens), closes: at(span.last, hours.closes) };
	const [opens, closes] = [timeOfDay(begin), timeOfDay(end)];
	return !isLongRunning(times) || opens === '00:00' || closes <= opens ? null : { opens: begin, closes: end };
}

/** Whether an event is on now and, if it has daily hours, open. */
export function isOpen(times: EventTimes, now: WallClock | null): boolean {
	if (now === null || phaseOf(times, now) !== 'ongoing') return false;
	const hours = dailyHours(times);
	const time = timeOfDay(now);
	return hours === null || (time >= timeOfDay(hours.opens) && time < timeOfDay(hours.closes));
}

/** Whether an ongoing event has closed for today, by its daily hours. False if now is unknown. */
export function isClosedForToday(times: EventTimes, now: WallClock | null): boolean {
	if (now === null || phaseOf(times, now) !== 'ongoing') return false;
	const hours = dailyHours(times);
	return hours !== null && timeOfDay(now) >= timeOfDay(hours.closes);
}

export type Phase = 'upcoming' | 'ongoing' | 'over';

/**
 * Whether an event is upcoming, ongoing or over.
 * @returns null if that is unknown: without the current time or a start, or if the event may go on (`mayGoOn`)
 */
export function phaseOf({ begin, end }: EventTimes, now: WallClock | null): Phase | null {
	if (now === null || begin === null) return null;
	if (endOf(begin, end) > now) return begin <= now ? 'ongoing' : 'upcoming';
	return end !== null && end > begin ? 'over' : null;
}

/** Whether an event starts within three hours; false if now or the hour is unknown. */
export function startsSoon({ begin, end }: EventTimes, now: WallClock | null): boolean {
	if (now === null || begin === null || isAllDay({ begin, end })) return false;
	const ahead = wallClockMs(begin) - wallClockMs(now);
	return ahead > 0 && ahead <= soonMs;
}

/** `to` is exclusive; null means unbounded. */
export interface TimeRange {
	from: WallClock;
	to: WallClock | null;
}

/**
 * The range of a `day_type`, which includes every event that overlaps it. `weekend` is the current or next Saturday and
 * Sunday; `week` is today and the next six days; `future`, the default, is everything that isn't over.
 */
export function dayRange(dayType: DayType | undefined, now: WallClock): TimeRange {
	if (dayType === undefined || dayType === 'future') return { from: now, to: null };
	const today = dayOf(now);
	const weekday = weekdayOf(today);
	const saturday = weekday === 0 ? -1 : 6 - weekday;
	/** First day, counted from today, and number of days. */
	const days = { today: [0, 1], tomorrow: [1, 1], week: [0, 7], weekend: [saturday, 2] } as const;
	const [first, count] = days[dayType];
	return { from: startOfDay(addDays(today, first)), to: startOfDay(addDays(today, first + count)) };
}

/** Whether an event is on at any time of a range; true if its start is unknown. */
export function isWithin({ begin, end }: EventTimes, { from, to }: TimeRange): boolean {
	if (begin === null) return true;
	return endOf(begin, end) > from && (to === null || begin < to);
}

/**
 * Whether an event overlaps a range, does not belong to the night before, and, if the range is the rest of a day, has
 * not closed for today. True if its start is unknown.
 */
export function isOnDaysOf(times: EventTimes, range: TimeRange): boolean {
	if (!isWithin(times, range) || isNightBefore(times, range.from)) return false;
	const isRestOfDay = range.to === startOfDay(addDays(dayOf(range.from), 1));
	return !isRestOfDay || !isClosedForToday(times, range.from);
}

/** Whether a range starts at midnight, and an event belongs to the night before it. */
export function isNightBefore(times: EventTimes, from: WallClock): boolean {
	const isBefore = times.begin !== null && times.begin < from;
	return isBefore && from === startOfDay(dayOf(from)) && isOneNight(times);
}

const rankOf = (times: EventTimes): string => {
	if (times.begin === null) return '2';
	return isLongRunning(times) ? `1 ${times.end}` : `0 ${times.begin}`;
};

const compareRanks = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Orders by start; then long-running events, which started long ago, by end; then those without a start. */
export const compareTimes = (a: EventTimes, b: EventTimes): number => compareRanks(rankOf(a), rankOf(b));

/** Sorts like `compareTimes`, but by `listedTimes`. Computes keys once per event, not per comparison. */
export const sortByTimes = <Times extends EventTimes>(events: readonly Times[], now: WallClock | null) =>
	events
		.map((event) => ({ event, rank: rankOf(listedTimes(event, now)) }))
		.sort((a, b) => compareRanks(a.rank, b.rank))
		.map(({ event }) => event);
