/** A city's front page. A service may lack any of its lists, sort them differently, and send no types or counters. */

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Front, frontSchema, type Related, relatedSchema } from '../../contract/bff-api/front.ts';
import { distanceInKm } from '../../contract/event/distance.ts';
import { interestIn, type PublicEvent } from '../../contract/event/event.ts';
import {
	compareTimes,
	dayRange,
	isLongRunning,
	isOnDaysOf,
	isOpen,
	phaseOf,
} from '../../contract/event/times.ts';
import { dayOf, type WallClock, wallClockIn } from '../../contract/event/wall-clock.ts';
import { serverPatterns } from '../../contract/paths.ts';
import { type DayType, eventTypes, paging } from '../../contract/spec/filters.ts';
import { isOwnLimit } from '../fairness/visitor.ts';
import type { Parts, ServiceTime } from '../parts.ts';
import { hasReason, ProblemError } from '../problems/problem.ts';
import type { PublicReads } from '../reads/public-reader.ts';

/** Fills a row on the widest screen; more would make the page slower. */
const maxOfRow = 6;
/** Per kind: nearby, or by the same creator. */
const maxRelated = 4;
/** Anything farther is in another part of the city. */
const maxDistanceKm = 8;

/** Events to read from each list: the page sizes of other pages and feeds, to share cached responses. */
const counts = {
	today: paging.defaultCount,
	weekend: paging.defaultCount,
	future: paging.maxCount,
} satisfies Partial<Record<DayType, number>>;
type FrontLists = Record<keyof typeof counts, readonly PublicEvent[]>;

const byInterest = (a: PublicEvent, b: PublicEvent) => interestIn(b) - interestIn(a);

/** @param now the service's wall clock; if null, the service's lists decide which events are today or at the weekend */
export function frontOf({ today, weekend, future }: FrontLists, now: WallClock | null): Front {
	const all = new Map([...today, ...weekend, ...future].map((event) => [event.id, event]));
	const open = [...all.values()].filter((event) => phaseOf(event, now) !== 'over');
	const shown = new Set<PublicEvent>();
	const pick = (belongs: (event: PublicEvent) => boolean, order = byInterest, max = maxOfRow) => {
		const row = open
			.filter((event) => !shown.has(event) && belongs(event))
			.toSorted(order)
			.slice(0, max);
		for (const event of row) shown.add(event);
		return row;
	};
	/** Decides by the clock, or by the service's list if the current time is unknown. */
	const isOf = (dayType: 'today' | 'weekend', listed: readonly PublicEvent[]) => {
		if (now !== null) return (event: PublicEvent) => isOnDaysOf(event, dayRange(dayType, now));
		const ids = new Set(listed.map(({ id }) => id));
		return ({ id }: PublicEvent) => ids.has(id);
	};
	const [isToday, isWeekend] = [isOf('today', today), isOf('weekend', weekend)];
	/** Once the weekend has begun, this row shows only later days, because today has a row of its own. */
	const isAhead = ({ begin }: PublicEvent) => now === null || begin === null || dayOf(begin) > dayOf(now);
	const isShort = (event: PublicEvent) => event.begin !== null && !isLongRunning(event);
	const laterToday = pick((event) => isShort(event) && isToday(event) && phaseOf(event, now) !== 'ongoing');
	/** Fills the row: it is still early enough to go there. */
	const onNow = pick(
		(event) => isShort(event) && isOpen(event, now),
		byInterest,
		maxOfRow - laterToday.length,
	);
	const onWeekend = pick((event) => isShort(event) && isWeekend(event) && isAhead(event));
	const isRunning = (event: PublicEvent) =>
		isLongRunning(event) && isToday(event) && phaseOf(event, now) !== 'upcoming';
	const running = pick(isRunning);
	const popular = pick((event) => interestIn(event) > 0);
	/** Upcoming events that have a row. If there are few, the row `upcoming` adds the next ones. */
	const coming = [...laterToday, ...onWeekend, ...popular].filter((event) => !isRunning(event));
	const upcoming = pick((event) => !isRunning(event), compareTimes, Math.max(0, maxOfRow - coming.length));

	const withPoster = open.filter(({ posters }) => posters.length > 0).toSorted(byInterest);
	const posters: Partial<Record<string, string>> = {};
	for (const type of eventTypes) {
		const poster = withPoster.find((event) => event.type === type)?.posters[0];
		if (poster !== undefined) posters[type] = poster;
	}
	const shownAs = (row: readonly PublicEvent[]) => row.map((event) => ({ ...event, owner: null, geo: null }));
	return {
		today: shownAs([laterToday, onNow].flatMap((row) => row.toSorted(compareTimes))),
		weekend: shownAs(onWeekend.toSorted(compareTimes)),
		popular: shownAs(popular),
		upcoming: shownAs(upcoming),
		running: shownAs(running.toSorted(compareTimes)),
		posters,
	};
}

