/** Routes that search a city's events, count them by day, and find those at a place, in the BFF's search index. */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isListOffered } from '../../contract/bff-api/brand.ts';
import { searchPageSize } from '../../contract/bff-api/limits.ts';
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
import { bffPatterns } from '../../contract/paths.ts';
import type { EventType } from '../../contract/spec/filters.ts';
import { createWorkQueue } from '../fairness/work-queue.ts';
import type { Asker, Finder, Parts } from '../parts.ts';
import { preferencesOf } from '../preferences.ts';
import { ignoreProblem, notFound, ProblemError } from '../problems/problem.ts';
import type { PublicReads } from '../reads/public-reader.ts';
import { withoutTexts } from '../reads/shared-reads.ts';
import { type CityIndex, correct, type Hit, type SearchFilters, snippetOf } from './city-index.ts';
import { createCityIndexes, type IndexedCity } from './city-indexes.ts';
import { citiesIn, namedBy, withoutCity } from './named.ts';
import { readPriceWords } from './price-words.ts';
import { readTimeWords } from './time-words.ts';

/** Events of several days that fit into a six-week calendar. */
const maxSpans = 120;
/** Events to read of a type, if the service's events don't name their type: five calls, which all visitors share. */
const maxOfType = 500;
/** A text with the word for a day and fewer words than this is probably not a name. */
const minWordsOfName = 3;
/** Days to offer if nothing is found in the requested time. */
const maxNear = 3;

/** A query with the reader's time, or else the service's. */
type Query = (SearchQuery | DaysQuery) & { now: WallClock };

/** What a query means: the words to search for, and a price and a time that its other words name. */
type Interpretation = ReturnType<typeof interpret>;

/**
 * Interprets a query. Words that name a price or a time are searched for if they are part of a name: “free jazz”, “night
 * market”, “Saturday Night Fever”.
 */
