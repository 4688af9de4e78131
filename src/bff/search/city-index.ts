/** An index of one city's events: title, place, text and owner, ranked, forgiving typos. */
import MiniSearch from 'minisearch';
import type { PublicEvent } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { compareTimes, isOnDay, isWithin, type TimeRange } from '../../contract/event/times.ts';
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

/** A part of a longer list. */
interface Part {
	start: number;
	count: number;
}

export interface CityIndex {
	/** Adds events, or replaces those with the same ids. */
	add(events: readonly PublicEvent[]): void;
	/** Removes events that are no longer listed. */
	keepOnly(ids: ReadonlySet<string>): void;
	/** Best match first. @param query empty: every event in order of time */
	search(query: string, filters: SearchFilters, part: Part): { hits: Hit[]; total: number };
	/** Every match, in no order. */
	all(query: string, filters: SearchFilters): PublicEvent[];
	/** Whether some events do not name their type. */
	hasUntyped(): boolean;
	size(): number;
	/** Bytes of the events as JSON, and about what the index of their words takes. */
	bytes(): number;
}

/** Characters of a text that are indexed: its beginning says what it is about. */
const maxText = 1_200;

/**
 * Bytes that the index takes for a term that some event has, and for each event that has it: measured with texts of random
 * Chinese characters, of which hardly any two have a pair in common.
 */
const bytesPer = { term: 550, occurrence: 45 };

export function createCityIndex(): CityIndex {
	const events = new Map<string, PublicEvent>();
	/** Terms of each event, once for each field that has them. */
	const termsOf = new Map<string, number>();
	let terms = 0;
	let bytes = 0;
	const index = new MiniSearch<{ id: string; title: string; place: string; owner: string; text: string }>({
		fields: ['title', 'place', 'owner', 'text'],
		tokenize(text) {
			const found = tokenize(text);
			terms += found.length;
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

	const remove = (id: string) => {
		const event = events.get(id);
		if (event === undefined) return;
		bytes -= JSON.stringify(event).length;
		events.delete(id);
		terms -= termsOf.get(id) ?? 0;
		termsOf.delete(id);
		index.discard(id);
	};
	/** Events that match all words where there are any, else those that match one. */
	const find = (query: string, fits: (event: PublicEvent) => boolean) => {
		const filter = ({ id }: { id: unknown }) => {
			const event = events.get(String(id));
			return event !== undefined && fits(event);
		};
		const strict = index.search(query, { combineWith: 'AND', filter });
		return strict.length > 0 ? strict : index.search(query, { filter });
	};
	return {
		add(list) {
			for (const event of list) {
				const { id, title, address, owner, content } = event;
				const kept = { ...event, content: null };
				remove(id);
				events.set(id, kept);
				bytes += JSON.stringify(kept).length;
				const before = terms;
				index.add({
					id,
					title,
					place: address,
					owner: owner?.name ?? '',
					text: plainText(content).slice(0, maxText),
				});
				termsOf.set(id, terms - before);
			}
		},
		keepOnly(ids) {
			for (const id of [...events.keys()]) if (!ids.has(id)) remove(id);
		},
		search(query, filters, { start, count }) {
			const fits = fitsTo(filters);
			if (query === '') {
				const found = [...events.values()].filter(fits).toSorted(compareTimes);
				return {
					total: found.length,
					hits: found.slice(start, start + count).map((event) => ({ event, terms: [] })),
				};
			}
			const results = find(query, fits);
			return {
				total: results.length,
				hits: results.slice(start, start + count).flatMap(({ id, terms }) => {
					const event = events.get(String(id));
					return event === undefined ? [] : [{ event, terms }];
				}),
			};
		},
		all(query, filters) {
			const fits = fitsTo(filters);
			if (query === '') return [...events.values()].filter(fits);
			return find(query, fits).flatMap(({ id }) => events.get(String(id)) ?? []);
		},
		hasUntyped: () => events.values().some(({ type }) => type === null),
		size: () => events.size,
		bytes: () => bytes + bytesPer.term * index.termCount + bytesPer.occurrence * terms,
	};
}

function fitsTo({ range, day, type, ofType }: SearchFilters): (event: PublicEvent) => boolean {
	return (event) => {
		if (type !== undefined && event.type !== type && ofType?.has(event.id) !== true) return false;
		if (day !== undefined && !isOnDay(event, day)) return false;
		return range === undefined || (event.begin !== null && isWithin(event, range));
	};
}
