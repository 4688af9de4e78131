/** An index of one city's events: title, place, text and owner, ranked, forgiving typos. */
import { setImmediate as nextTick } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import type { PublicEvent } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { isOnDay, isWithin, sortByTimes, type TimeRange } from '../../contract/event/times.ts';
import type { Day } from '../../contract/event/wall-clock.ts';
import { isChinese, tokenize, tokenizeQuery } from './tokenize.ts';

export interface SearchFilters {
	/** The event is on at any time within; undefined: any time. An event whose start is not known is left out. */
	range?: TimeRange | undefined;
	/** The event is on at that day, as a calendar shows it; undefined: any day. */
	day?: Day | undefined;
	/** Word of the type; undefined: any. */
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
	/** Best match first. @param query empty: every event in order of time */
	search(
		query: string,
		filters: SearchFilters,
		part: { start: number; count: number },
	): Promise<{ hits: Hit[]; total: number }>;
	/** Every match, in no order. */
	all(query: string, filters: SearchFilters): Promise<PublicEvent[]>;
	/** Whether some events do not name their type. */
	hasUntyped(): boolean;
	/** Number of events. */
	size(): number;
	/** About what events and index take in memory. */
	bytes(): number;
	/** Whether no more events fit. */
	isFull(): boolean;
}

/** Characters of a text that are indexed: its beginning says what it is about. */
const maxIndexedText = 1_200;

/** Events that are indexed before other work may go first. */
const chunkSize = 20;

/**
 * Bytes that the index takes for a term that some event has, and for each event that has it: measured with texts of random
 * Chinese characters, of which hardly any two have a pair in common.
 */
const bytesPer = { term: 550, occurrence: 45 };

/** What is known of an event that some term of a query has found. */
interface Match {
	event: PublicEvent;
	/** Sum for all terms that found it. */
	score: number;
	/** Terms of the query that found it. */
	count: number;
	/** What they found in its texts. */
	found: Set<string>;
}

/** @param maxBytes about what the index may take */
export function createCityIndex(maxBytes: number): CityIndex {
	const events = new Map<string, PublicEvent>();
	let occurrences = 0;
	let eventBytes = 0;
	const index = new MiniSearch<{ id: string; title: string; place: string; owner: string; text: string }>({
		fields: ['title', 'place', 'owner', 'text'],
		tokenize(text) {
			const found = tokenize(text);
			occurrences += found.length;
			return found;
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
	const bytes = () => eventBytes + bytesPer.term * index.termCount + bytesPer.occurrence * occurrences;
	/** Every match of any term, in no order. */
	const findAny = async (terms: readonly string[]): Promise<Match[]> => {
		const matches = new Map<string, Match>();
		for (const term of terms) {
			for (const { id, score, terms: found } of index.search(term, { tokenize: () => [term] })) {
				const event = events.get(String(id));
				if (event === undefined) continue;
				const match = matches.get(event.id) ?? { event, score: 0, count: 0, found: new Set() };
				match.score += score;
				match.count += 1;
				for (const each of found) match.found.add(each);
				matches.set(event.id, match);
			}
			// A query has up to 24 terms, and other requests go first in between.
			await nextTick();
		}
		return [...matches.values()];
	};

	/** Events that match all words where there are any, else those that match one; in no order. */
	const find = async (query: string, fits: (event: PublicEvent) => boolean): Promise<Match[]> => {
		const terms = tokenizeQuery(query);
		const fitting = (await findAny(terms)).filter(({ event }) => fits(event));
		const strict = fitting.filter(({ count }) => count === terms.length);
		return strict.length > 0 ? strict : fitting;
	};

	return {
		async add(list) {
			const unique = new Map(list.map((event) => [event.id, event]));
			const added = [...unique.values()].filter(({ id }) => !events.has(id));
			for (let start = 0; start < added.length && bytes() < maxBytes; start += chunkSize) {
				const chunk = added.slice(start, start + chunkSize);
				await index.addAllAsync(
					chunk.map(({ id, title, address, owner, content }) => ({
						id,
						title,
						place: address,
						owner: owner?.name ?? '',
						text: plainText(content).slice(0, maxIndexedText),
					})),
					{ chunkSize },
				);
				for (const { contentImages: _, ...event } of chunk) {
					const stored = { ...event, content: null };
					events.set(event.id, stored);
					eventBytes += JSON.stringify(stored).length;
				}
			}
		},
		async search(query, filters, { start, count }) {
			const fits = fitsTo(filters);
			if (query === '') {
				const found = sortByTimes([...events.values()].filter(fits));
				return {
					total: found.length,
					hits: found.slice(start, start + count).map((event) => ({ event, terms: [] })),
				};
			}
			// A match of many words says more than one of few.
			const sorted = (await find(query, fits)).toSorted((a, b) => b.score * b.count - a.score * a.count);
			return {
				total: sorted.length,
				hits: sorted.slice(start, start + count).map(({ event, found }) => ({ event, terms: [...found] })),
			};
		},
		async all(query, filters) {
			const fits = fitsTo(filters);
			if (query === '') return [...events.values()].filter(fits);
			return (await find(query, fits)).map(({ event }) => event);
		},
		hasUntyped: () => [...events.values()].some(({ type }) => type === null),
		size: () => events.size,
		bytes,
		isFull: () => bytes() >= maxBytes,
	};
}

function fitsTo({ range, day, type, ofType }: SearchFilters): (event: PublicEvent) => boolean {
	return (event) => {
		if (type !== undefined && event.type !== type && ofType?.has(event.id) !== true) return false;
		if (day !== undefined && !isOnDay(event, day)) return false;
		return range === undefined || (event.begin !== null && isWithin(event, range));
	};
}
