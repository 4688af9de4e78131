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

/** Hours after midnight. */
const hours = {
	morning: [5, 12],
	afternoon: [12, eveningHour],
	evening: [eveningHour, 28],
	late: [21, 29],
} as const satisfies Record<Exclude<PartOfDay, 'now'>, readonly [from: number, to: number]>;

/** Assumed length of an event without an end. */
const usualMs = 3 * hourMs;
/** An event that began before this part of the day counts if it lasts this long after the part's start. */
const minLeftMs = 2.5 * hourMs;
/** Days of an event to check: its hours rarely differ between days. */
const maxDays = 8;

/** Whether an event is on in a part of a day. @param range undefined: on any day */
export function isInPart(
	event: EventTimes,
	part: PartOfDay,
	range: TimeRange | undefined,
	now: WallClock,
): boolean {
	if (part === 'now') return isOpen(event, now);
	// It may be closed then.
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
