/** An index of one city's events: title, place, text and owner, ranked, forgiving typos. */
import MiniSearch from 'minisearch';
import type { PublicEvent } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { isOnDay, isWithin, sortByTimes, type TimeRange } from '../../contract/event/times.ts';
import type { Day } from '../../contract/event/wall-clock.ts';
import { inParts, type Pause } from '../http/in-parts.ts';
import { nextTurnIfLong } from '../http/turns.ts';
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
	keepOnly(ids: ReadonlySet<string>): Promise<void>;
	/** Best match first. @param query empty: every event in order of time */
	search(query: string, filters: SearchFilters, part: Part): Promise<{ hits: Hit[]; total: number }>;
	/** Every match, in no order. */
	all(query: string, filters: SearchFilters): Promise<PublicEvent[]>;
	/** Whether some events do not name their type. */
	hasUntyped(): boolean;
	size(): number;
	/** Bytes of the events as JSON, and about what the index of their words takes. Counting goes through all its terms. */
	bytes(): number;
	/** Whether it takes so many bytes; counts only where that is not clear. */
	takes(bytes: number): boolean;
}

/** Events that are looked at before other work may go first. */
const partSize = 500;

/** Characters of a text that are indexed: its beginning says what it is about. */
const maxText = 1_200;

/**
 * Bytes that the index takes for a term that some event has, and for each event that has it: measured with texts of random
 * Chinese characters, of which hardly any two have a pair in common.
 */
const bytesPer = { term: 550, occurrence: 45 };

/** What an event adds to the figures of an index. */
interface Share {
	bytes: number;
	/** Once for each field that has them. */
	terms: number;
	isUntyped: boolean;
}

/** What is known of an event that some term of a query has found. */
interface Match {
	event: PublicEvent;
	/** Sum for all terms that found it. */
	score: number;
	/** Terms of the query that found it. */
	count: number;
	/** What they found in its texts, for each of them. */
	found: string[][];
}

/** @param pause waits where other work may go first: between the terms of a query, and between parts of long lists */
export function createCityIndex(pause: Pause = nextTurnIfLong): CityIndex {
	const events = new Map<string, PublicEvent>();
	const shares = new Map<string, Share>();
	let terms = 0;
	let bytes = 0;
	let untyped = 0;
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
		const share = shares.get(id);
		if (share === undefined) return;
		bytes -= share.bytes;
		terms -= share.terms;
		untyped -= Number(share.isUntyped);
		shares.delete(id);
		events.delete(id);
		index.discard(id);
	};

	/** What was counted last: terms at that time, and bytes of the index for them. */
	let counted = { terms: 0, indexBytes: 0 };
	const count = () => {
		const indexBytes = bytesPer.term * index.termCount + bytesPer.occurrence * terms;
		counted = { terms, indexBytes };
		return { bytes: bytes + indexBytes };
	};

	/** Every match of any term, in no order, as it was when that term's turn came. */
	const findAny = async (asked: readonly string[]): Promise<Match[]> => {
		const matches = new Map<string, Match>();
		for (const term of asked) {
			for (const { id, score, terms: found } of index.search(term, { tokenize: () => [term] })) {
				const event = events.get(String(id));
				const match = matches.get(String(id));
				if (match !== undefined) {
					match.score += score;
					match.count += 1;
					match.found.push(found);
				} else if (event !== undefined) matches.set(event.id, { event, score, count: 1, found: [found] });
			}
			await pause();
		}
		return [...matches.values()];
	};

	/** Events that match all words where there are any, else those that match one; in no order. */
	const find = async (query: string, fits: (event: PublicEvent) => boolean): Promise<Match[]> => {
		const asked = tokenizeQuery(query);
		const fitting: Match[] = [];
		for await (const part of inParts(await findAny(asked), partSize, pause))
			fitting.push(...part.filter(({ event }) => fits(event)));
		const strict = fitting.filter(({ count }) => count === asked.length);
		return strict.length > 0 ? strict : fitting;
	};

	const everyFitting = async (fits: (event: PublicEvent) => boolean): Promise<PublicEvent[]> => {
		const fitting: PublicEvent[] = [];
		for await (const part of inParts([...events.values()], partSize, pause))
			fitting.push(...part.filter(fits));
		return fitting;
	};

	return {
		add(list) {
			for (const event of list) {
				const { id, title, address, owner, content } = event;
				const kept = { ...event, content: null };
				remove(id);
				const before = terms;
				index.add({
					id,
					title,
					place: address,
					owner: owner?.name ?? '',
					text: plainText(content).slice(0, maxText),
				});
				const share = {
					bytes: JSON.stringify(kept).length,
					terms: terms - before,
					isUntyped: event.type === null,
				};
				events.set(id, kept);
				shares.set(id, share);
				bytes += share.bytes;
				untyped += Number(share.isUntyped);
			}
		},
		async keepOnly(ids) {
			for await (const part of inParts([...events.keys()], partSize, pause))
				for (const id of part) if (!ids.has(id)) remove(id);
		},
		async search(query, filters, { start, count }) {
			const fits = fitsTo(filters);
			if (query === '') {
				const found = sortByTimes(await everyFitting(fits));
				return {
					total: found.length,
					hits: found.slice(start, start + count).map((event) => ({ event, terms: [] })),
				};
			}
			const matches = await find(query, fits);
			// A match of many words says more than one of few.
			const sorted = matches.toSorted((a, b) => b.score * b.count - a.score * a.count);
			return {
				total: sorted.length,
				hits: sorted
					.slice(start, start + count)
					.map(({ event, found }) => ({ event, terms: [...new Set(found.flat())] })),
			};
		},
		async all(query, filters) {
			const fits = fitsTo(filters);
			if (query === '') return everyFitting(fits);
			return (await find(query, fits)).map(({ event }) => event);
		},
		hasUntyped: () => untyped > 0,
		size: () => events.size,
		bytes: () => count().bytes,
		takes(least) {
			// Every term since the last count may be one that no other event has.
			const added = Math.max(0, terms - counted.terms) * (bytesPer.term + bytesPer.occurrence);
			const most = bytes + counted.indexBytes + added;
			return most >= least && count().bytes >= least;
		},
	};
}

function fitsTo({ range, day, type, ofType }: SearchFilters): (event: PublicEvent) => boolean {
	return (event) => {
		if (type !== undefined && event.type !== type && ofType?.has(event.id) !== true) return false;
		if (day !== undefined && !isOnDay(event, day)) return false;
		return range === undefined || (event.begin !== null && isWithin(event, range));
	};
}
