/** Finds events related to an event: nearby ones on the same day, and others by the same organizer. */

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Related, relatedSchema } from '../../contract/bff-api/front.ts';
import { distanceInKm } from '../../contract/event/distance.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import { compareTimes, isLongRunning, phaseOf } from '../../contract/event/times.ts';
import { dayOf, type WallClock, wallClockIn } from '../../contract/event/wall-clock.ts';
import { bffPatterns } from '../../contract/paths.ts';
import type { Parts, ServiceTime } from '../parts.ts';
import { ProblemError } from '../problems/problem.ts';
import type { PublicReads } from '../reads/public-reader.ts';
import { counts } from './front.ts';

/** Related events of each kind: nearby, and by the same organizer. */
const maxRelated = 4;
/** An event counts as nearby up to this distance. */
const maxDistanceKm = 8;

/** Finds nearby events on the same day, and others by the same organizer. @param pool the city's upcoming events */
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
				.filter((other) => isThatDay(other) && awayFrom(other) <= maxDistanceKm)
				.toSorted((a, b) => awayFrom(a) - awayFrom(b))
				.slice(0, maxRelated);
	const by = others
		.filter((other) => owner !== null && other.owner?.id === owner.id && !nearby.includes(other))
		.toSorted(compareTimes)
		.slice(0, maxRelated);
	return { nearby, by };
}

/** Finds related events in the list that the front page reads. A private event has none. */
async function readRelated(reads: PublicReads, id: string, time: ServiceTime): Promise<Related> {
	const view = await reads.event(id);
	if (view.state === 'absent') throw new ProblemError('not_found', 'There is no such event.');
	if (view.state === 'hidden' || view.event.locId === '') return { nearby: [], by: [] };
	const pool = await reads.cards({ loc: view.event.locId, day_type: 'future' }, counts.future);
	return relatedTo(view.event, pool, wallClockIn(time.timeZone, time.clock()));
}

const relatedEvents = {
	summary: 'Events related to an event, each once.',
	params: z.object({ id: z.string() }),
	response: { 200: relatedSchema },
	problems: ['service', 'session', 'not_found'],
} as const;

export function addRelatedRoute(app: FastifyInstance, { reader, callers, time }: Parts): void {
	app.get(bffPatterns.related, { schema: relatedEvents }, async (request) =>
		readRelated(reader.as(await callers.find(request)), request.params.id, time),
	);
}
