/** Searches one city's events by title, place, text and owner. Ranks them, and tolerates typos. */
import MiniSearch, { type MatchInfo, type SearchResult } from 'minisearch';
import type { PartOfDay } from '../../contract/bff-api/search.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { isAtMost } from '../../contract/event/price.ts';
import {
	type EventTimes,
	isOnDay,
	isOnDaysOf,
	listedTimes,
	sortByTimes,
	type TimeRange,
} from '../../contract/event/times.ts';
import { addDays, type Day, startOfDay, type WallClock } from '../../contract/event/wall-clock.ts';
import { withShortText } from '../reads/event-records.ts';
import { meaningsOf, wordsWith } from './meanings.ts';
import { isInPart } from './part-of-day.ts';
import { normalize, replaceWords, tokenize } from './tokenize.ts';
import {
	type Field,
	has,
	meaningFields,
	prefixWeight,
	queryOf,
	type TypedPart,
	Vocabulary,
	wordFields,
} from './vocabulary.ts';

export interface SearchFilters {
	/** The service's wall clock; needed for `part`, and to include events without an end that may still be on. */
	now?: WallClock;
	/** Only events that overlap the range. If it has no end, events without a start, too. */
	range?: TimeRange | undefined;
	/** Only events that the calendar shows on this day. */
	day?: Day | undefined;
	/** Only events that are on in this part of `day`, or of any day of `range`. */
	part?: PartOfDay | undefined;
	type?: string | undefined;
	/** Ids of the events of this type, if the service's events don't name their type. */
	ofType?: ReadonlySet<string> | undefined;
	/** 0: only free events. */
	maxPrice?: number | undefined;
}

interface Found {
	hits: Hit[];
	isAsTyped: boolean;
	parts: readonly TypedPart[];
}

/** Characters to index. The beginning of a text says what the event is about. */
const maxIndexed = { title: 300, place: 300, owner: 100, text: 1_200 };

/** Cuts a text to index. A Chinese character adds as many terms as three others. */
function beginningOf(text: string, field: keyof typeof maxIndexed): string {
	const max = maxIndexed[field];
	const start = text.slice(0, max);
	const han = start.match(/\p{Script=Han}/gu)?.length ?? 0;
	return start.slice(0, han > start.length / 3 ? max / 3 : undefined);
}

/** An event's text and the words that its organizer added. */
const textOf = ({ content, tags = [], subtype = '' }: PublicEvent): string =>
	beginningOf([...tags, subtype, plainText(content)].filter((each) => each !== '').join('\n'), 'text');

/**
 * Shares of an index's memory, so that one owner can't fill it. If an owner's events take more than `owner`, their
 * texts are not indexed. If the index takes more than `all`, it adds no texts, and no more events of such owners.
 */
const shares = { owner: 0.25, all: 0.7 };

/** Bytes for an event, for a term, and for each event that contains the term. Measured with random Chinese texts. */
const bytesPer = { event: 200, term: 650, occurrence: 45 };

const isMeaning = (field: string): boolean => meaningFields.some((each) => each === field);

/** Weights of fields. They differ by factors of a hundred, so that the best matching field decides. */
const boost = { title: 1e6, meaning: 1e4, place: 100, placeMeaning: 100, owner: 100 };

/** Weight of a meaning that comes from a word of the title, relative to one that comes from the event's type. */
const meaningOfWord = 0.5;

