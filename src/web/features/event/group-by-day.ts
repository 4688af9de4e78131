import type { Event } from '../../../contract/event/event.ts';
import { overlap } from '../../../contract/event/overlap.ts';
import { compareTimes, isLongRunning } from '../../../contract/event/times.ts';
import { type Day, dayOf } from '../../../contract/event/wall-clock.ts';

export interface DayOfEvents {
	/** Null for events that run for weeks, or whose start is unknown. */
	day: Day | null;
	events: Event[];
}

const dayOfEvent = (event: Event): Day | null =>
	event.begin === null || isLongRunning(event) ? null : dayOf(event.begin);

/** @param isPast sorts newest first instead of next first. Events without a day are last */
export function groupByDay(events: readonly Event[], isPast: boolean): DayOfEvents[] {
	const sorted = events.toSorted(isPast ? (a, b) => compareTimes(b, a) : compareTimes);
	const days = new Map<Day | null, Event[]>();
	for (const event of sorted) {
		const day = dayOfEvent(event);
		days.set(day, [...(days.get(day) ?? []), event]);
	}
	const undated = days.get(null) ?? [];
	days.delete(null);
	const dated: DayOfEvents[] = [...days].map(([day, group]) => ({ day, events: group }));
	return undated.length === 0 ? dated : [...dated, { day: null, events: undated }];
}

export const clashOf = (event: Event, others: readonly Event[]): Event | undefined =>
	others.find((other) => other.id !== event.id && overlap(event, other));
