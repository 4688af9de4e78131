/** Search index of one city's events: title, place, text and owner; ranked, tolerates typos. */
import { setImmediate as nextTick } from 'node:timers/promises';
import MiniSearch, { type Query } from 'minisearch';
import { type PublicEvent, placeKey } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { isOnDay, isWithin, sortByTimes, type TimeRange } from '../../contract/event/times.ts';
import type { Day } from '../../contract/event/wall-clock.ts';
import { editDistance } from '../../contract/words/edit-distance.ts';
import { meaningsOf, meaningsOfWord, type QueryPart, queryParts, wordsNear } from './meanings.ts';
import { isChinese, normalise, replaceWords, tokenize, typos, typosOf } from './tokenize.ts';

export interface SearchFilters {
	/** On at any time in the range. Excludes events without a start. */
	range?: TimeRange | undefined;
	/** On that day, as a calendar shows it. */
	day?: Day | undefined;
	type?: string | undefined;
	/** Events of that type, for services whose events don't name their own. */
	ofType?: ReadonlySet<string> | undefined;
}

export interface Hit {
	/** Without `content`. */
	event: PublicEvent;
	/** For highlighting. */
	terms: string[];
	/** Fields that have every term; none for an event found by its meaning. */
	fields: readonly Field[];
	/** Whether some term is in the text only. */
	isInText: boolean;
}

interface Found {
	hits: Hit[];
	/** Whether the index has every word of the query as it is typed. */
	isAsTyped: boolean;
	parts: readonly TypedPart[];
}

interface TypedPart extends QueryPart {
	/** Whether it may be a typo: the index has no such word, and no meaning has it. */
	isUnknown: boolean;
	/** The nearest word with results. */
	meant: (QueryPart & { word: string }) | null;
}