/** A found event. Computes the details of its match only on demand, because few hits are shown. */
export class Hit implements EventTimes {
	readonly event: PublicEvent;
	readonly begin: EventTimes['begin'];
	readonly end: EventTimes['end'];
	readonly #match: MatchInfo;
	constructor(event: PublicEvent, match: MatchInfo) {
		this.event = event;
		this.begin = event.begin;
		this.end = event.end;
		this.#match = match;
	}
	get #matching() {
		return Object.entries(this.#match).filter(([, fields]) => !fields.some(isMeaning));
	}
	/** Terms to highlight: words of the query, and synonyms in title and address. */
	get terms() {
		const { title, address } = this.event;
		const synonyms = Object.entries(this.#match).flatMap(([term, fields]) => [
			...(fields.includes('meaning') ? wordsWith(term, title) : []),
			...(fields.includes('placeMeaning') ? wordsWith(term, address) : []),
		]);
		return [...new Set([...this.#matching.map(([term]) => term), ...synonyms])];
	}
	/** Fields that contain every word of the query. None if the event was found by synonyms only. */
	get fields() {
		const words = this.#matching;
		if (words.length === 0) return [];
		return wordFields.filter((field) => words.every(([, within]) => within.includes(field)));
	}
	/** Whether a term occurs only in the text. */
	get isInText() {
		return this.#matching.some(([, within]) => within.every((field) => field === 'text'));
	}
	/** Rates the match by its fields. @param exact whole terms of the query; other matching terms only begin with one */
	qualityFor(exact: ReadonlySet<string>): number {
		const weightOf = (field: string) => boost[field as keyof typeof boost] ?? 1;
		const factorOf = (term: string) =>
			!exact.has(term)
				? prefixWeight
				: term.startsWith('#') && term !== `#${this.event.type}`
					? meaningOfWord
					: 1;
		return Object.entries(this.#match)
			.map(([term, fields]) => Math.max(...fields.map(weightOf)) * factorOf(term))
			.reduce((sum, each) => sum + each, 0);
	}
}

/** Sorts hits by quality, best first. Sorts hits of equal quality by time. */
function soonestOfEquals(hits: readonly Hit[], exact: ReadonlySet<string>, now: WallClock | null): Hit[] {
	const qualities = new Map(hits.map((hit) => [hit, hit.qualityFor(exact)]));
	return sortByTimes(hits, now).sort((a, b) => (qualities.get(b) ?? 0) - (qualities.get(a) ?? 0));
}

/** Characters of a snippet. */
const maxSnippet = 160;

/** How many of the best hits to look at for a name. */
const maxCompared = 20;

const namesOf = ({ title, address, owner }: PublicEvent) => [title, address, owner?.name ?? ''];

const fitsTo =
	({ now, range, day, part, type, ofType, maxPrice }: SearchFilters) =>
	(event: PublicEvent): boolean => {
		if (type !== undefined && event.type !== type && ofType?.has(event.id) !== true) return false;
		if (maxPrice !== undefined && !isAtMost(event.price, maxPrice)) return false;
		const times = listedTimes(event, now ?? null);
		if (day !== undefined && !isOnDay(times, day)) return false;
		const days = day === undefined ? range : { from: startOfDay(day), to: startOfDay(addDays(day, 1)) };
		if (part !== undefined && !isInPart(times, part, days, now ?? null)) return false;
		if (range === undefined) return true;
		return (event.begin !== null || range.to === null) && isOnDaysOf(times, range);
	};

export class CityIndex {
	readonly #maxBytes: number;
	readonly #lookUp: ((id: string) => PublicEvent | undefined) | undefined;
	/** If there is no `lookUp`: the indexed events, and the bytes of their JSON. */
	readonly #kept = new Map<string, PublicEvent>();
	#keptBytes = 0;
	readonly #ids = new Set<string>();
	readonly #vocabulary = new Vocabulary();
	/** Estimated memory of each owner's events. */
	readonly #bytesOf = new Map<string, number>();
	readonly #index = new MiniSearch<Record<'id' | Field, string>>({
		fields: [...wordFields, ...meaningFields],
		tokenize: (text, field) => this.#tokenize(text, field as Field),
		processTerm: (term) => term,
		searchOptions: {
			tokenize: (term) => [term],
			boost,
			weights: { fuzzy: 0, prefix: prefixWeight },
		},
	});

	/**
	 * @param lookUp returns an indexed event; undefined if it is no longer public, or not in memory. Without `lookUp`, the
	 * index keeps the events, with the beginnings of their texts
	 */
	constructor(maxBytes: number, lookUp?: (id: string) => PublicEvent | undefined) {
		this.#maxBytes = maxBytes;
		this.#lookUp = lookUp;
	}

	#findEvent(id: string): PublicEvent | undefined {
		return this.#lookUp === undefined ? this.#kept.get(id) : this.#lookUp(id);
	}

	get size() {
		return this.#ids.size;
	}

	get bytes() {
		const { size, occurrences } = this.#vocabulary;
		const words = bytesPer.term * size + bytesPer.occurrence * occurrences;
		return bytesPer.event * this.#ids.size + words + this.#keptBytes;
	}

