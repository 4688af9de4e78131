/** The order of a list. */

import { isLongRunning } from '../../../contract/filters.ts';
import type { Sort } from '../../app/addresses.ts';
import type { EventView } from '../events/event-view.ts';
import { distanceInKm, type Place } from './place.tsx';

/** Kilometres from a place; infinite for what has none. */
export function distanceOf({ geo }: EventView, place: Place): number {
	return geo === null ? Number.POSITIVE_INFINITY : distanceInKm(place, geo);
}

/**
 * Sorts events; equal ones stay in the service's order. Without a place there is nothing to be near to.
 *
 * By start, what runs for weeks comes after the rest, soonest over first: it started long ago.
 */
export function sortEvents(
	events: readonly EventView[],
	sort: Sort,
	place: Place | null,
): readonly EventView[] {
	if (sort === 'interest') {
		const interest = ({ participantCount, wisherCount }: EventView) => participantCount + wisherCount;
		return events.toSorted((a, b) => interest(b) - interest(a));
	}
	if (sort === 'start') {
		const keyOf = ({ begin, end }: EventView) => (isLongRunning(begin, end) ? `~${end}` : begin || '}');
		const keys = new Map(events.map((event) => [event, keyOf(event)]));
		return events.toSorted((a, b) => {
			const [first = '', second = ''] = [keys.get(a), keys.get(b)];
			return first < second ? -1 : Number(first > second);
		});
	}
	if (sort === 'near' && place !== null)
		return events.toSorted((a, b) => distanceOf(a, place) - distanceOf(b, place) || 0);
	return events;
}
