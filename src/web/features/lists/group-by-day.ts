import type { Event } from '../../../contract/event/event.ts';
import {
	type EventTimes,
	hasSeveralDays,
	isLongRunning,
	isWithin,
	listedTimes,
	sortByTimes,
} from '../../../contract/event/times.ts';
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

/**
 * Whether two events take place at the same time. Long-running events and events without a start never overlap,
 * nor do events of which one ends when the other starts.
 */
function overlap(a: EventTimes, b: EventTimes): boolean {
	if (a.begin === null || b.begin === null || isLongRunning(a) || isLongRunning(b)) return false;
	// Each ends after the other begins.
	return isWithin(a, { from: b.begin, to: null }) && isWithin(b, { from: a.begin, to: null });
}

/** An event at the same time. None if it is unknown on which of several days the person goes. */
export function clashOf(event: Event, others: readonly Event[]): Event | undefined {
	if (hasSeveralDays(event)) return undefined;
	return others.find((other) => other.id !== event.id && !hasSeveralDays(other) && overlap(event, other));
}