	/** Adds events while the index takes less than its maximum memory. */
	add(list: readonly PublicEvent[]): void {
		for (const event of list) {
			const before = this.bytes;
			if (this.#ids.has(event.id) || before >= this.#maxBytes) continue;
			const { id, owner, type } = event;
			const isFull = before >= shares.all * this.#maxBytes;
			const owned = owner === null ? 0 : (this.#bytesOf.get(owner.id) ?? 0);
			const isOver = owned >= shares.owner * this.#maxBytes;
			if (isFull && isOver) continue;
			const [title, place] = [beginningOf(event.title, 'title'), beginningOf(event.address, 'place')];
			this.#index.add({
				id,
				title,
				place,
				owner: beginningOf(owner?.name ?? '', 'owner'),
				text: isFull || isOver ? '' : textOf(event),
				meaning: meaningsOf(title, type).join(' '),
				placeMeaning: meaningsOf(place).join(' '),
			});
			this.#ids.add(id);
			if (this.#lookUp === undefined) {
				const short = withShortText(event);
				this.#kept.set(id, short);
				this.#keptBytes += Buffer.byteLength(JSON.stringify(short));
			}
			if (owner !== null) this.#bytesOf.set(owner.id, owned + this.bytes - before);
		}
	}

	/** Whether the title, place or owner of one of the first hits contains the query. */
	hasName(query: string): boolean {
		const name = normalize(query);
		return this.find(query, {})
			.hits.slice(0, maxCompared)
			.some(({ event }) => namesOf(event).some((text) => normalize(text).includes(name)));
	}

	/** All indexed events that are still public and in memory. */
	events(): PublicEvent[] {
		return [...this.#ids].flatMap((id) => this.#findEvent(id) ?? []);
	}

	#tokenize(text: string, field: Field): string[] {
		const terms = isMeaning(field) ? text.split(' ').filter(Boolean) : tokenize(text);
		this.#vocabulary.add(terms, field !== 'text');
		return terms;
	}

	#search(parts: readonly TypedPart[], combineWith: 'AND' | 'OR', mayBeTypo: boolean): SearchResult[] {
		return this.#index.search({ combineWith, queries: parts.map((part) => queryOf(part, mayBeTypo)) });
	}

	/** Finds events, best first; all, by time, if the query is empty. */
	find(query: string, filters: SearchFilters): Found {
		const fits = fitsTo(filters);
		const { now = null } = filters;
		if (query === '') {
			const hits = sortByTimes(this.events().filter(fits), now).map((event) => new Hit(event, {}));
			return { hits, isAsTyped: true, parts: [] };
		}
		const parts = this.#vocabulary.readQuery(query);
		const hitsOf = (results: readonly SearchResult[]) =>
			results.flatMap(({ id, match }) => {
				const event = this.#findEvent(id);
				return event !== undefined && fits(event) ? [new Hit(event, match)] : [];
			});
		const results = this.#search(parts, 'AND', false);
		if (results.length > 0) {
			const exact = new Set(parts.flatMap(({ terms, meanings }) => [...terms, ...meanings]));
			return { hits: soonestOfEquals(hitsOf(results), exact, now), isAsTyped: true, parts };
		}
		const some = this.#search(parts, 'OR', true);
		const every = some.filter((result) => parts.every(has(result)));
		return { hits: hitsOf(every.length > 0 ? every : some), isAsTyped: false, parts };
	}
}

/** Corrects typos in a query. Null if it seems to have none, or if the corrected query finds nothing. */
export function correct(query: string, { hits, isAsTyped, parts }: Found): string | null {
	if (isAsTyped || hits.length === 0) return null;
	const typed = normalize(query.trim());
	const words = new Map(parts.map(({ terms: [term = ''], meant }) => [term, meant?.word ?? term]));
	const corrected = replaceWords(typed, words);
	return corrected === typed ? null : corrected;
}

/** Finds the sentence of the event's text that contains one of the terms. */
export function snippetOf({ event, terms }: Hit): string | null {
	for (const sentence of textOf(event).split(/(?<=[.!?]\s|[。！？\n])/)) {
		const words = new Set(tokenize(sentence));
		const term = terms.find((each) => words.has(each));
		if (term === undefined) continue;
		// The snippet of a long sentence begins a few words before the term.
		const at = normalize(sentence).indexOf(term);
		const from = at + term.length > maxSnippet ? at - maxSnippet / 4 : 0;
		const text = sentence.slice(from, from + maxSnippet).trim();
		return `${from > 0 ? '…' : ''}${text}${from + maxSnippet < sentence.length ? '…' : ''}`;
	}
	return null;
}
