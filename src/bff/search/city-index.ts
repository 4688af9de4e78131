/** Search index of one city's events: title, place, text and owner; ranked, tolerates typos. */
import { setImmediate as nextTick } from 'node:timers/promises';
import MiniSearch, { type Query } from 'minisearch';
import { type PublicEvent, placeKey } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { isOnDay, isWithin, sortByTimes, type TimeRange } from '../../contract/event/times.ts';
import type { Day } from '../../contract/event/wall-clock.ts';
import { meaningsOf, type QueryPart, queryParts } from './meanings.ts';
import { isChinese, normalise, tokenize, typos } from './tokenize.ts';

export interface SearchFilters {
	/** On at any time in the range. Excludes events without a start. */
	range?: TimeRange | undefined;
	/** On that day, as a calendar shows it. */
	day?: Day | undefined;
	type?: string | undefined;
	/** Events of that type, for services whose events don't name their own. */
	ofType?: ReadonlySet<string> | undefined;
}

interface Hit {
	/** Without `content`. */
	event: PublicEvent;
	/** For highlighting. */
	terms: string[];
}

export interface CityIndex {
	/** Adds as many events as fit. */
	add(list: readonly PublicEvent[]): Promise<void>;
	/** Every match, best first. @param query empty: every event, by time */
	find(query: string, filters: SearchFilters): Hit[];
	/** The query without known typos; null if unchanged. */
	suggest(query: string): string | null;
	/** Events at a place, by start. @param place see `placeKey` */
	at(place: string): PublicEvent[];
	/** Whether some events do not name their type. */
	hasUntyped(): boolean;
	size(): number;
	/** Estimated memory. */
	bytes(): number;
}

/** Characters. The beginning of a text says what it is about. */
const maxIndexedText = 1_200;

/**
 * Bytes per term, and per event that has it. Measured with random Chinese texts, which share almost no pair of
 * characters.
 */
const bytesPer = { term: 550, occurrence: 45 };

/** An event's words, and their meanings (`meanings.ts`). */
const wordFields = ['title', 'place', 'owner', 'text'] as const;
type Field = (typeof wordFields)[number] | 'meaning';

const queryOf = ({ terms, meanings, meant }: QueryPart): Query => ({
	combineWith: 'OR',
	queries: [
		// Words with a meaning are not typos.
		{
			combineWith: 'AND',
			queries: terms,
			fields: [...wordFields],
			...(meanings.length > 0 && meant === null ? { fuzzy: false } : {}),
		},
		{ combineWith: 'OR', queries: [...meanings], fields: ['meaning'], fuzzy: false, prefix: false },
	],
});

const fitsTo =
	({ range, day, type, ofType }: SearchFilters) =>
	(event: PublicEvent): boolean => {
		if (type !== undefined && event.type !== type && ofType?.has(event.id) !== true) return false;
		if (day !== undefined && !isOnDay(event, day)) return false;
		return range === undefined || (event.begin !== null && isWithin(event, range));
	};

/** @param maxBytes estimated */
export function createCityIndex(maxBytes: number): CityIndex {
	const events = new Map<string, PublicEvent>();
	let occurrences = 0;
	let eventBytes = 0;
	const index = new MiniSearch<Record<'id' | Field, string>>({
		fields: [...wordFields, 'meaning'],
		tokenize(text, field) {
			const terms = field === 'meaning' ? text.split(' ') : tokenize(text);
			occurrences += terms.length;
			return terms;
		},
		processTerm: (term) => term,
		searchOptions: {
			tokenize: (term) => [term],
			boost: { title: 5, meaning: 4, place: 2, owner: 2 },
			fuzzy: typos,
			prefix: (term) => isChinese(term) || term.length > 1,
			weights: { fuzzy: 0.3, prefix: 0.6 },
		},
	});
	/** The last count of terms, and occurrences at that time: counting makes MiniSearch visit every term. */
	let counted = { terms: 0, occurrences: 0 };
	const bytesWith = (terms: number) => eventBytes + bytesPer.term * terms + bytesPer.occurrence * occurrences;
	const bytes = () => {
		counted = { terms: index.termCount, occurrences };
		return bytesWith(counted.terms);
	};
	/** Counts only if the index would be full with every occurrence since then as a new term. */
	const isFull = () =>
		bytesWith(counted.terms + occurrences - counted.occurrences) >= maxBytes && bytes() >= maxBytes;

	return {
		async add(list) {
			for (const { contentImages: _, content, ...event } of list) {
				if (events.has(event.id) || isFull()) continue;
				const { id, title, address, owner } = event;
				const text = plainText(content).slice(0, maxIndexedText);
				index.add({
					id,
					title,
					place: address,
					owner: owner?.name ?? '',
					text,
					meaning: meaningsOf(event).join(' '),
				});
				events.set(id, { ...event, content: null });
				eventBytes += JSON.stringify(event).length;
				// Yield to other requests.
				await nextTick();
			}
		},
		find(query, filters) {
			const fits = fitsTo(filters);
			if (query === '')
				return sortByTimes([...events.values()].filter(fits)).map((event) => ({ event, terms: [] }));
			const parts = queryParts(query);
			const search = (combineWith: 'AND' | 'OR') =>
				index.search({ combineWith, queries: parts.map(queryOf) }).flatMap(({ id, match }) => {
					const event = events.get(id);
					if (event === undefined || !fits(event)) return [];
					const terms = Object.keys(match).filter((term) =>
						match[term]?.some((field) => field !== 'meaning'),
					);
					return [{ event, terms }];
				});
			const strict = search('AND');
			return strict.length > 0 ? strict : search('OR');
		},
		suggest(query) {
			const parts = queryParts(query);
			if (parts.some(({ meant }) => meant !== null))
				return parts.map(({ terms, meant }) => meant ?? terms.join(' ')).join(' ');
			// Edit distance finds no typos in Chinese.
			const [best] = isChinese(query)
				? []
				: index.autoSuggest(query, { fuzzy: 0.3, fields: ['title', 'place', 'owner'] });
			return best === undefined || best.suggestion === normalise(query) ? null : best.suggestion;
		},
		at: (place) => sortByTimes([...events.values()].filter((event) => placeKey(event) === place)),
		hasUntyped: () => [...events.values()].some(({ type }) => type === null),
		size: () => events.size,
		bytes,
	};
}
