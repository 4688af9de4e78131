/** Search and calendar of a city, which the specification doesn't have (contract `SearchResponse`). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isListOffered } from '../../contract/bff-api/brand.ts';
import {
	type DaysResponse,
	type PlaceResponse,
	type SearchResponse,
	searchPageSize,
} from '../../contract/bff-api/search.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import type { Loc } from '../../contract/event/loc.ts';
import { daySpan, daysOf, isLongRunning, sortByTimes } from '../../contract/event/times.ts';
import {
	type Day,
	daysBetween,
	readDay,
	readWallClock,
	type WallClock,
} from '../../contract/event/wall-clock.ts';
import { serverPatterns } from '../../contract/paths.ts';
import { type EventType, eventTypes } from '../../contract/spec/filters.ts';
import type { WorkQueue } from '../fairness/work-queue.ts';
import type { Parts } from '../parts.ts';
import { ignoreProblem, notFound, ProblemError, validInput } from '../problems/problem.ts';
import type { PublicReads } from '../reads/public-reader.ts';
import { withoutTexts } from '../reads/shared-reads.ts';
import { type Hit, type SearchFilters, snippetOf } from './city-index.ts';
import type { CityIndexes, IndexedCity } from './city-indexes.ts';
import { citiesIn, namedBy } from './named.ts';

/** Six weeks of a calendar month, plus a margin. */
const maxDays = 62;
/** Bars that fit into a six-week calendar. */
const maxSpans = 120;
/** Events to read per type, if events don't name theirs: five calls, shared by all visitors. */
const maxOfType = 500;

const day = z.custom<Day>((value) => readDay(value) !== null, 'must be YYYY-MM-DD');
const time = z.custom<WallClock>((value) => readWallClock(value) !== null, 'must be YYYY-MM-DD HH:MM:SS');
const words = {
	q: z.string().max(100).trim().default(''),
	type: z.enum(eventTypes).exclude(['all']).optional().catch(undefined),
};
const searchSchema = z
	.object({
		...words,
		/** Best match first by default. */
		sort: z.literal('start').optional().catch(undefined),
		day: day.optional(),
		from: time.optional(),
		to: time.optional(),
		start: z
			.string()
			.regex(/^\d{1,5}$/)
			.transform(Number)
			.default(0),
		count: z
			.string()
			.regex(/^[1-9]\d?$/)
			.transform(Number)
			.default(searchPageSize),
	})
	.refine(
		({ q, day, from }) => q !== '' || day !== undefined || from !== undefined,
		'q, day or from is missing',
	);
const daysSchema = z
	.object({ ...words, from: day, to: day })
	.refine(
		({ from, to }) => from <= to && daysBetween(from, to) <= maxDays,
		`from and to must be a range of at most ${maxDays} days`,
	);

type SearchRequest = FastifyRequest<{ Params: { uid: string } }>;

const byStart = (hits: readonly Hit[]): Hit[] =>
	sortByTimes(hits.map((hit) => ({ hit, begin: hit.event.begin, end: hit.event.end }))).map(({ hit }) => hit);

/** Counts events by day, without long-running ones. */
export function countDays(
	events: readonly PublicEvent[],
	from: Day,
	to: Day,
): Pick<DaysResponse, 'days' | 'spans'> {
	const days: Record<Day, number> = {};
	const spans: PublicEvent[] = [];
	for (const event of events) {
		const span = daySpan(event);
		if (span === null || span.first > to || span.last < from || isLongRunning(event)) continue;
		if (span.first !== span.last) spans.push(event);
		for (const day of daysOf(event, { from })) if (day <= to) days[day] = (days[day] ?? 0) + 1;
	}
	return { days, spans: sortByTimes(spans).slice(0, maxSpans) };
}

