/** Events that are related to one: others near it on its day, and others of its creator, from one list of what is coming in its city. */
import type { Related } from '../../contract/bff-api/related.ts';
import { distanceInKm } from '../../contract/event/distance.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import { compareTimes, isLongRunning, phaseOf } from '../../contract/event/times.ts';
import { dayOf, type WallClock } from '../../contract/event/wall-clock.ts';

/** Events of each kind. */
const maxShown = 4;
/** Kilometres: further than that is another part of the city. */
const maxDistance = 8;

/**
 * @param pool what is coming in the city
 * @param now the service's wall clock; null where its time zone is not known
 */
export function relatedTo(event: PublicEvent, pool: readonly PublicEvent[], now: WallClock | null): Related {
	const { id, begin, geo, owner } = event;
	const others = pool.filter((other) => other.id !== id && phaseOf(other, now) !== 'over');
	const awayFrom = (other: PublicEvent) =>
		geo === null || other.geo === null ? Number.POSITIVE_INFINITY : distanceInKm(geo, other.geo);
	const isThatDay = (other: PublicEvent) =>
		begin !== null && other.begin !== null && dayOf(other.begin) === dayOf(begin) && !isLongRunning(other);
	const nearby = isLongRunning(event)
		? []
		: others
				.filter((other) => isThatDay(other) && awayFrom(other) <= maxDistance)
				.toSorted((a, b) => awayFrom(a) - awayFrom(b))
				.slice(0, maxShown);
	const by = others
		.filter((other) => owner !== null && other.owner?.id === owner.id && !nearby.includes(other))
		.toSorted(compareTimes)
		.slice(0, maxShown);
	return { nearby, by };
}
