/** The order of a list. */
import { distanceInKm } from '../../../contract/event/distance.ts';
import type { Event } from '../../../contract/event/event.ts';
import type { Geo } from '../../../contract/event/fields.ts';
import { interestIn } from '../../../contract/event/interest.ts';
import { compareTimes } from '../../../contract/event/times.ts';
import type { Sort } from '../../../contract/paths.ts';

/** Kilometres from a place; infinite for an event without coordinates. */
export function distanceOf({ geo }: Event, place: Geo): number {
	return geo === null ? Number.POSITIVE_INFINITY : distanceInKm(place, geo);
}

/** Sorts events; equal ones keep the service's order. Without a place, `near` keeps it too. */
export function sortEvents(events: readonly Event[], sort: Sort, place: Geo | null): readonly Event[] {
	if (sort === 'interest') return events.toSorted((a, b) => interestIn(b) - interestIn(a));
	if (sort === 'start') return events.toSorted(compareTimes);
	if (sort === 'near' && place !== null)
		// Two infinite distances differ by NaN.
		return events.toSorted((a, b) => distanceOf(a, place) - distanceOf(b, place) || 0);
	return events;
}
