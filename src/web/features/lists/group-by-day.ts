import type { Event } from '../../../contract/event/event.ts';
import { type EventTimes, isLongRunning, listedTimes, sortByTimes } from '../../../contract/event/times.ts';
import { type Day, dayOf, type WallClock } from '../../../contract/event/wall-clock.ts';

/** Null for events that run for weeks, or whose start is unknown. */
const dayOfEvent = (event: EventTimes): Day | null =>
	event.begin === null || isLongRunning(event) ? null : dayOf(event.begin);

/** @param isPast sorts newest first instead of next first. Events without a day are last */
export function groupByDay(events: readonly Event[], isPast: boolean, now: WallClock | null) {
	const by = isPast ? null : now;
	const sorted = sortByTimes(events, by);
	const ordered = isPast ? sorted.toReversed() : sorted;
	const days = [...Map.groupBy(ordered, (event) => dayOfEvent(listedTimes(event, by)))].map(
		([day, ofDay]) => ({ day, events: ofDay }),
	);
	return days.toSorted((a, b) => Number(a.day === null) - Number(b.day === null));
}
