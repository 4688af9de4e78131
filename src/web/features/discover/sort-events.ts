/** The order of a list. */
import type { Sort } from '../../app/addresses.ts';
import type { EventView } from '../events/event-view.ts';
import { distanceInKm, type Place } from './place.tsx';

/** Sorts events; without a place, or for what has none, the service's order stays. */
export function sortEvents(
	events: readonly EventView[],
	sort: Sort,
	place: Place | null,
): readonly EventView[] {
	if (sort === 'interest') {
		const interest = ({ participantCount, wisherCount }: EventView) => participantCount + wisherCount;
		return events.toSorted((a, b) => interest(b) - interest(a));
	}
	if (sort === 'near' && place !== null) {
		const distance = ({ geo }: EventView) =>
			geo === null ? Number.POSITIVE_INFINITY : distanceInKm(place, geo);
		return events.toSorted((a, b) => distance(a) - distance(b) || 0);
	}
	return events;
}
