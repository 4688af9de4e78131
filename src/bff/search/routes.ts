/**
 * `GET /search/cities/:uid` and `GET /search/cities/:uid/days`: the search and the calendar that the specification has
 * no call for (contract `SearchAnswer`, `DaysAnswer`).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { datePattern, dateTimePattern, type EventType, eventTypes } from '../../contract/filters.ts';
import type { DaysAnswer, SearchAnswer } from '../../contract/session.ts';
import { ProblemError } from '../problem.ts';
import type { PublicReader } from '../proxy/public-reader.ts';
import type { SearchFilters } from './city-index.ts';
import type { CityIndexes, IndexedCity } from './city-indexes.ts';
import { countDays } from './days.ts';

const defaultHits = 60;
const mostHits = 100;
const longestQuery = 100;
/** Days of a range: six weeks of a calendar's month, and some. */
const mostDays = 62;
/** Events of one type that are read to tell the type of events that do not name theirs: five calls, shared. */
const mostOfType = 500;

type SearchRequest = FastifyRequest<{ Params: { uid: string }; Querystring: Record<string, unknown> }>;

const wrong = (name: string, expected: string) =>
	new ProblemError('invalid_request', `${name}: ${expected} is needed.`);

/** A parameter in a format; undefined when absent. @throws ProblemError invalid_request */
function read({ query }: SearchRequest, name: string, format: RegExp, expected: string): string | undefined {
	const value = query[name];
	if (value === undefined) return undefined;
	if (typeof value !== 'string' || !format.test(value)) throw wrong(name, expected);
	return value;
}

const readDay = (request: SearchRequest, name: string) => read(request, name, datePattern, 'YYYY-MM-DD');
const readTime = (request: SearchRequest, name: string) =>
	read(request, name, dateTimePattern, 'YYYY-MM-DD HH:MM:SS');
const readNumber = (request: SearchRequest, name: string) =>
	read(request, name, /^\d{1,5}$/, 'a whole number');
const readQuery = (request: SearchRequest) =>
	read(
		request,
		'q',
		new RegExp(`^.{0,${longestQuery}}$`, 'su'),
		`a text of 1 to ${longestQuery} characters`,
	)?.trim() ?? '';

const stateOf = ({ index, total, isComplete, indexedAt }: IndexedCity) => ({
	indexed: index.size(),
	listed: total,
	is_complete: isComplete,
	indexed_at: new Date(indexedAt).toISOString(),
});

export function addSearchRoute(app: FastifyInstance, reader: PublicReader, indexes: CityIndexes): void {
	/** @throws ProblemError not_found, or why the events cannot be read */
	const openCity = async ({ params: { uid }, query }: SearchRequest) => {
		const loc = /^[\w~-]{1,64}$/.test(uid) ? await reader.findLoc(uid) : null;
		if (loc === null) throw new ProblemError('not_found', 'There is no such city.');
		const city = await indexes.get(loc.id);
		const type = eventTypes.find((each) => each === query.type && each !== 'all');
		return { city, byType: await typeFilter(loc.id, city, type) };
	};

	/** A service need not say the type of an event; its lists by type tell which are of it. */
	const typeFilter = async (
		locId: string,
		{ index }: IndexedCity,
		type: EventType | undefined,
	): Promise<SearchFilters> => {
		if (type === undefined) return {};
		if (!index.hasUntyped()) return { type };
		const list = await reader.events({ loc: locId, day_type: 'future', type }, mostOfType);
		return { type, ofType: new Set(list?.events.map(({ id }) => id)) };
	};

	app.get('/search/cities/:uid', async (request: SearchRequest, reply): Promise<SearchAnswer> => {
		const query = readQuery(request);
		const day = readDay(request, 'day');
		if (query === '' && day === undefined)
			throw wrong('q', `a text of 1 to ${longestQuery} characters, or a day,`);
		const filters = { day, from: readTime(request, 'from'), to: readTime(request, 'to') };
		const start = Number(readNumber(request, 'start') ?? 0);
		const count = Math.min(mostHits, Number(readNumber(request, 'count') ?? defaultHits));
		const { city, byType } = await openCity(request);
		reply.header('cache-control', city.isComplete ? 'private, max-age=30' : 'no-store');
		return { ...city.index.search(query, { ...filters, ...byType }, { start, count }), ...stateOf(city) };
	});

	app.get('/search/cities/:uid/days', async (request: SearchRequest, reply): Promise<DaysAnswer> => {
		const query = readQuery(request);
		const from = readDay(request, 'from');
		const to = readDay(request, 'to');
		if (from === undefined || to === undefined) throw wrong('from and to', 'YYYY-MM-DD');
		const length = (Date.parse(to) - Date.parse(from)) / 86_400_000;
		if (!(length >= 0 && length <= mostDays))
			throw wrong('from and to', `a range of at most ${mostDays} days`);
		const { city, byType } = await openCity(request);
		reply.header('cache-control', city.isComplete ? 'private, max-age=30' : 'no-store');
		return { ...countDays(city.index.all(query, byType), from, to), ...stateOf(city) };
	});
}