export interface CityIndex {
	/** Adds as many events as fit. */
	add(list: readonly PublicEvent[]): Promise<void>;
	/** Every match, best first. @param query empty: every event, by time */
	find(query: string, filters: SearchFilters): Found;
	/** A query without its typos; null if it seems to have none, or no more is found than as it is typed. */
	suggest(query: string, filters: SearchFilters, found: Found): string | null;
	/** The sentence of an event's text that has one of the terms. */
	snippet(hit: Hit): string | null;
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

/** An event's words, and their meanings (`meanings.ts`): those of its type and title, and those of its address. */
const wordFields = ['title', 'place', 'owner', 'text'] as const;
const meaningFields = ['meaning', 'placeMeaning'] as const;
type Field = (typeof wordFields)[number] | (typeof meaningFields)[number];
const isMeaning = (field: string): boolean => meaningFields.some((each) => each === field);

/** Each a hundred times the next one, so that the best field decides. */
const boost = { title: 1e6, meaning: 1e4, place: 100, placeMeaning: 100, owner: 100 };

/** From the first to the last that finds something: as typed, with typos, and any of the words. */
const attempts = [
	{ combineWith: 'AND', mayBeTypo: false },
	{ combineWith: 'AND', mayBeTypo: true },
	{ combineWith: 'OR', mayBeTypo: true },
] as const;

function queryOf({ terms, meanings, isUnknown, meant }: TypedPart, mayBeTypo: boolean): Query {
	const words = (terms: string[], fuzzy: typeof typos | false) => ({
		combineWith: 'AND' as const,
		queries: terms,
		fields: [...wordFields],
		fuzzy,
	});
	const guess = mayBeTypo ? meant : null;
	return {
		combineWith: 'OR',
		queries: [
			words(terms, mayBeTypo && isUnknown && meanings.length === 0 && typos),
			...(guess === null ? [] : [words(guess.terms, false)]),
			{
				combineWith: 'OR',
				queries: [...(guess?.meanings ?? meanings)],
				fields: [...meaningFields],
				fuzzy: false,
				prefix: false,
			},
		],
	};
}

/** Nearest words whose results are counted. */
const maxGuesses = 8;

/** Characters. */
const maxSnippet = 160;
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** Hits whose texts a Chinese query is compared with, characters of each, and of the query. */
const compared = { hits: 20, characters: 200, query: { min: 3, max: 16 } };

interface Part {
	distance: number;
	/** Position of its first character. */
	start: number;
}

/** The part of a Chinese text that differs from a query by one character, or by two from a long one (Sellers' algorithm). */
function nearestPart(query: string, text: string): string | null {
	const typed = [...query];
	let best = { part: '', size: 0, distance: typed.length < 6 ? 2 : 3 };
	for (const [run] of normalise(text)
		.slice(0, compared.characters)
		.matchAll(/[\p{L}\p{N}]+/gu)) {
		const characters = [...run];
		/** By number of the query's characters: the nearest part that ends here. */
		let row: Part[] = typed.map((_, count) => ({ distance: count + 1, start: 0 }));
		characters.forEach((character, end) => {
			let corner: Part = { distance: 0, start: end };
			let before: Part = { distance: 0, start: end + 1 };
			row = row.map((above, count) => {
				const isSame = typed[count] === character;
				const ways = [
					{ distance: corner.distance + (isSame ? 0 : 1), start: corner.start },
					{ distance: above.distance + 1, start: above.start },
					{ distance: before.distance + 1, start: before.start },
				];
				corner = above;
				before = ways.reduce((least, way) => (way.distance < least.distance ? way : least));
				return before;
			});
			const part = characters.slice(before.start, end + 1);
			// Of equally near parts, another character is likelier than a missing one.
			const isLonger = best.size > 0 && best.size < part.length && part.length <= typed.length;
			if (before.distance < best.distance || (before.distance === best.distance && isLonger))
				best = { part: part.join(''), size: part.length, distance: before.distance };
		});
	}
	return best.size === 0 ? null : best.part;
}

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
	const texts = new Map<string, string>();
	let occurrences = 0;
	let eventBytes = 0;
	const index = new MiniSearch<Record<'id' | Field, string>>({
		fields: [...wordFields, ...meaningFields],
		tokenize(text, field) {
			const terms = isMeaning(field ?? '') ? text.split(' ').filter(Boolean) : tokenize(text);
			occurrences += terms.length;
			return terms;
		},
		processTerm: (term) => term,
		searchOptions: {
			tokenize: (term) => [term],
			boost,
			prefix: (term) => isChinese(term) || term.length > 1,
			weights: { fuzzy: 0.3, prefix: 0.005 },
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

	const searchAs = (
		parts: readonly TypedPart[],
		{ combineWith, mayBeTypo }: (typeof attempts)[number],
	): Hit[] =>
		index
			.search({ combineWith, queries: parts.map((part) => queryOf(part, mayBeTypo)) })
			.flatMap(({ id, match }) => {
				const event = events.get(id);
				if (event === undefined) return [];
				const words = Object.entries(match).filter(([, fields]) => !fields.some(isMeaning));
				const fields = wordFields.filter((field) => words.every(([, within]) => within.includes(field)));
				return [
					{
						event,
						terms: words.map(([term]) => term),
						fields: words.length > 0 ? fields : [],
						isInText: words.some(([, within]) => within.every((field) => field === 'text')),
					},
				];
			});
	const asTyped = (part: QueryPart): TypedPart => ({ ...part, isUnknown: false, meant: null });
	const hasWord = (term: string) => index.search(term, { fields: [...wordFields], prefix: false }).length > 0;

	/** Of a title, place, organizer or meaning; of equally near ones, that with most results. */
	const nearestWord = (term: string): TypedPart['meant'] => {
		const max = typosOf(term);
		if (max === 0) return null;
		const lengthApart = (word: string) => Math.abs(word.length - term.length);
		// A swap of two letters is two changes to MiniSearch.
		const near = index.search(term, { fields: ['title', 'place', 'owner'], prefix: false, fuzzy: 2 });
		const words = new Set([...near.flatMap(({ match }) => Object.keys(match)), ...wordsNear(term, max)]);
		const guesses = [...words]
			.map((word) => ({ word, distance: editDistance(term, normalise(word)) }))
			// People know how a word begins, and three letters are another word with another letter.
			.filter(({ word, distance }) => distance <= max && normalise(word)[0] === term[0])
			.filter(({ word }) => typos(term) !== false || word.length > term.length)
			// Another letter is likelier than a missing one.
			.toSorted((a, b) => a.distance - b.distance || lengthApart(a.word) - lengthApart(b.word));
		return guesses
			.filter(({ distance }) => distance === guesses[0]?.distance)
			.slice(0, maxGuesses)
			.flatMap(({ word }) => {
				const [part] = queryParts(word);
				return part === undefined
					? []
					: { ...part, word, count: searchAs([asTyped(part)], attempts[0]).length };
			})
			.reduce<(QueryPart & { word: string; count: number }) | null>(
				(best, guess) => (guess.count > (best?.count ?? 0) ? guess : best),
				null,
			);
	};
	/** Edit distance of terms finds no typos in Chinese. */
	const readQuery = (query: string): TypedPart[] =>
		queryParts(query).map((part) => {
			const [term = '', ...others] = part.terms;
			// A word that begins like one with a meaning may be a typo of another.
			const isUnknown = others.length === 0 && meaningsOfWord(term).length === 0 && !hasWord(term);
			return { ...part, isUnknown, meant: isUnknown ? nearestWord(term) : null };
		});
	const nearestTitle = (typed: string, parts: readonly TypedPart[]): string | null => {
		const { length } = [...typed];
		if (length < compared.query.min || length > compared.query.max) return null;
		for (const { event } of searchAs(parts, attempts[2]).slice(0, compared.hits))
			for (const text of [event.title, event.address, event.owner?.name ?? '']) {
				const nearest = nearestPart(typed, text);
				if (nearest !== null && nearest !== typed) return nearest;
			}
		return null;
	};
	const find = (query: string, filters: SearchFilters): Found => {
		const fits = fitsTo(filters);
		if (query === '') {
			const all = sortByTimes([...events.values()].filter(fits));
			const hits = all.map((event) => ({ event, terms: [], fields: [], isInText: false }));
			return { hits, isAsTyped: true, parts: [] };
		}
		const parts = readQuery(query);
		for (const attempt of attempts) {
			const hits = searchAs(parts, attempt);
			if (hits.length > 0)
				return { hits: hits.filter(({ event }) => fits(event)), isAsTyped: attempt === attempts[0], parts };
		}
		return { hits: [], isAsTyped: false, parts };
	};

	return {
		async add(list) {
			for (const { contentImages: _, content, ...event } of list) {
				if (events.has(event.id) || isFull()) continue;
				const { id, title, address, owner, type } = event;
				const text = plainText(content).slice(0, maxIndexedText);
				index.add({
					id,
					title,
					place: address,
					owner: owner?.name ?? '',
					text,
					meaning: meaningsOf(type, title).join(' '),
					placeMeaning: meaningsOf(null, address).join(' '),
				});
				events.set(id, { ...event, content: null });
				texts.set(id, text);
				eventBytes += JSON.stringify(event).length + 2 * text.length;
				// Yield to other requests.
				await nextTick();
			}
		},
		find,
		suggest(query, filters, { hits, isAsTyped, parts }) {
			const typed = normalise(query.trim());
			const words = new Map(parts.map(({ terms: [term = ''], meant }) => [term, meant?.word ?? term]));
			const suggestion =
				isChinese(typed) && !isAsTyped ? nearestTitle(typed, parts) : replaceWords(typed, words);
			if (suggestion === null || suggestion === typed) return null;
			return find(suggestion, filters).hits.length > (isAsTyped ? hits.length : 0) ? suggestion : null;
		},
		snippet({ event, terms }) {
			for (const { segment } of sentences.segment(texts.get(event.id) ?? '')) {
				const words = new Set(tokenize(segment));
				const term = terms.find((each) => words.has(each));
				if (term === undefined) continue;
				// A long sentence begins a few words before the term.
				const at = normalise(segment).indexOf(term);
				const from = at + term.length > maxSnippet ? at - maxSnippet / 4 : 0;
				const text = segment.slice(from, from + maxSnippet).trim();
				return `${from > 0 ? '…' : ''}${text}${from + maxSnippet < segment.length ? '…' : ''}`;
			}
			return null;
		},
		at: (place) => sortByTimes([...events.values()].filter((event) => placeKey(event) === place)),
		hasUntyped: () => [...events.values()].some(({ type }) => type === null),
		size: () => events.size,
		bytes,
	};
}
