/** Chooses the events for a city's front page. A service may lack lists, send them in any order, and send no counts. */

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Front, frontSchema } from '../../contract/bff-api/front.ts';
import { interestIn, type PublicEvent } from '../../contract/event/event.ts';
import {
	compareTimes,
	dayRange,
	isLongRunning,
	isOnDaysOf,
	isOpen,
	listedTimes,
	phaseOf,
	sortByTimes,
} from '../../contract/event/times.ts';
import { dayOf, type WallClock, wallClockIn } from '../../contract/event/wall-clock.ts';
import { bffPatterns } from '../../contract/paths.ts';
import { type DayType, eventTypes, paging } from '../../contract/spec/filters.ts';
import { isOwnLimit } from '../fairness/visitor.ts';
import type { Parts, ServiceTime } from '../parts.ts';
import { hasReason, ProblemError } from '../problems/problem.ts';
import type { PublicReads } from '../reads/public-reader.ts';

/** Events in a row: they fill the widest screen. */
const maxOfRow = 6;

/** Events to read from each list: as many as other pages and feeds read, so that they share cached responses. */
export const counts = {
	today: paging.defaultCount,
	weekend: paging.defaultCount,
	future: paging.maxCount,
} satisfies Partial<Record<DayType, number>>;
type FrontLists = Record<keyof typeof counts, readonly PublicEvent[]>;

const byInterest = (a: PublicEvent, b: PublicEvent) => interestIn(b) - interestIn(a);

/** @param now the service's time; if it is unknown, the service's lists decide what is today or at the weekend */
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
	const isOf = (dayType: 'today' | 'weekend', listed: readonly PublicEvent[]) => {
		if (now !== null)
			return (event: PublicEvent) => isOnDaysOf(listedTimes(event, now), dayRange(dayType, now));
		const ids = new Set(listed.map(({ id }) => id));
		return ({ id }: PublicEvent) => ids.has(id);
	};
	const [isToday, isWeekend] = [isOf('today', today), isOf('weekend', weekend)];
	/** Whether an event begins after today: even on a weekend, today has a row of its own. */
	const isAhead = ({ begin }: PublicEvent) => now === null || begin === null || dayOf(begin) > dayOf(now);
	const isLong = (event: PublicEvent) => isLongRunning(listedTimes(event, now));
	const isShort = (event: PublicEvent) => event.begin !== null && !isLong(event);
	const laterToday = pick((event) => isShort(event) && isToday(event) && phaseOf(event, now) !== 'ongoing');
	/** Events that are on now fill up today's row. */
	const onNow = pick(
		(event) => isShort(event) && isOpen(event, now),
		byInterest,
		maxOfRow - laterToday.length,
	);
	const onWeekend = pick((event) => isShort(event) && isWeekend(event) && isAhead(event));
	const isRunning = (event: PublicEvent) =>
		isLong(event) && isToday(event) && phaseOf(event, now) !== 'upcoming';
	const running = pick(isRunning);
	const popular = pick((event) => interestIn(event) > 0);
	/** Upcoming events in other rows. If there are few, the row `upcoming` shows the next ones. */
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
		running: shownAs(sortByTimes(running, now)),
		posters,
	};
}

const rowKinds = ['today', 'weekend', 'popular', 'upcoming', 'running'] as const;

/** Returns the rows to embed in a page. The app reads the others when the visitor scrolls (`/front/cities/:uid`). */
export function firstRows(front: Front, count: number, max = maxOfRow): Front {
	const shown = rowKinds.filter((kind) => front[kind].length > 0).slice(0, count);
	const rows = rowKinds.map((kind) => [kind, shown.includes(kind) ? front[kind].slice(0, max) : []]);
	return { ...front, ...Object.fromEntries(rows) };
}

/** Returns the first row, except exhibitions and long runs. Five large cards fill the widest screen. */
export const soonestOf = (front: Front): Front => ({
	...firstRows({ ...front, running: [] }, 1, 5),
	posters: {},
});

/**
 * Makes the front page from the lists that can be read.
 * @throws ProblemError if none can be read, or if a limit of Daybill prevents a read: others would get an incomplete
 * page from the cache
 */
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
	// If signed-out visitors may not read lists, two more calls would fail, too.
	if (hasReason(problems[0], 'sign_in_required')) throw problems[0];
	const [today, weekend] = await Promise.all([read('today'), read('weekend')]);
	if (problems[0] !== undefined && problems.length === Object.keys(counts).length) throw problems[0];
	return frontOf({ today, weekend, future }, wallClockIn(time.timeZone, time.clock()));
}

const frontOfCity = {
	summary: "A city's front page.",
	params: z.object({ uid: z.string() }),
	response: { 200: frontSchema },
	problems: ['service', 'session', 'not_found'],
} as const;
/** The route that the app requests when the visitor navigates. On a first visit, the HTML contains the front page. */
export function addFrontRoute(app: FastifyInstance, { reader, callers, time }: Parts): void {
	app.get(bffPatterns.front, { schema: frontOfCity }, async (request) => {
		const reads = reader.as(await callers.find(request));
		const loc = await reads.findLoc(request.params.uid);
		if (loc === null) throw new ProblemError('not_found', 'There is no such city.');
		return readFront(reads, loc.id, time);
	});
}
