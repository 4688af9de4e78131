/** Routes that search a city's events, count them by day, and find those at a place, in the BFF's search index. */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isListOffered } from '../../contract/bff-api/brand.ts';
import { searchPageSize } from '../../contract/bff-api/limits.ts';
import type { Locale } from '../../contract/bff-api/preferences.ts';
import {
	type DaysQuery,
	type DaysResponse,
	daysQuerySchema,
	daysResponseSchema,
	maxDays,
	type PlaceResponse,
	placeResponseSchema,
	type SearchQuery,
	type SearchResponse,
	searchQuerySchema,
	searchResponseSchema,
} from '../../contract/bff-api/search.ts';
import { type PublicEvent, placeKey } from '../../contract/event/event.ts';
import type { Loc } from '../../contract/event/loc.ts';
import {
	daySpan,
	daysOf,
	isLongRunning,
	listedTimes,
	sortByTimes,
	type TimeRange,
} from '../../contract/event/times.ts';
import {
	addDays,
	type Day,
	dayOf,
	daysBetween,
	startOfDay,
	type WallClock,
	wallClockAt,
} from '../../contract/event/wall-clock.ts';
import { serverPatterns } from '../../contract/paths.ts';
import type { EventType } from '../../contract/spec/filters.ts';
import { createWorkQueue } from '../fairness/work-queue.ts';
import type { Asker, Finder, Parts } from '../parts.ts';
import { preferencesOf } from '../problems/preferences.ts';
import { ignoreProblem, notFound, ProblemError } from '../problems/problem.ts';
import type { PublicReads } from '../reads/public-reader.ts';
import { withoutTexts } from '../reads/shared-reads.ts';
import { type CityIndex, type Hit, type SearchFilters, snippetOf } from './city-index.ts';
import { createCityIndexes, type IndexedCity } from './city-indexes.ts';
import { citiesIn, namedBy, withoutCity } from './named.ts';
import { readPriceWords } from './price-words.ts';
import { readTimeWords } from './time-words.ts';

/** Events of several days that fit into a six-week calendar. */
const maxSpans = 120;
/** Events to read of a type, if the service's events don't name their type: five calls, which all visitors share. */
const maxOfType = 500;

/** The days that the words of a query name, else the requested range. Never begins before `from`. */
function rangeOf(
	days: { from: Day | null; to: Day | null } | null,
	from: WallClock | undefined,
	to: WallClock | null,
): TimeRange | undefined {
	if (days?.from == null || days.to === null) return from === undefined ? undefined : { from, to };
	const starts = startOfDay(days.from);
	return { from: from !== undefined && from > starts ? from : starts, to: startOfDay(addDays(days.to, 1)) };
}

/** A text of fewer words, one of them a day, is probably no name. */
const minWordsOfName = 3;

/**
 * Splits a query into words to search for, a price and a time. Words of a price or a time are searched for if they are
 * part of a name: “free jazz”, “night market”, “Saturday Night Fever”.
 */
function readQuery(
	index: CityIndex,
	{ isMonthFirst }: Asker,
	{ q, lang, now }: { q: string; lang: Locale; now: WallClock },
) {
	const priced = readPriceWords(q);
	const isName = priced.price === null || (priced.words !== '' && index.hasName(q));
	// If the service sends no prices, “free” is searched for: it may be in a text.
	const isPrice = !isName && (priced.price?.max !== 0 || index.events().some((event) => event.price));
	const { words, price } = isPrice ? priced : { words: q, price: null };
	const timed = readTimeWords(words, { locale: lang, today: dayOf(now), isMonthFirst });
	const isUnsure = timed.when?.from === null || words.split(/\s+/).length >= minWordsOfName;
	const mayBeName = timed.when !== null && timed.words !== '' && isUnsure;
	return mayBeName && index.hasName(words) ? { words, when: null, price } : { ...timed, price };
}

/**
 * Finds events by a query that `readQuery` has read. A query that only names a part of the day, such as “night”, may also
 * mean a word: events with this word in a name come first, at any time of day.
 */
function findRead(
	index: CityIndex,
	{ words, when }: Pick<ReturnType<typeof readQuery>, 'words' | 'when'>,
	filters: SearchFilters,
) {
	const found = index.find(words, filters);
	if (words !== '' || when === null || when.from !== null) return found;
	const byWord = index.find(when.text, { ...filters, part: undefined }, 0);
	const named = byWord.isAsTyped ? byWord.hits.filter(({ isInText }) => !isInText) : [];
	const ids = new Set(named.map(({ event }) => event.id));
	return { ...found, hits: [...named, ...found.hits.filter(({ event }) => !ids.has(event.id))] };
}

/** Days to offer if nothing is found in the requested time. */
const maxNear = 3;

