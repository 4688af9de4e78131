/** An index of one city's events: title, place, text and owner, ranked, forgiving typos. */
import { setImmediate as nextTick } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import type { PublicEvent } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { isOnDay, isWithin, sortByTimes, type TimeRange } from '../../contract/event/times.ts';
import type { Day } from '../../contract/event/wall-clock.ts';
import { isChinese, tokenize, tokenizeQuery } from './tokenize.ts';

export interface SearchFilters {
	/** The event is on at any time within. An event whose start is not known is left out. */
	range?: TimeRange | undefined;
	/** The event is on at that day, as a calendar shows it. */
	day?: Day | undefined;
	/** Word of the type. */
	type?: string | undefined;
	/** Events known to be of that type, for services whose events do not name their own. */
	ofType?: ReadonlySet<string> | undefined;
}

interface Hit {
	/** Without `content`. */
	event: PublicEvent;
	/** Terms of the text that matched, for highlighting. */
	terms: string[];
}

export interface CityIndex {
	/** Adds events with their texts, as many as fit. */
	add(list: readonly PublicEvent[]): Promise<void>;
	/** Every match, best first. @param query empty: every event, in order of time */
	find(query: string, filters: SearchFilters): Hit[];
	/** Whether some events do not name their type. */
	hasUntyped(): boolean;
	/** Number of events. */
	size(): number;
	/** About what events and index take in memory. */
	bytes(): number;
}

/** Characters of a text that are indexed: its beginning says what it is about. */
const maxIndexedText = 1_200;

/**
 * Bytes that the index takes for a term that some event has, and for each event that has it: measured with texts of random
 * Chinese characters, of which hardly any two have a pair in common.
 */
const bytesPer = { term: 550, occurrence: 45 };

const fitsTo =
	({ range, day, type, ofType }: SearchFilters) =>
	(event: PublicEvent): boolean => {
		if (type !== undefined && event.type !== type && ofType?.has(event.id) !== true) return false;
		if (day !== undefined && !isOnDay(event, day)) return false;
		return range === undefined || (event.begin !== null && isWithin(event, range));
	};

/** @param maxBytes about what the index may take */
export function createCityIndex(maxBytes: number): CityIndex {
	const events = new Map<string, PublicEvent>();
	let occurrences = 0;
	let eventBytes = 0;
	const index = new MiniSearch<{ id: string; title: string; place: string; owner: string; text: string }>({
		fields: ['title', 'place', 'owner', 'text'],
		tokenize(text) {
			const terms = tokenize(text);
			occurrences += terms.length;
			return terms;
		},
		processTerm: (term) => term,
		searchOptions: {
			tokenize: tokenizeQuery,
			boost: { title: 5, place: 2, owner: 2 },
			// A typo in a long word is likely one; in Chinese, or in a short word, it is another word.
			fuzzy: (term) => (isChinese(term) || term.length < 4 ? false : term.length < 7 ? 1 : 2),
			prefix: (term) => isChinese(term) || term.length > 1,
			weights: { fuzzy: 0.3, prefix: 0.6 },
		},
	});
	/** Terms when they were counted last, and the occurrences then: MiniSearch visits every term to count them. */
	let counted = { terms: 0, occurrences: 0 };
	const bytesWith = (terms: number) => eventBytes + bytesPer.term * terms + bytesPer.occurrence * occurrences;
	const bytes = () => {
		counted = { terms: index.termCount, occurrences };
		return bytesWith(counted.terms);
	};
	/** Counts only when the index would be full if every occurrence since were of a new term. */
	const isFull = () =>
		bytesWith(counted.terms + occurrences - counted.occurrences) >= maxBytes && bytes() >= maxBytes;

	return {
		async add(list) {
			for (const { contentImages: _, content, ...event } of list) {
				if (events.has(event.id) || isFull()) continue;
				const { id, title, address, owner } = event;
				const text = plainText(content).slice(0, maxIndexedText);
				index.add({ id, title, place: address, owner: owner?.name ?? '', text });
				events.set(id, { ...event, content: null });
				eventBytes += JSON.stringify(event).length;
				// Other requests go first in between.
				await nextTick();
			}
		},
		find(query, filters) {
			const fits = fitsTo(filters);
			if (query === '')
				return sortByTimes([...events.values()].filter(fits)).map((event) => ({ event, terms: [] }));
			const search = (combineWith: 'AND' | 'OR') =>
				index.search(query, { combineWith }).flatMap(({ id, terms }) => {
					const event = events.get(id);
					return event !== undefined && fits(event) ? [{ event, terms }] : [];
				});
			const strict = search('AND');
			return strict.length > 0 ? strict : search('OR');
		},
		hasUntyped: () => [...events.values()].some(({ type }) => type === null),
		size: () => events.size,
		bytes,
	};
}