/** If events don't name their type, the service's list of that type decides. */
async function typeFilter(
	reads: PublicReads,
	locId: string,
	{ index, idsByType }: IndexedCity,
	type: EventType | undefined,
): Promise<SearchFilters> {
	if (type === undefined || !index.hasUntyped()) return { type };
	const known = idsByType.get(type);
	if (known !== undefined) return { type, ofType: known };
	const events = await reads.events({ loc: locId, day_type: 'future', type }, maxOfType);
	const ofType = new Set(events.map(({ id }) => id));
	idsByType.set(type, ofType);
	return { type, ofType };
}

export function addSearchRoutes(
	app: FastifyInstance,
	{ reader, callers, brand }: Parts,
	indexes: CityIndexes,
	/** A separate queue, so that pages don't wait for searches. */
	runInTurn: WorkQueue,
): void {
	const requireOffered = (view: 'list' | 'calendar', q: string): void => {
		if (!isListOffered(brand().surfaces, { view, q })) throw notFound();
	};

	/**
	 * Searches the request's city, with the caller's access.
	 * @throws ProblemError not_found, sign_in_required, or the reason why the events can't be read
	 */
	const findIn = async <Found extends object>(
		request: SearchRequest,
		reply: FastifyReply,
		type: EventType | undefined,
		find: (index: IndexedCity['index'], byType: SearchFilters, loc: Loc) => Found,
	) => {
		const caller = await callers.find(request);
		const reads = reader.as(caller);
		const loc = await reads.findLoc(request.params.uid);
		if (loc === null) throw new ProblemError('not_found', 'There is no such city.');
		const city = await indexes.get(loc.id, caller);
		const filters = await typeFilter(reads, loc.id, city, type);
		const found = await runInTurn(() => find(city.index, filters, loc));
		// Personal responses must not outlive the session.
		const isShared = caller === null && !city.isReading;
		reply.header('cache-control', isShared ? 'private, max-age=30' : 'no-store');
		return {
			...found,
			indexed: city.index.size,
			listed: city.total,
			is_complete: city.isComplete,
			is_reading: city.isReading,
		};
	};

	app.get(serverPatterns.search, async (request: SearchRequest, reply): Promise<SearchResponse> => {
		const { q, type, sort, day, from, to = null, start, count } = validInput(searchSchema, request.query);
		requireOffered(day === undefined ? 'list' : 'calendar', q);
		const range = from === undefined ? undefined : { from, to };
		// The results are useful even if the names of other cities can't be read.
		const locs = (await reader.locs().catch(ignoreProblem)) ?? [];
		return findIn(request, reply, type, (index, byType, loc) => {
			const filters = { day, range, ...byType };
			const found = index.find(q, filters);
			const { hits, parts } = found;
			const ordered = sort === undefined ? hits : byStart(hits);
			const isFirst = start === 0 && q !== '';
			return {
				hits: ordered.slice(start, start + count).map((hit) => ({
					event: withoutTexts(hit.event),
					terms: hit.terms,
					snippet: hit.isInText ? snippetOf(hit) : null,
				})),
				total: hits.length,
				suggestion: isFirst ? index.suggest(q, filters, found) : null,
				named: {
					...namedBy(isFirst ? parts.map((part) => part.meant ?? part) : [], isFirst ? hits : []),
					cities: isFirst ? citiesIn(q, locs, loc) : [],
				},
			};
		});
	});

	type PlaceRequest = { Params: { uid: string; place: string } };
	app.get<PlaceRequest>(
		serverPatterns.searchPlace,
		async (request, reply): Promise<PlaceResponse> =>
			findIn(request, reply, undefined, (index) => {
				const events = index.at(request.params.place);
				return { events: events.slice(0, searchPageSize).map(withoutTexts), total: events.length };
			}),
	);

	app.get(serverPatterns.searchDays, async (request: SearchRequest, reply): Promise<DaysResponse> => {
		const { q, type, from, to } = validInput(daysSchema, request.query);
		requireOffered('calendar', q);
		return findIn(request, reply, type, (index, byType) => {
			const events = index.find(q, byType).hits.map(({ event }) => event);
			return countDays(events, from, to);
		});
	});
}
