import type { Event } from '../../../contract/event/event.ts';
import { daySpan } from '../../../contract/event/times.ts';
import { type Day, daysBetween } from '../../../contract/event/wall-clock.ts';

/** A bar that spans one or more days of a week. */
export interface Bar {
	event: Event;
	/** First column in the week (from 1), and number of columns. */
	from: number;
	span: number;
	lane: number;
}

/** Arranges multi-day events as bars in as few lanes as possible. `left` counts the events without a lane. */
export function barsOf(
	week: readonly Day[],
	events: readonly Event[],
	maxLanes: number,
): { bars: Bar[]; left: number } {
	const [firstDay] = week;
	/** Last occupied column of each lane. */
	const lanes: number[] = [];
	const bars: Bar[] = [];
	let left = 0;
	if (firstDay === undefined) return { bars, left };
	for (const event of events) {
		const span = daySpan(event);
		if (span === null || span.first === span.last) continue;
		const [first, last] = [daysBetween(firstDay, span.first) + 1, daysBetween(firstDay, span.last) + 1];
		if (last < 1 || first > week.length) continue;
		const [from, to] = [Math.max(1, first), Math.min(week.length, last)];
		const free = lanes.findIndex((taken) => taken < from);
		const lane = free === -1 ? lanes.length : free;
		if (lane >= maxLanes) {
			left += 1;
			continue;
		}
		lanes[lane] = to;
		bars.push({ event, lane, from, span: to - from + 1 });
	}
	return { bars, left };
}
