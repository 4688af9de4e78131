import type { PartOfDay } from '../../contract/bff-api/search.ts';
import {
	dailyHours,
	daySpan,
	daysOf,
	type EventTimes,
	eveningHour,
	isLongRunning,
	isOpen,
	type TimeRange,
} from '../../contract/event/times.ts';
import { timesOn } from '../../contract/event/times-on.ts';
import {
	dayOf,
	dayStartMs,
	startOfDay,
	type WallClock,
	wallClockMs,
} from '../../contract/event/wall-clock.ts';

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
/** An event that began earlier is on in a part of the day if it lasts this long after the part has begun. */
const minLeftMs = 2.5 * hourMs;

/** Whether an event is on during this part of at least one day of the range. @param range undefined for any day */
export function isInPart(
	event: EventTimes,
	part: PartOfDay,
	range: TimeRange | undefined,
	now: WallClock | null,
): boolean {
	if (part === 'now') return isOpen(event, now);
	// A long-running event whose hours are unknown may be closed in this part of the day.
	if (isLongRunning(event) && dailyHours(event) === null) return false;
	const span = daySpan(event);
	const days = daysOf(event, { from: range === undefined ? null : dayOf(range.from), max: 2 });
	if (span === null || days.length === 0) return false;
	const [from, to] = hours[part];
	// An event has the same hours every day, except perhaps on its first and last day.
	return [...new Set([...days, span.last])].some((day) => {
		if (range !== undefined && range.to !== null && startOfDay(day) >= range.to) return false;
		const { begin, end } = timesOn(event, day);
		if (begin === null) return false;
		const [starts, ends] = [dayStartMs(day) + from * hourMs, dayStartMs(day) + to * hourMs];
		const began = wallClockMs(begin);
		if (began >= starts) return began < ends;
		return Math.min(end === null ? began + usualMs : wallClockMs(end), ends) - starts >= minLeftMs;
	});
}
