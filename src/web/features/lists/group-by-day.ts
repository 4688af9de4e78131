import type { Event } from '../../../contract/event/event.ts';
import { overlap } from '../../../contract/event/overlap.ts';
import { compareTimes, hasSeveralDays, isLongRunning } from '../../../contract/event/times.ts';
import { type Day, dayOf } from '../../../contract/event/wall-clock.ts';

/** Null for events that run for weeks, or whose start is unknown. */
const dayOfEvent = (event: Event): Day | null =>
	event.begin === null || isLongRunning(event) ? null : dayOf(event.begin);

/** @param isPast sorts newest first instead of next first. Events without a day are last */
export function groupByDay(events: readonly Event[], isPast: boolean) {
	const sorted = events.toSorted(isPast ? (a, b) => compareTimes(b, a) : compareTimes);
	const days = [...Map.groupBy(sorted, dayOfEvent)].map(([day, ofDay]) => ({ day, events: ofDay }));
	return days.toSorted((a, b) => Number(a.day === null) - Number(b.day === null));
}

/** Another event at the same time. None for an event of several days, because the person's day is unknown. */
export function clashOf(event: Event, others: readonly Event[]): Event | undefined {
	if (hasSeveralDays(event)) return undefined;
	return others.find((other) => other.id !== event.id && !hasSeveralDays(other) && overlap(event, other));
}
