/** An event's times in calendars and on one of its days. Separate from `times.ts`, which every first visit loads. */
import { dailyHours, daySpan, type EventTimes, hasSeveralDays, isAllDay, isOnDay } from './times.ts';
import {
	addDays,
	type Day,
	dayMs,
	dayOf,
	instantOf,
	startOfDay,
	type WallClock,
	wallClockAt,
	wallClockMs,
} from './wall-clock.ts';

const lastsMs = (begin: WallClock, end: WallClock): number => wallClockMs(end) - wallClockMs(begin);

/**
 * The days of an event that calendars should show without hours, because it takes whole days, or lasts for 24 hours or
 * more, so that a block would hide all others. `next` is the day after the last. Null for other events.
 */
export function wholeDaysOf(times: EventTimes): { first: Day; next: Day } | null {
	const { begin, end } = times;
	const span = daySpan(times);
	const isLong = begin !== null && end !== null && lastsMs(begin, end) >= dayMs;
	if (span === null || !(isLong || isAllDay(times))) return null;
	return { first: span.first, next: addDays(span.last, 1) };
}

/**
 * An event's end in a calendar. If clocks skip the hour of its start, the event starts later, perhaps not before its
 * end. The end then moves, too, so that the event keeps its length.
 * @param timeZone IANA name, or null
 */
export function endIn({ begin, end }: EventTimes, timeZone: string | null): WallClock | null {
	if (begin === null || end === null || timeZone === null) return end;
	const start = instantOf(begin, timeZone);
	return instantOf(end, timeZone) > start ? end : wallClockAt(start + lastsMs(begin, end), timeZone);
}

/**
 * An event's times on one of its days: its daily hours, else the part of that day. Unchanged if the event isn't on that
 * day or lasts a single day.
 */
export function timesOn<Times extends EventTimes>(times: Times, day: Day): Times {
	const { begin, end } = times;
	if (begin === null || end === null || !hasSeveralDays(times) || !isOnDay(times, day)) return times;
	const at = (time: WallClock) => `${day}${time.slice(10)}` as WallClock;
	const daily = dailyHours(times);
	if (daily !== null) return { ...times, begin: at(daily.opens), end: at(daily.closes) };
	return {
		...times,
		begin: dayOf(begin) === day ? begin : startOfDay(day),
		end: dayOf(end) === day ? end : startOfDay(addDays(day, 1)),
	};
}