const rowKinds = ['today', 'weekend', 'popular', 'upcoming', 'running'] as const;

/** The rows to embed in a page. The app reads the others when they come near (`GET /front/cities/:uid`). */
export function firstRows(front: Front, count: number, max = maxOfRow): Front {
	const shown = rowKinds.filter((kind) => front[kind].length > 0).slice(0, count);
	const rows = rowKinds.map((kind) => [kind, shown.includes(kind) ? front[kind].slice(0, max) : []]);
	return { ...front, ...Object.fromEntries(rows) };
}

/** Only the first row, but no long runs. Five of its large cards fill the widest screen. */
export const soonestOf = (front: Front): Front => ({
	...firstRows({ ...front, running: [] }, 1, 5),
	posters: {},
});

/** @throws ProblemError if no list can be read, or at this visitor's limit: others would get the incomplete page */
export async function readFront(
	reads: Pick<PublicReads, 'cards'>,
	locId: string,
	time: ServiceTime,
): Promise<Front> {
	const problems: ProblemError[] = [];
	const read = async (dayType: keyof typeof counts): Promise<readonly PublicEvent[]> => {
		try {
			return await reads.cards({ loc: locId, day_type: dayType }, counts[dayType]);
		} catch (error) {
			if (!(error instanceof ProblemError) || isOwnLimit(error)) throw error;
			problems.push(error);
			return [];
		}
	};
	const future = await read('future');
	// If signed-out visitors may not read lists, don't spend two more calls per visit on the others.
	if (hasReason(problems[0], 'sign_in_required')) throw problems[0];
	const [today, weekend] = await Promise.all([read('today'), read('weekend')]);
	if (problems[0] !== undefined && problems.length === Object.keys(counts).length) throw problems[0];
	return frontOf({ today, weekend, future }, wallClockIn(time.timeZone, time.clock()));
}

/** Finds nearby events on the same day, and other events by the same creator. @param pool the city's upcoming events */
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

/** Finds related events in the list that the front page reads, too. None for a private event. */
async function readRelated(reads: PublicReads, id: string, time: ServiceTime): Promise<Related> {
	const view = await reads.event(id);
	if (view.state === 'absent') throw new ProblemError('not_found', 'There is no such event.');
	if (view.state === 'hidden' || view.event.locId === '') return { nearby: [], by: [] };
	const pool = await reads.cards({ loc: view.event.locId, day_type: 'future' }, counts.future);
	return relatedTo(view.event, pool, wallClockIn(time.timeZone, time.clock()));
}

const frontOfCity = {
	summary: "A city's front page.",
	params: z.object({ uid: z.string() }),
	response: { 200: frontSchema },
	problems: ['service', 'session', 'not_found'],
} as const;
const relatedEvents = {
	summary: 'Events related to an event, each once.',
	params: z.object({ id: z.string() }),
	response: { 200: relatedSchema },
	problems: ['service', 'session', 'not_found'],
} as const;

/** For navigation within the app; a first visit gets the front page in the HTML. */
export function addFrontRoute(app: FastifyInstance, { reader, callers, time }: Parts): void {
	app.get(serverPatterns.front, { schema: frontOfCity }, async (request, reply) => {
		const caller = await callers.find(request);
		const reads = reader.as(caller);
		const loc = await reads.findLoc(request.params.uid);
		if (loc === null) throw new ProblemError('not_found', 'There is no such city.');
		// Personal responses must not outlive the session.
		reply.header('cache-control', caller === null ? 'private, max-age=30' : 'no-store');
		return readFront(reads, loc.id, time);
	});
	app.get(serverPatterns.related, { schema: relatedEvents }, async (request, reply) => {
		const caller = await callers.find(request);
		reply.header('cache-control', caller === null ? 'private, max-age=30' : 'no-store');
		return readRelated(reader.as(caller), request.params.id, time);
	});
}
