/** Which events are on which days of a calendar. */
import type { Event } from '../../../contract/event/event.ts';
import { daySpan, hasSeveralDays, isLongRunning, isOnDay } from '../../../contract/event/times.ts';
import { type Day, daysBetween } from '../../../contract/event/wall-clock.ts';

/** Events that are on at a day. */
export const eventsOn = (day: Day, events: readonly Event[]): Event[] =>
	events.filter((event) => isOnDay(event, day));

/** Number of events on each day, without long-running ones: they would fill every day. */
export function countDays(days: readonly Day[], events: readonly Event[]): Record<Day, number> {
	const shorter = events.filter((event) => !isLongRunning(event));
	return Object.fromEntries(days.map((day) => [day, eventsOn(day, shorter).length]));
}

/** Events that last several days and are not long-running. */
export const spansOf = (events: readonly Event[]): Event[] =>
	events.filter((event) => hasSeveralDays(event) && !isLongRunning(event));

/** A bar across days of one week. */
export interface Bar {
	event: Event;
	/** Column of its first day in the week, from 1 on, and the number of columns. */
	from: number;
	span: number;
	/** Whether the event begins before the week or ends after it. */
	continues: boolean;
	lane: number;
}

/**
 * Bars of events that last several days, in as few lanes as they need.
 *
 * @returns the bars, and the number of events for which there was no lane
 */
export function barsOf(
	week: readonly Day[],
	events: readonly Event[],
	maxLanes: number,
): { bars: Bar[]; left: number } {
	const [monday] = week;
	/** The last column that is taken, by lane. */
	const lanes: number[] = [];
	const bars: Bar[] = [];
	let left = 0;
	if (monday === undefined) return { bars, left };
	for (const event of events) {
		const span = daySpan(event);
		if (span === null || span.first === span.last) continue;
		const [first, last] = [daysBetween(monday, span.first) + 1, daysBetween(monday, span.last) + 1];
		if (last < 1 || first > week.length) continue;
		const [from, to] = [Math.max(1, first), Math.min(week.length, last)];
		const free = lanes.findIndex((taken) => taken < from);
		const lane = free === -1 ? lanes.length : free;
		if (lane >= maxLanes) {
			left += 1;
			continue;
		}
		lanes[lane] = to;
		bars.push({ event, lane, from, span: to - from + 1, continues: first < from || last > to });
	}
	return { bars, left };
}