function interpret(index: CityIndex, { q, lang, now }: Query, isMonthFirst: boolean) {
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

/** The filters that don't depend on the searched days. */
const filtersOf = ({ when, price }: Interpretation, query: Query, byType: SearchFilters): SearchFilters => ({
	...byType,
	maxPrice: price?.max ?? query.price,
	part: when?.part ?? undefined,
	now: query.now,
});

/** The time to search: the days that the query's words name, else the requested time. Never begins before `from`. */
function rangeOf(
	named: Interpretation['when'],
	from: WallClock | undefined,
	to: WallClock | null,
): TimeRange | undefined {
	if (named?.from == null || named.to === null) return from === undefined ? undefined : { from, to };
	const starts = startOfDay(named.from);
	return { from: from !== undefined && from > starts ? from : starts, to: startOfDay(addDays(named.to, 1)) };
}

/**
 * Finds events. A query that only names a part of the day, such as “night”, may also mean a word: events with this word
 * in a name come first, at any time of day.
 */
function findEvents(index: CityIndex, { words, when }: Interpretation, filters: SearchFilters) {
	const found = index.find(words, filters);
	if (words !== '' || when === null || when.from !== null) return found;
	const byWord = index.find(when.text, { ...filters, part: undefined });
	const named = byWord.isAsTyped ? byWord.hits.filter(({ isInText }) => !isInText) : [];
	const ids = new Set(named.map(({ event }) => event.id));
	return { ...found, hits: [...named, ...found.hits.filter(({ event }) => !ids.has(event.id))] };
}

/** Counts events by day, except long-running ones. `spans`: the events of several days. */
function countDays(hits: readonly Hit[], from: Day, to: Day): Pick<DaysResponse, 'days' | 'spans'> {
	const days: Record<Day, number> = {};
	const spans: PublicEvent[] = [];
	for (const { event } of hits) {
		const span = daySpan(event);
		if (span === null || span.first > to || span.last < from || isLongRunning(event)) continue;
		if (span.first !== span.last) spans.push(event);
		for (const day of daysOf(event, { from })) if (day <= to) days[day] = (days[day] ?? 0) + 1;
	}
	return { days, spans: sortByTimes(spans, null).slice(0, maxSpans) };
}

/** Finds the days with events that are nearest to a day; of equally near ones, the later. */
function nearestDays(hits: readonly Hit[], to: Day, today: Day) {
	const { days } = countDays(hits, today, addDays(today, maxDays));
	const distance = (day: Day) => Math.abs(daysBetween(to, day));
	return (Object.keys(days) as Day[])
		.toSorted((a, b) => distance(a) - distance(b) || b.localeCompare(a))
		.slice(0, maxNear)
		.toSorted()
		.map((day) => ({ day, count: days[day] ?? 0 }));
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
	const serviceNow = () => wallClockAt(clock(), timeZone ?? 'UTC');

	/** The start of a range. If the service's time zone is unknown, includes events that are not over in some zone. */
	const earliestOf = (from: WallClock | undefined, to: WallClock | null) => {
		if (timeZone !== null || from === undefined) return from;
		const westernmost = wallClockAt(clock(), 'Etc/GMT+12');
		const midnight = startOfDay(dayOf(from));
		const past = to !== null && westernmost < midnight ? midnight : westernmost;
		return past < from ? past : from;
	};

	/** @param shownIn lists the events in the response: if one changes, cached pages with this response are made again */
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
			const byType = await typeFilter(reads, loc.id, city, type);
			return { city, found: await find(city.index, byType, loc) };
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

	const search = async (asker: Asker, input: SearchQuery): Promise<SearchResponse> => {
		const { day, from, to = null, start, count, now = serviceNow() } = input;
		const query = { ...input, now };
		requireOffered(day === undefined ? 'list' : 'calendar', query.q);
		// If the names of other cities can't be read, the query names none.
		const locs = (await reader.locs().catch(ignoreProblem)) ?? [];
		const find = async (index: CityIndex, byType: SearchFilters, loc: Loc) => {
			const meant = await runInTurn(() => interpret(index, query, asker.isMonthFirst));
			const { words, when, price } = meant;
			const isDayChosen = day !== undefined || to !== null;
			const named = isDayChosen ? when && { ...when, from: null, to: null } : when;
			const onAnyDay = filtersOf(meant, query, byType);
			const filters = { ...onAnyDay, day, range: rangeOf(named, earliestOf(from, to), to) };
			const typed = await runInTurn(() => findEvents(index, meant, filters));
			const wordsBeside = typed.isAsTyped ? words : withoutCity(words, loc);
			const found = wordsBeside === words ? typed : await runInTurn(() => index.find(wordsBeside, filters));
			const { hits, parts } = found;
			const isLong = ({ event }: Hit) => isLongRunning(listedTimes(event, now));
			const isBare = hits.every((hit) => filters.part === undefined && isLong(hit));
			const findNear = () => {
				const onOtherDays = index.find(words, { ...onAnyDay, part: undefined }).hits;
				return nearestDays(onOtherDays, day ?? named?.from ?? dayOf(now), dayOf(now));
			};
			const isTimed = isDayChosen || when !== null;
			const near = isTimed && start === 0 && isBare ? await runInTurn(findNear) : [];
			const isFirst = start === 0 && words !== '';
			return runInTurn(() => ({
				hits: (query.sort === undefined ? hits : sortByTimes(hits, now))
					.slice(start, start + count)
					.map((hit) => ({
						event: withoutTexts(hit.event),
						terms: hit.terms,
						snippet: hit.isInText ? snippetOf(hit) : null,
					})),
				total: hits.length,
				running: hits.filter(isLong).length,
				suggestion: isFirst ? correct(words, found) : null,
				named: {
					...namedBy(isFirst ? parts.map((part) => part.meant ?? part) : [], isFirst ? hits : []),
					cities: isFirst ? citiesIn(words, locs, loc) : [],
				},
				words,
				price,
				when: named?.from == null && named?.part == null ? null : named,
				near,
			}));
		};
		return findIn(asker, query.type, find, ({ hits }) => hits.map(({ event }) => event));
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

	const days = async (asker: Asker, input: DaysQuery): Promise<DaysResponse> => {
		const { from, to, now = serviceNow() } = input;
		const query = { ...input, now };
		requireOffered('calendar', query.q);
		const find = async (index: CityIndex, byType: SearchFilters) => {
			const meant = await runInTurn(() => interpret(index, query, asker.isMonthFirst));
			const { hits } = await runInTurn(() => findEvents(index, meant, filtersOf(meant, query, byType)));
			const { days, spans } = await runInTurn(() => countDays(hits, from, to));
			// Omit past days: the service lists only events that are not over, so their numbers would be too low.
			const counted = Object.entries(days).filter(([day]) => day >= dayOf(now));
			return { days: Object.fromEntries(counted), spans };
		};
		return findIn(asker, query.type, find, ({ spans }) => spans);
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
	app.get(bffPatterns.search, { schema: search }, async (request) =>
		finder.search(await askerOf(request, request.params.uid), request.query),
	);
	app.get(bffPatterns.searchPlace, { schema: place }, async (request) =>
		finder.place(await askerOf(request, request.params.uid), request.params.place),
	);
	app.get(bffPatterns.searchDays, { schema: days }, async (request) =>
		finder.days(await askerOf(request, request.params.uid), request.query),
	);
}