function nearestDays(
	events: readonly PublicEvent[],
	today: Day,
	to: Day,
): NonNullable<SearchResponse['near']> {
	const { days } = countDays(events, today, addDays(today, maxDays));
	return (Object.entries(days) as [Day, number][])
		.map(([day, count]) => ({ day, count, away: Math.abs(daysBetween(to, day)) }))
		.toSorted((a, b) => a.away - b.away || (a.day < b.day ? 1 : -1))
		.slice(0, maxNear)
		.map(({ day, count }) => ({ day, count }))
		.toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** Counts events by day, except long-running ones. `spans`: those of several days. */
function countDays(events: readonly PublicEvent[], from: Day, to: Day): Pick<DaysResponse, 'days' | 'spans'> {
	const days: Record<Day, number> = {};
	const spans: PublicEvent[] = [];
	for (const event of events) {
		const span = daySpan(event);
		if (span === null || span.first > to || span.last < from || isLongRunning(event)) continue;
		if (span.first !== span.last) spans.push(event);
		for (const day of daysOf(event, { from })) if (day <= to) days[day] = (days[day] ?? 0) + 1;
	}
	return { days, spans: sortByTimes(spans, null).slice(0, maxSpans) };
}

/** If the service's events don't name their type, reads the service's list of the requested type. */
async function typeFilter(
	reads: PublicReads,
	locId: string,
	{ index, idsByType, notBefore }: IndexedCity,
	type: EventType | undefined,
): Promise<SearchFilters> {
	if (type === undefined || index.events().every((event) => event.type !== null)) return { type };
	const known = idsByType.get(type);
	if (known !== undefined) return { type, ofType: known };
	const events = await reads.events({ loc: locId, day_type: 'future', type }, maxOfType, notBefore);
	const ofType = new Set(events.map(({ id }) => id));
	idsByType.set(type, ofType);
	return { type, ofType };
}

export function createFinder(parts: Parts, log: Pick<FastifyBaseLogger, 'info'>): Finder {
	const { reader, sharedReads, brand, time } = parts;
	const { timeZone, clock } = time;
	/**
	 * Searches have a queue of their own, so that pages don't wait for them. A search runs as several tasks, because one
	 * look-up in an index of ten thousand events takes up to 100 ms.
	 */
	const runInTurn = createWorkQueue();
	const openCity = createCityIndexes(parts, log, runInTurn);
	const requireOffered = (view: 'list' | 'calendar', q: string): void => {
		if (!isListOffered(brand().surfaces, { view, q })) throw notFound();
	};

	const findIn = async <Found extends object>(
		{ uid, caller }: Asker,
		type: EventType | undefined,
		find: (index: CityIndex, byType: SearchFilters, loc: Loc) => Promise<Found>,
		shownIn: (found: Found) => readonly PublicEvent[],
	) => {
		const reads = reader.as(caller);
		const loc = await reads.findLoc(uid);
		if (loc === null) throw new ProblemError('not_found', 'There is no such city.');
		const { city, found } = await sharedReads.untracked(async () => {
			const city = await openCity(loc.id, caller);
			const filters = await typeFilter(reads, loc.id, city, type);
			return { city, found: await find(city.index, filters, loc) };
		});
		for (const { id } of shownIn(found)) sharedReads.peekEvent(id);
		return {
			...found,
			indexed: city.index.size,
			listed: city.total,
			is_complete: city.isComplete,
			is_reading: city.isReading,
		};
	};

	/** The start of a range. If the service's time zone is unknown, includes events that are not over in some zone. */
	const pastOf = (from: WallClock | undefined, to: WallClock | null) => {
		if (timeZone !== null || from === undefined) return from;
		const westernmost = wallClockAt(clock(), 'Etc/GMT+12');
		const midnight = startOfDay(dayOf(from));
		const past = to !== null && westernmost < midnight ? midnight : westernmost;
		return past < from ? past : from;
	};
	const serviceNow = () => wallClockAt(clock(), timeZone ?? 'UTC');

	const search = async (asker: Asker, input: SearchQuery): Promise<SearchResponse> => {
		const { q, type, sort, day, from, to = null, start, count, lang, now = serviceNow() } = input;
		requireOffered(day === undefined ? 'list' : 'calendar', q);
		const isChosen = day !== undefined || to !== null;
		// If the names of other cities can't be read, the query names none.
		const locs = (await reader.locs().catch(ignoreProblem)) ?? [];
		const find = async (index: CityIndex, ofType: SearchFilters, loc: Loc) => {
			const query = await runInTurn(() => readQuery(index, asker, { q, lang, now }));
			const { words, when: read, price } = query;
			const byType = { ...ofType, maxPrice: price?.max ?? input.price, now };
			const days = isChosen || read?.from == null ? null : read;
			const when = read && { ...read, from: days?.from ?? null, to: days?.to ?? null };
			const part = read?.part ?? undefined;
			const filters = { day, range: rangeOf(days, pastOf(from, to), to), part, ...byType };
			const typed = await runInTurn(() => findRead(index, query, filters));
			const others = typed.isAsTyped ? words : withoutCity(words, loc);
			const found = others === words ? typed : await runInTurn(() => index.find(others, filters));
			const { hits, parts } = found;
			const isLong = ({ event }: Hit) => isLongRunning(listedTimes(event, now));
			const isFirst = start === 0 && words !== '';
			const isTimed = isChosen || read !== null;
			const isBare = hits.every((hit) => part === undefined && isLong(hit));
			const findNear = () =>
				nearestDays(
					index.find(words, byType).hits.map(({ event }) => event),
					dayOf(now),
					day ?? days?.from ?? dayOf(now),
				);
			const near = isTimed && start === 0 && isBare ? await runInTurn(findNear) : [];
			return runInTurn(() => ({
				hits: (sort === undefined ? hits : sortByTimes(hits, now)).slice(start, start + count).map((hit) => ({
					event: withoutTexts(hit.event),
					terms: hit.terms,
					snippet: hit.isInText ? snippetOf(hit) : null,
				})),
				total: hits.length,
				running: hits.filter(isLong).length,
				suggestion: isFirst ? index.suggest(words, filters, found) : null,
				named: {
					...namedBy(isFirst ? parts.map((part) => part.meant ?? part) : [], isFirst ? hits : []),
					cities: isFirst ? citiesIn(words, locs, loc) : [],
				},
				words,
				price,
				when: when !== null && when.from === null && when.part === null ? null : when,
				near,
			}));
		};
		return findIn(asker, type, find, ({ hits }) => hits.map(({ event }) => event));
	};

	const place = (asker: Asker, key: string): Promise<PlaceResponse> => {
		const find = (index: CityIndex) =>
			runInTurn(() => {
				const atPlace = index.events().filter((event) => placeKey(event) === key);
				const events = sortByTimes(atPlace, serviceNow());
				return { events: events.slice(0, searchPageSize).map(withoutTexts), total: events.length };
			});
		return findIn(asker, undefined, find, ({ events }) => events);
	};

	const days = async (asker: Asker, query: DaysQuery): Promise<DaysResponse> => {
		const { q, type, from, to, lang, now = serviceNow(), ...input } = query;
		requireOffered('calendar', q);
		const find = async (index: CityIndex, byType: SearchFilters) => {
			const named = await runInTurn(() => readQuery(index, asker, { q, lang, now }));
			const maxPrice = named.price?.max ?? input.price;
			const part = named.when?.part ?? undefined;
			const filters = { ...byType, maxPrice, part, now };
			const { hits } = await runInTurn(() => findRead(index, named, filters));
			const events = hits.map(({ event }) => event);
			const { days, spans } = await runInTurn(() => countDays(events, from, to));
			// Past days would have too low a number: the service lists only events that are not over.
			const counted = Object.entries(days).filter(([day]) => day >= dayOf(now));
			return { days: Object.fromEntries(counted), spans };
		};
		return findIn(asker, type, find, ({ spans }) => spans);
	};
	return { search, place, days };
}

const params = z.object({ uid: z.string() });
const problems = ['service', 'session', 'not_found'] as const;
const search = {
	summary: "Searches a city's events. Without `q`, returns all events in a period, by start.",
	params,
	querystring: searchQuerySchema,
	response: { 200: searchResponseSchema },
	problems,
};
const days = {
	summary: 'Counts the events of each day.',
	params,
	querystring: daysQuerySchema,
	response: { 200: daysResponseSchema },
	problems,
};
const place = {
	summary: 'Events at one place.',
	params: params.extend({ place: z.string().describe('the address, else the coordinates') }),
	response: { 200: placeResponseSchema },
	problems,
};

export function addSearchRoutes(app: FastifyInstance, { callers, brand }: Parts, finder: Finder): void {
	const askerOf = async (request: FastifyRequest, uid: string): Promise<Asker> => {
		const caller = await callers.find(request);
		const { isMonthFirst } = preferencesOf(request, brand().locale).formats;
		return { uid, caller, isMonthFirst };
	};
	app.get(serverPatterns.search, { schema: search }, async (request) =>
		finder.search(await askerOf(request, request.params.uid), request.query),
	);
	app.get(serverPatterns.searchPlace, { schema: place }, async (request) =>
		finder.place(await askerOf(request, request.params.uid), request.params.place),
	);
	app.get(serverPatterns.searchDays, { schema: days }, async (request) =>
		finder.days(await askerOf(request, request.params.uid), request.query),
	);
}
