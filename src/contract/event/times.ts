/**
 * When an event is, against days and against now: its days, its phase, whether it is long-running. The one place that
 * has the rule for nights, the meaning of "over" and the ranges of `day_type` (Spec §4.2, gap register `day-type`).
 */
import type { DayType } from '../spec/filters.ts';
import {
	addDays,
	addMs,
	type Day,
	dayMs,
	dayOf,
	daysBetween,
	startOfDay,
	type WallClock,
	wallClockMs,
	weekdayOf,
} from './wall-clock.ts';

/** Start and end of an event. `end` is null when the service gave none, or one that is not after the start. */
export interface EventTimes {
	begin: WallClock | null;
	end: WallClock | null;
}

const hourMs = 3_600_000;
/** An event without an end time counts as running until midnight, and for at least so long. */
const shortestGuess = 4 * hourMs;
const longRunningMs = 7 * dayMs;
const soonMs = 3 * hourMs;

/** The end, or the guess where the service gave none. */
function endOf(begin: WallClock, end: WallClock | null): WallClock {
	if (end !== null && end > begin) return end;
	const midnight = startOfDay(addDays(dayOf(begin), 1));
	return addMs(begin, Math.max(shortestGuess, wallClockMs(midnight) - wallClockMs(begin)));
}

/** Whether it ends before noon of the day after it began, within 24 hours: one evening, not two days. */
export function isOneNight({ begin, end }: EventTimes): boolean {
	if (begin === null || end === null || daysBetween(dayOf(begin), dayOf(end)) !== 1) return false;
	return end.slice(11, 13) < '12' && wallClockMs(end) - wallClockMs(begin) < dayMs;
}

/** First and last day of an event as a calendar shows it; null when the start is not known. An end at midnight is not a day. */
export function daySpan({ begin, end }: EventTimes): { first: Day; last: Day } | null {
	if (begin === null) return null;
	const first = dayOf(begin);
	if (end === null || end <= begin || isOneNight({ begin, end })) return { first, last: first };
	return { first, last: dayOf(addMs(end, -1000)) };
}

/** Whether an event is on at a day, as a calendar shows it. */
export function isOnDay(times: EventTimes, day: Day): boolean {
	const span = daySpan(times);
	return span !== null && span.first <= day && span.last >= day;
}

/** The days of an event, at most `max`, from `from` on. */
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

/** Whether an event is on for several days, so that one of them can be chosen. */
export function hasSeveralDays(times: EventTimes): boolean {
	const span = daySpan(times);
	return span !== null && span.first !== span.last;
}

/** Whether an event runs for more than a week. Lists tell these apart from what is on *on this day*. */
export function isLongRunning({ begin, end }: EventTimes): boolean {
	return begin !== null && end !== null && wallClockMs(end) - wallClockMs(begin) > longRunningMs;
}

/** Where an event stands. */
export type Phase = 'upcoming' | 'ongoing' | 'over';

/** @returns null while now or the start is not known */
export function phaseOf({ begin, end }: EventTimes, now: WallClock | null): Phase | null {
	if (now === null || begin === null) return null;
	if (endOf(begin, end) <= now) return 'over';
	return begin <= now ? 'ongoing' : 'upcoming';
}

/** Whether an event starts within three hours; false while now or the start is not known. */
export function startsSoon({ begin }: EventTimes, now: WallClock | null): boolean {
	if (now === null || begin === null) return false;
	const ahead = wallClockMs(begin) - wallClockMs(now);
	return ahead > 0 && ahead <= soonMs;
}

/** A half-open range of wall-clock times; null where it has no bound. */
export interface TimeRange {
	from: WallClock;
	to: WallClock | null;
}

/**
 * The range that a `day_type` covers: an event belongs to it when it is on at any time within. `weekend` is Saturday and
 * Sunday, the current ones on those days; `week` is today and the six days after; `future`, or none, is all that is not over.
 */
export function dayRange(dayType: DayType | undefined, now: WallClock): TimeRange {
	const today = dayOf(now);
	const days = (from: number, count: number): TimeRange => ({
		from: startOfDay(addDays(today, from)),
		to: startOfDay(addDays(today, from + count)),
	});
	const weekday = weekdayOf(today);
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
			return { from: now, to: null };
	}
}

/** Whether an event is on at any time of a range. What cannot be known, because the start is not, counts as yes. */
export function isWithin({ begin, end }: EventTimes, { from, to }: TimeRange): boolean {
	if (begin === null) return true;
	return endOf(begin, end) > from && (to === null || begin < to);
}

/**
 * Order by time: by start, and after that what is long-running, by its end, since it started long ago. An event whose
 * start is not known is last.
 */
export function compareTimes(a: EventTimes, b: EventTimes): number {
	const [first, second] = [rankOf(a), rankOf(b)];
	return first < second ? -1 : Number(first > second);
}

/** The same order for long lists: what decides it is found out once for each event, not in each comparison. */
export function sortByTimes<Times extends EventTimes>(events: readonly Times[]): Times[] {
	const ranked = events.map((event) => ({ event, rank: rankOf(event) }));
	return ranked.sort((a, b) => (a.rank < b.rank ? -1 : Number(a.rank > b.rank))).map(({ event }) => event);
}

function rankOf(times: EventTimes): string {
	if (times.begin === null) return '2';
	return isLongRunning(times) ? `1 ${times.end}` : `0 ${times.begin}`;
}
