import type { Event } from '../../../contract/event/event.ts';
import { type EventTimes, hasSeveralDays, isLongRunning, isWithin } from '../../../contract/event/times.ts';

/**
 * Whether two events take place at the same time. Long-running events and events without a start never overlap,
 * nor do events of which one ends when the other starts.
 */
function overlap(a: EventTimes, b: EventTimes): boolean {
	if (a.begin === null || b.begin === null || isLongRunning(a) || isLongRunning(b)) return false;
	// Each ends after the other begins.
	return isWithin(a, { from: b.begin, to: null }) && isWithin(b, { from: a.begin, to: null });
}

/**
 * An event at the same time. Undefined if it is unknown on which of several days the person goes.
 *
 * @param timeZone of the service; null if unknown: then only events in the same city can clash
 */
export function clashOf(event: Event, others: readonly Event[], timeZone: string | null): Event | undefined {
	if (hasSeveralDays(event)) return undefined;
	const isComparable = ({ id, locId }: Event) =>
		id !== event.id && (timeZone !== null || locId === event.locId);
	return others.find((other) => isComparable(other) && !hasSeveralDays(other) && overlap(event, other));
}
