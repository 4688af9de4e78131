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
import { editDistance } from '../../contract/words/edit-distance.ts';
import { withShortText } from '../reads/event-records.ts';
import { meaningsOf, wordsWith } from './meanings.ts';
import { isInPart } from './part-of-day.ts';
import { nearestDayWord } from './time-words.ts';
import { isChinese, normalize, replaceWords, tokenize } from './tokenize.ts';
import {
	affordable,
	type Field,
	has,
	maxTypos,
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

/** Cuts a text to index. A Chinese character adds as many terms as three others. Normalization turns U+FDFA into 18. */
function beginningOf(text: string, field: keyof typeof maxIndexed): string {
	const max = maxIndexed[field];
	let start = text.slice(0, max);
	while (normalize(start).length > 2 * max) start = start.slice(0, start.length / 2);
	const han = start.match(/\p{Script=Han}/gu)?.length ?? 0;
	return start.slice(0, han > start.length / 3 ? max / 3 : undefined);
}

/** An event's text and the words that its organizer added. */
const textOf = ({ content, tags = [], subtype = '' }: PublicEvent): string =>
	beginningOf([...tags, subtype, plainText(content)].filter((each) => each !== '').join('\n'), 'text');

/**
 * Shares of an index's memory, so that one owner can't fill it. If an owner's events take more than `owner`, their
 * texts add no new terms. If the index takes more than `all`, it adds no texts, and no more events of such owners.
 */
const shares = { owner: 0.25, all: 0.7 };

/** New terms that an event's title, place and owner name may add; `beyondShare`: after the owner's share is used up. */
const maxNewNames = { usual: 200, beyondShare: 20 };

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
/** Sentences of a text to split into words, which takes time. */
const maxSplit = 3;
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** Limits of comparisons: the number of hits, the characters of a Chinese query, and the characters of each text. */
const compared = { hits: 20, query: { min: 3, max: 16 }, text: 200 };

const namesOf = ({ title, address, owner }: PublicEvent) => [title, address, owner?.name ?? ''];

/** Finds the part of a Chinese text that is most like the query: one character differs, or two of a long query. */
function nearestPart(query: string, text: string): string | null {
	let nearest: string | null = null;
	let least = query.length < 6 ? 2 : 3;
	// Try parts of equal length first: a replaced character is likelier than a missing one.
	for (const [run] of normalize(text)
		.slice(0, compared.text)
		.matchAll(/[\p{L}\p{N}]+/gu))
		for (const extra of [0, -1, 1, -2, 2])
			for (let from = 0; from + query.length + extra <= run.length; from++) {
				const part = run.slice(from, from + query.length + extra);
				const distance = editDistance(query, part, least - 1);
				if (distance < least) [nearest, least] = [part, distance];
			}
	return nearest;
}

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
	/** Cities of the indexed events, which may be suburbs, by the events' ids; empty if the service didn't say. */
	readonly #cities = new Map<string, string>();
	readonly #vocabulary = new Vocabulary();
	/** How many new terms the event that is being added may still add. */
	readonly #left = { names: 0, text: 0 };
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

	/** Undefined also if the event has moved to another city. */
	#findEvent(id: string): PublicEvent | undefined {
		const event = this.#lookUp === undefined ? this.#kept.get(id) : this.#lookUp(id);
		const hasMoved = event?.locId && this.#cities.get(id) && event.locId !== this.#cities.get(id);
		return hasMoved ? undefined : event;
	}

	get size() {
		return this.#cities.size;
	}

	get bytes() {
		const { size, occurrences } = this.#vocabulary;
		const words = bytesPer.term * size + bytesPer.occurrence * occurrences;
		return bytesPer.event * this.#cities.size + words + this.#keptBytes;
	}

	/** Adds events while the index takes less than its maximum memory. */
	add(list: readonly PublicEvent[]): void {
		for (const event of list) {
			const before = this.bytes;
			if (this.#cities.has(event.id) || before >= this.#maxBytes) continue;
			const { id, owner, type } = event;
			const isFull = before >= shares.all * this.#maxBytes;
			const owned = owner === null ? 0 : (this.#bytesOf.get(owner.id) ?? 0);
			const ownerLeft = shares.owner * this.#maxBytes - owned;
			if (isFull && ownerLeft <= 0) continue;
			this.#left.text = Math.max(0, ownerLeft / bytesPer.term);
			this.#left.names = ownerLeft > 0 ? maxNewNames.usual : maxNewNames.beyondShare;
			const [title, place] = [beginningOf(event.title, 'title'), beginningOf(event.address, 'place')];
			this.#index.add({
				id,
				title,
				place,
				owner: beginningOf(owner?.name ?? '', 'owner'),
				text: isFull ? '' : textOf(event),
				meaning: meaningsOf(title, type).join(' '),
				placeMeaning: meaningsOf(place).join(' '),
			});
			this.#cities.set(id, event.locId);
			if (this.#lookUp === undefined) {
				const short = withShortText(event);
				this.#kept.set(id, short);
				this.#keptBytes += Buffer.byteLength(JSON.stringify(short));
			}
			if (owner !== null) this.#bytesOf.set(owner.id, owned + this.bytes - before);
		}
	}

	/**
	 * Corrects typos in a query. Null if it seems to have none, or if the corrected query finds no more events and names
	 * no day.
	 */
	suggest(query: string, filters: SearchFilters, { hits, isAsTyped, parts }: Found): string | null {
		const typed = normalize(query.trim());
		const words = new Map(parts.map(({ terms: [term = ''], meant }) => [term, meant?.word ?? term]));
		const unknown = parts.filter(({ occurrences, meant }) => occurrences === 0 && meant === null);
		const days = unknown.flatMap(({ terms: [term = ''] }) => {
			const day = nearestDayWord(term);
			return day === undefined ? [] : [[term, day] as const];
		});
		if (days.length > 0) return replaceWords(typed, new Map([...words, ...days]));
		const suggestion =
			isChinese(typed) && !isAsTyped ? this.#nearestName(typed, parts) : replaceWords(typed, words);
		if (suggestion === null || suggestion === typed) return null;
		return this.find(suggestion, filters, 0).hits.length > (isAsTyped ? hits.length : 0) ? suggestion : null;
	}

	/** Whether the title, place or owner of one of the first hits contains the query. */
	hasName(query: string): boolean {
		const name = normalize(query);
		return this.find(query, {})
			.hits.slice(0, compared.hits)
			.some(({ event }) => namesOf(event).some((text) => normalize(text).includes(name)));
	}

	/** All indexed events that are still public and in memory. */
	events(): PublicEvent[] {
		return [...this.#cities.keys()].flatMap((id) => this.#findEvent(id) ?? []);
	}

	#tokenize(text: string, field: Field): string[] {
		const part = field === 'text' ? 'text' : 'names';
		const terms = isMeaning(field)
			? text.split(' ').filter(Boolean)
			: tokenize(text).filter((term) => {
					if (this.#vocabulary.has(term)) return true;
					this.#left[part] -= 1;
					return this.#left[part] >= 0;
				});
		this.#vocabulary.add(terms, field !== 'text');
		return terms;
	}

	#search(parts: readonly TypedPart[], combineWith: 'AND' | 'OR', mayBeTypo: boolean): SearchResult[] {
		return this.#index.search({ combineWith, queries: parts.map((part) => queryOf(part, mayBeTypo)) });
	}

	/** Finds events, best first; all, by time, if the query is empty. @param maxUnknown how many words may be typos */
	find(query: string, filters: SearchFilters, maxUnknown = maxTypos): Found {
		const fits = fitsTo(filters);
		const { now = null } = filters;
		if (query === '') {
			const hits = sortByTimes(this.events().filter(fits), now).map((event) => new Hit(event, {}));
			return { hits, isAsTyped: true, parts: [] };
		}
		const parts = this.#vocabulary.readQuery(query, maxUnknown);
		const hitsOf = (results: readonly SearchResult[]) =>
			results.flatMap(({ id, match }) => {
				const event = this.#findEvent(id);
				return event !== undefined && fits(event) ? [new Hit(event, match)] : [];
			});
		const searched = affordable(parts);
		if (searched.every(({ occurrences }) => occurrences > 0)) {
			const results = this.#search(searched, 'AND', false);
			const exact = new Set(searched.flatMap(({ terms, meanings }) => [...terms, ...meanings]));
			if (results.length > 0)
				return { hits: soonestOfEquals(hitsOf(results), exact, now), isAsTyped: true, parts };
		}
		const some = this.#search(searched, 'OR', true);
		const every = some.filter((result) => searched.every(has(result)));
		return { hits: hitsOf(every.length > 0 ? every : some), isAsTyped: false, parts };
	}

	#nearestName(typed: string, parts: readonly TypedPart[]): string | null {
		if (typed.length < compared.query.min || typed.length > compared.query.max) return null;
		const found = this.#search(affordable(parts), 'OR', true).slice(0, compared.hits);
		return (
			found
				.flatMap(({ id }) => this.#findEvent(id) ?? [])
				.flatMap(namesOf)
				.values()
				.map((name) => nearestPart(typed, name))
				.find((nearest) => nearest !== null && nearest !== typed) ?? null
		);
	}
}

/** Finds a sentence of the event's text that contains one of the terms. */
export function snippetOf({ event, terms }: Hit): string | null {
	let split = 0;
	for (const { segment } of sentences.segment(textOf(event))) {
		const plain = normalize(segment);
		if (!terms.some((term) => plain.includes(term))) continue;
		split += 1;
		if (split > maxSplit) return null;
		const words = new Set(tokenize(segment));
		const term = terms.find((each) => words.has(each));
		if (term === undefined) continue;
		// The snippet of a long sentence begins a few words before the term.
		const at = plain.indexOf(term);
		const from = at + term.length > maxSnippet ? at - maxSnippet / 4 : 0;
		const text = segment.slice(from, from + maxSnippet).trim();
		return `${from > 0 ? '…' : ''}${text}${from + maxSnippet < segment.length ? '…' : ''}`;
	}
	return null;
}
