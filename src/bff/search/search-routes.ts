/**
 * `GET /search/cities/:uid` and `GET /search/cities/:uid/days`: the search and the calendar, for which the specification
 * has no calls (contract `SearchResponse`, `DaysResponse`).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isListOffered } from '../../contract/bff-api/brand.ts';
import type { DaysResponse, SearchResponse } from '../../contract/bff-api/search.ts';
import type { TimeRange } from '../../contract/event/times.ts';
import { daysBetween, readDay, readWallClock, wallClockFromMs } from '../../contract/event/wall-clock.ts';
import { serverPatterns } from '../../contract/paths.ts';
import { type EventType, eventTypes } from '../../contract/spec/filters.ts';
import type { CurrentBrand } from '../brand/brand.ts';
import { ProblemError } from '../http/problem.ts';
import type { Caller, WithCaller } from '../reads/caller.ts';
import type { PublicReader, PublicReads } from '../reads/public-reader.ts';
import type { SearchFilters } from './city-index.ts';
import type { CityIndexes, IndexedCity } from './city-indexes.ts';
import { countDays } from './count-days.ts';

const defaultHits = 60;
const maxHits = 100;
const maxQuery = 100;
/** Days of a range: six weeks of a calendar's month, and some more. */
const maxDays = 62;
/** Events of one type that are read to find the type of events that do not name theirs: five calls, shared. */
const maxOfType = 500;

type SearchRequest = FastifyRequest<{ Params: { uid: string }; Querystring: Record<string, unknown> }>;

const wrong = (name: string, expected: string) =>
	new ProblemError('invalid_request', `${name} must be ${expected}.`);

/**
 * A parameter of the query; undefined when absent.
 *
 * @param read gives null for a value that is not as expected
 * @throws ProblemError invalid_request
 */
function readParameter<Value>(
	{ query }: SearchRequest,
	name: string,
	read: (value: unknown) => Value | null,
	expected: string,
): Value | undefined {
	const value = query[name];
	if (value === undefined) return undefined;
	const result = read(value);
	if (result === null) throw wrong(name, expected);
	return result;
}

const dayOf = (request: SearchRequest, name: string) => readParameter(request, name, readDay, 'YYYY-MM-DD');
const timeOf = (request: SearchRequest, name: string) =>
	readParameter(request, name, readWallClock, 'YYYY-MM-DD HH:MM:SS');

const readNumber = (value: unknown) =>
	typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : null;
const numberOf = (request: SearchRequest, name: string) =>
	readParameter(request, name, readNumber, 'a whole number');

const queryForm = `a text of 1 to ${maxQuery} characters`;
const readQuery = (value: unknown) =>
	typeof value === 'string' && [...value].length <= maxQuery ? value.trim() : null;
const queryOf = (request: SearchRequest) => readParameter(request, 'q', readQuery, queryForm) ?? '';

/** The range of `from` and `to`, either of which can be absent. */
function rangeOf(request: SearchRequest): TimeRange | undefined {
	const from = timeOf(request, 'from');
	const to = timeOf(request, 'to');
	if (from === undefined && to === undefined) return undefined;
	return { from: from ?? wallClockFromMs(Number.NEGATIVE_INFINITY), to: to ?? null };
}

const stateOf = ({ index, total, isComplete, isReading, indexedAt }: IndexedCity) => ({
	indexed: index.size(),
	listed: total,
	is_complete: isComplete,
	is_reading: isReading,
	indexed_at: new Date(indexedAt).toISOString(),
});

export function addSearchRoutes(
	app: FastifyInstance,
	reader: PublicReader,
	indexes: CityIndexes,
	withCaller: WithCaller,
	brand: CurrentBrand,
): void {
	/** Words are for the search, days for the calendar. @throws ProblemError not_found */
	const requireOffered = (view: 'list' | 'calendar', q: string): void => {
		if (!isListOffered(brand().surfaces, { view, q }))
			throw new ProblemError('not_found', 'There is nothing at this URL.');
	};

	/** A service need not say the type of an event; then the service's list of that type shows which events it has. */
	const typeFilter = async (
		reads: PublicReads,
		locId: string,
		{ index }: IndexedCity,
		type: EventType | undefined,
	): Promise<SearchFilters> => {
		if (type === undefined) return {};
		if (!index.hasUntyped()) return { type };
		const events = await reads.events({ loc: locId, day_type: 'future', type }, maxOfType);
		return { type, ofType: new Set(events.map(({ id }) => id)) };
	};

	/** @throws ProblemError not_found, sign_in_required, or the reason why the events cannot be read */
	const openCity = async ({ params: { uid }, query }: SearchRequest, caller: Caller | null) => {
		const reads = reader.as(caller);
		const loc = await reads.findLoc(uid);
		if (loc === null) throw new ProblemError('not_found', 'There is no such city.');
		const city = await indexes.get(loc.id, caller);
		const type = eventTypes.find((each) => each === query.type && each !== 'all');
		return { city, byType: await typeFilter(reads, loc.id, city, type) };
	};

	/** Finds in the city of a request, as its caller may. */
	const findIn = <Found extends object>(
		request: SearchRequest,
		reply: FastifyReply,
		find: (city: IndexedCity, byType: SearchFilters) => Promise<Found>,
	) =>
		withCaller(request, reply, async (caller) => {
			const { city, byType } = await openCity(request, caller);
			// What a person sees may be for nobody else, so it must not outlast a sign-out.
			const isKept = caller === null && !city.isReading;
			reply.header('cache-control', isKept ? 'private, max-age=30' : 'no-store');
			return { ...(await find(city, byType)), ...stateOf(city) };
		});

	app.get(serverPatterns.search, async (request: SearchRequest, reply): Promise<SearchResponse> => {
		const query = queryOf(request);
		const day = dayOf(request, 'day');
		requireOffered(day === undefined ? 'list' : 'calendar', query);
		if (query === '' && day === undefined) throw wrong('q', `${queryForm}, unless there is a day`);
		const filters = { day, range: rangeOf(request) };
		const start = numberOf(request, 'start') ?? 0;
		const count = Math.min(maxHits, numberOf(request, 'count') ?? defaultHits);
		return findIn(request, reply, ({ index }, byType) =>
			index.search(query, { ...filters, ...byType }, { start, count }),
		);
	});

	app.get(serverPatterns.searchDays, async (request: SearchRequest, reply): Promise<DaysResponse> => {
		const query = queryOf(request);
		requireOffered('calendar', query);
		const from = dayOf(request, 'from');
		const to = dayOf(request, 'to');
		if (from === undefined || to === undefined) throw wrong('from and to', 'YYYY-MM-DD');
		if (to < from || daysBetween(from, to) > maxDays)
			throw wrong('from and to', `a range of at most ${maxDays} days`);
		return findIn(request, reply, async ({ index }, byType) =>
			countDays(await index.all(query, byType), from, to),
		);
	});
}
