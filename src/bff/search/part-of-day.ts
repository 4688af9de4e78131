import type { PartOfDay } from '../../contract/bff-api/search.ts';
import {
	dailyHours,
	daysOf,
	type EventTimes,
	eveningHour,
	isLongRunning,
	isOpen,
	type TimeRange,
} from '../../contract/event/times.ts';
import { timesOn } from '../../contract/event/times-on.ts';
import { addMs, dayOf, startOfDay, type WallClock, wallClockMs } from '../../contract/event/wall-clock.ts';

const hourMs = 3_600_000;

/** When each part of the day begins and ends, in hours after midnight. */
const hours = {
	morning: [5, 12],
	afternoon: [12, eveningHour],
	evening: [eveningHour, 28],
	late: [21, 29],
} as const satisfies Record<Exclude<PartOfDay, 'now'>, readonly [from: number, to: number]>;

/** Assumed length of an event without an end. */
const usualMs = 3 * hourMs;
/** An event that began earlier is on in a part of the day if it lasts this long after the part's beginning. */
const minLeftMs = 2.5 * hourMs;
/** Days of an event to check. On other days, it has the same hours. */
const maxDays = 8;

/** Whether an event is on in a part of some day of the range. @param range undefined for any day */
export function isInPart(
	event: EventTimes,
	part: PartOfDay,
	range: TimeRange | undefined,
	now: WallClock | null,
): boolean {
	if (part === 'now') return isOpen(event, now);
	// A long-running event whose hours are unknown may be closed then.
	if (isLongRunning(event) && dailyHours(event) === null) return false;
	const [from, to] = hours[part];
	return daysOf(event, { from: range === undefined ? null : dayOf(range.from), max: maxDays }).some((day) => {
		if (range !== undefined && range.to !== null && startOfDay(day) >= range.to) return false;
		const { begin, end } = timesOn(event, day);
		if (begin === null) return false;
		const [starts, ends] = [addMs(startOfDay(day), from * hourMs), addMs(startOfDay(day), to * hourMs)];
		const until = end ?? addMs(begin, usualMs);
		if (begin >= starts) return begin < ends;
		return Math.min(wallClockMs(until), wallClockMs(ends)) - wallClockMs(starts) >= minLeftMs;
	});
}
