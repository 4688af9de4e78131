/** Search index of one city's events by title, place, text and owner; ranked, tolerates typos. */
import MiniSearch, { type MatchInfo, type Query, type SearchResult } from 'minisearch';
import { type PublicEvent, placeKey } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { isOnDay, isOnDaysOf, sortByTimes, type TimeRange } from '../../contract/event/times.ts';
import type { Day } from '../../contract/event/wall-clock.ts';
import { editDistance } from '../../contract/words/edit-distance.ts';
import { meaningsOf, meaningsOfWord, type QueryPart, queryParts, wordsNear, wordsWith } from './meanings.ts';
import { nearestPart } from './nearest-part.ts';
import { isChinese, minBeginning, normalise, replaceWords, tokenize, typos, typosOf } from './tokenize.ts';

export interface SearchFilters {
	/** Includes events that overlap the range. Excludes events without a start. */
	range?: TimeRange | undefined;
	/** Includes events on that day, as the calendar shows them. */
	day?: Day | undefined;
	type?: string | undefined;
	/** Ids of events of the requested type, for services whose events don't name theirs. */
	ofType?: ReadonlySet<string> | undefined;
}

export interface Hit {
	event: PublicEvent;
	/** For highlighting: words of the query, and synonyms in the title and address. */
	terms: string[];
	/** Fields that contain every word of the query; none if the event was found by its meaning. */
	fields: readonly Field[];
	/** Whether some term occurs only in the text. */
	isInText: boolean;
}

interface Found {
	hits: Hit[];
	/** Whether the index contains every word of the query exactly as typed. */
	isAsTyped: boolean;
	parts: readonly TypedPart[];
}

interface TypedPart extends QueryPart {
	/** Whether this may be a typo: neither the index nor the synonyms contain the word. */
	isUnknown: boolean;
	/** Whether longer words with this beginning match too. */
	isBeginning: boolean;
	/** Words that differ by a few letters, which match too. */
	near: readonly string[];
	/** Longer words of titles, places and organizers that contain the word, as compounds do. */
	compounds: readonly string[];
	/** Occurrences of all matches except typos, which determine how long the search takes. */
	occurrences: number;
	/** The nearest word that has results. */
	meant: (QueryPart & { word: string }) | null;
}

export type CityIndex = ReturnType<typeof createCityIndex>;

/** Characters. A text's beginning says what the event is about. */
const maxIndexed = { title: 300, place: 300, owner: 100, text: 1_200 };

/**
 * In Chinese, each character costs as many terms as three in other scripts. Some characters, such as U+FDFA, are
 * normalized to many.
 */
function beginningOf(text: string, field: keyof typeof maxIndexed): string {
	const max = maxIndexed[field];
	let start = text.slice(0, max);
	while (normalise(start).length > 2 * max) start = start.slice(0, start.length / 2);
	const han = start.match(/\p{Script=Han}/gu)?.length ?? 0;
	return start.slice(0, han > start.length / 3 ? max / 3 : undefined);
}

/**
 * Fractions of the memory. Beyond `owner`, an owner's texts add no new terms. Beyond `all`, no texts are
 * added, and no events of owners who have used up their share.
 */
const shares = { owner: 0.25, all: 0.7 };

/** New terms that an event's title, place and owner may add: fewer once the owner's share is used up. */
const maxNewNames = { usual: 200, beyondShare: 20 };

/** Bytes per event, per term, and per event that contains it, measured with random Chinese texts. */
const bytesPer = { event: 200, term: 650, occurrence: 45 };

/** The indexed fields: words of an event, meanings (`meanings.ts`) of its type and title, and of its address. */
const wordFields = ['title', 'place', 'owner', 'text'] as const;
const meaningFields = ['meaning', 'placeMeaning'] as const;
const namedFields = wordFields.filter((field) => field !== 'text');
type Field = (typeof wordFields)[number] | (typeof meaningFields)[number];
const isMeaning = (field: string): boolean => meaningFields.some((each) => each === field);

/** The weights are a factor of a hundred apart, so that the best matching field decides. */
const boost = { title: 1e6, meaning: 1e4, place: 100, placeMeaning: 100, owner: 100 };

const weights = { fuzzy: 0.3, prefix: 0.005 };

/**
 * Occurrences that one search reads, unless a single word has more: MiniSearch reads about a thousand per
 * millisecond. Words beyond this limit are too common to distinguish events.
 */
const maxOccurrences = 10_000;

/** Query words to check for typos, each of which is compared with the whole vocabulary. */
const maxTypos = 2;

function queryOf(
	{ terms, meanings, isBeginning, near, compounds, meant }: TypedPart,
	mayBeTypo: boolean,
): Query {
	const words = (terms: string[], prefix: boolean) => ({
		combineWith: 'AND' as const,
		queries: terms,
		fields: [...wordFields],
		prefix,
	});
	const others = (terms: readonly string[], fields: readonly Field[], weight = 1) => ({
		combineWith: 'OR' as const,
		queries: [...terms],
		fields: [...fields],
		boostTerm: () => weight,
	});
	const guess = mayBeTypo ? meant : null;
	return {
		combineWith: 'OR',
		queries: [
			words(terms, isBeginning),
			...(guess === null ? [] : [words(guess.terms, false)]),
			others(mayBeTypo ? near : [], wordFields, weights.fuzzy),
			others(compounds, namedFields, weights.prefix),
			others(guess?.meanings ?? meanings, meaningFields),
		],
	};
}

/** Whether a found event matches a part of the query, or its corrected form. */
const has =
	({ queryTerms }: SearchResult) =>
	({ terms, meanings, near, compounds, meant }: TypedPart): boolean =>
		[...near, ...compounds].some((word) => queryTerms.includes(word)) ||
		[{ terms, meanings }, meant ?? []]
			.flat()
			.some(
				(part) =>
					part.terms.every((term) => queryTerms.includes(term)) ||
					part.meanings.some((meaning) => queryTerms.includes(meaning)),
			);

/** Computes how an event matches only on demand, since few of the hits are shown. */
class FoundHit implements Hit {
	readonly event: PublicEvent;
	readonly #match: MatchInfo;
	#words: [string, string[]][] | undefined;
	constructor(event: PublicEvent, match: MatchInfo) {
		this.event = event;
		this.#match = match;
	}
	get #matching() {
		this.#words ??= Object.entries(this.#match).filter(([, fields]) => !fields.some(isMeaning));
		return this.#words;
	}
	get terms() {
		const { title, address } = this.event;
		const synonyms = Object.entries(this.#match).flatMap(([term, fields]) => [
			...(fields.includes('meaning') ? wordsWith(term, title) : []),
			...(fields.includes('placeMeaning') ? wordsWith(term, address) : []),
		]);
		return [...new Set([...this.#matching.map(([term]) => term), ...synonyms])];
	}
	get fields() {
		if (this.#matching.length === 0) return [];
		return wordFields.filter((field) => this.#matching.every(([, within]) => within.includes(field)));
	}
	get isInText() {
		return this.#matching.some(([, within]) => within.every((field) => field === 'text'));
	}
}

/** Number of nearest words whose results are counted. */
const maxGuesses = 8;

/** Characters. */
const maxSnippet = 160;
/** Number of a text's sentences to split into words, because splitting takes time. */
const maxSplit = 3;
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** Hits whose texts a Chinese query is compared with, and limits of its length in characters. */
const compared = { hits: 20, query: { min: 3, max: 16 } };

const fitsTo =
	({ range, day, type, ofType }: SearchFilters) =>
	(event: PublicEvent): boolean => {
		if (type !== undefined && event.type !== type && ofType?.has(event.id) !== true) return false;
		if (day !== undefined && !isOnDay(event, day)) return false;
		return range === undefined || (event.begin !== null && isOnDaysOf(event, range));
	};

/** @param findEvent looks up an indexed event; undefined if it is no longer public or known */
export function createCityIndex(maxBytes: number, findEvent: (id: string) => PublicEvent | undefined) {
	const ids = new Set<string>();
	const events = () => [...ids].flatMap((id) => findEvent(id) ?? []);
	/** By term: its occurrences in all fields, and in fields other than the text. */
	const vocabulary = new Map<string, { occurrences: number; named: number }>();
	let occurrences = 0;
	/** New terms that the event being added may still contribute. */
	const left = { names: 0, text: 0 };
	/** Estimated memory of each owner's events. */
	const bytesOf = new Map<string, number>();
	const asFitting = (terms: readonly string[], part: keyof typeof left): string[] =>
		terms.filter((term) => {
			if (vocabulary.has(term)) return true;
			left[part] -= 1;
			return left[part] >= 0;
		});
	const index = new MiniSearch<Record<'id' | Field, string>>({
		fields: [...wordFields, ...meaningFields],
		tokenize(text, field) {
			const terms = isMeaning(field ?? '')
				? text.split(' ').filter(Boolean)
				: asFitting(tokenize(text), field === 'text' ? 'text' : 'names');
			occurrences += terms.length;
			for (const term of terms) {
				const word = vocabulary.get(term) ?? { occurrences: 0, named: 0 };
				word.occurrences += 1;
				if (field !== 'text') word.named += 1;
				vocabulary.set(term, word);
			}
			return terms;
		},
		processTerm: (term) => term,
		searchOptions: {
			tokenize: (term) => [term],
			boost,
			weights,
		},
	});
	/** Estimated memory. */
	const bytes = () =>
		bytesPer.event * ids.size + bytesPer.term * vocabulary.size + bytesPer.occurrence * occurrences;

	/** Drops the most common words of a query that costs too much. */
	const affordable = (parts: readonly TypedPart[]): readonly TypedPart[] => {
		let left = maxOccurrences;
		const tooCommon = parts
			.toSorted((a, b) => a.occurrences - b.occurrences)
			.filter(({ occurrences }, index) => {
				left -= occurrences;
				return index > 0 && left < 0;
			});
		return parts.filter((part) => !tooCommon.includes(part));
	};
	const searchAs = (parts: readonly TypedPart[], combineWith: 'AND' | 'OR', mayBeTypo: boolean) =>
		index.search({ combineWith, queries: parts.map((part) => queryOf(part, mayBeTypo)) });

	const occurrencesOf = (words: readonly string[]): number =>
		words.reduce((sum, word) => sum + (vocabulary.get(word)?.occurrences ?? 0), 0);
	const occurrencesOfBeginning = (beginning: string): number => {
		let sum = 0;
		for (const [term, word] of vocabulary)
			if (term !== beginning && term.startsWith(beginning)) sum += word.occurrences;
		return sum;
	};

	/** Longer words of titles, places and organizers that contain this one, but don't begin with it. */
	const compoundsOf = (part: string): string[] => {
		// Short words occur in others by chance: king in hiking.
		if (isChinese(part) || part.length <= minBeginning(part, false)) return [];
		return [...vocabulary].flatMap(([word, { named }]) =>
			named > 0 && word.indexOf(part) > 0 ? [word] : [],
		);
	};

	/** Typos rarely affect the first letter; another one makes a three-letter word a different word. */
	const wordsLike = (term: string): string[] => {
		const max = typosOf(term);
		return [...vocabulary.keys()].filter(
			(word) => word[0] === term[0] && editDistance(term, word, max) <= max,
		);
	};

	/** The nearest word from titles, places, organizers or meanings; of several, the most frequent. */
	const nearestWord = (term: string, like: readonly string[]): TypedPart['meant'] => {
		const max = typosOf(term);
		const lengthApart = (word: string) => Math.abs(word.length - term.length);
		const named = like.filter((word) => (vocabulary.get(word)?.named ?? 0) > 0);
		const words = new Set([...wordsNear(term, max), ...named]);
		const guesses = [...words]
			.map((word) => ({ word, distance: editDistance(term, normalise(word), max) }))
			.filter(({ word, distance }) => distance <= max && normalise(word)[0] === term[0])
			.filter(({ word }) => typos(term) !== false || word.length > term.length)
			// A replaced letter is likelier than a missing one.
			.toSorted((a, b) => a.distance - b.distance || lengthApart(a.word) - lengthApart(b.word));
		return guesses
			.filter(({ distance }) => distance === guesses[0]?.distance)
			.slice(0, maxGuesses)
			.flatMap(({ word }) =>
				queryParts(word)
					.slice(0, 1)
					.map((part) => ({ ...part, word })),
			)
			.map((part) => ({ ...part, count: occurrencesOf([...part.terms, ...part.meanings]) }))
			.reduce<(QueryPart & { word: string; count: number }) | null>(
				(best, guess) => (guess.count > (best?.count ?? 0) ? guess : best),
				null,
			);
	};
	/** Splits a query. Looks for typos only in languages with spaces: edit distance finds none in Chinese. */
	const readQuery = (query: string, maxUnknown: number): TypedPart[] => {
		const parts = queryParts(query).map((part) => ({
			...part,
			compounds: part.terms.length === 1 ? compoundsOf(part.terms[0] ?? '') : [],
		}));
		const unknown = parts
			.filter(({ terms: [term = '', ...others], compounds }) => {
				if (others.length > 0 || typosOf(term) === 0) return false;
				// A word that begins like one with a meaning may be a typo of another.
				return meaningsOfWord(term).length === 0 && !vocabulary.has(term) && compounds.length === 0;
			})
			.slice(0, maxUnknown);
		return parts.map((part, position) => {
			const [term = '', ...others] = part.terms;
			const isUnknown = unknown.includes(part);
			const isLast = position === parts.length - 1;
			const mayBegin = others.length === 0 && term.length >= minBeginning(term, isLast);
			const longer = mayBegin ? occurrencesOfBeginning(term) : 0;
			const isBeginning = mayBegin && longer <= maxOccurrences;
			const own = occurrencesOf([...part.terms, ...part.meanings, ...part.compounds]);
			const like = isUnknown ? wordsLike(term) : [];
			const areNear = part.meanings.length === 0 && typos(term) && occurrencesOf(like) <= maxOccurrences;
			return {
				...part,
				isUnknown,
				isBeginning,
				near: areNear ? like : [],
				occurrences: isBeginning ? own + longer : own,
				meant: isUnknown ? nearestWord(term, like) : null,
			};
		});
	};
	const nearestTitle = (typed: string, parts: readonly TypedPart[]): string | null => {
		const { length } = [...typed];
		if (length < compared.query.min || length > compared.query.max) return null;
		for (const { id } of searchAs(affordable(parts), 'OR', true).slice(0, compared.hits)) {
			const event = findEvent(id);
			for (const text of [event?.title ?? '', event?.address ?? '', event?.owner?.name ?? '']) {
				const nearest = nearestPart(typed, text);
				if (nearest !== null && nearest !== typed) return nearest;
			}
		}
		return null;
	};
	const find = (query: string, filters: SearchFilters, maxUnknown = maxTypos): Found => {
		const fits = fitsTo(filters);
		if (query === '') {
			const all = sortByTimes(events().filter(fits));
			const hits = all.map((event) => ({ event, terms: [], fields: [], isInText: false }));
			return { hits, isAsTyped: true, parts: [] };
		}
		const parts = readQuery(query, maxUnknown);
		const hitsOf = (results: readonly SearchResult[]): Hit[] =>
			results.flatMap(({ id, match }) => {
				const event = findEvent(id);
				return event !== undefined && fits(event) ? new FoundHit(event, match) : [];
			});
		const searched = affordable(parts);
		if (searched.every(({ occurrences }) => occurrences > 0)) {
			const results = searchAs(searched, 'AND', false);
			if (results.length > 0) return { hits: hitsOf(results), isAsTyped: true, parts };
		}
		const some = searchAs(searched, 'OR', true);
		const every = some.filter((result) => searched.every(has(result)));
		return { hits: hitsOf(every.length > 0 ? every : some), isAsTyped: false, parts };
	};

	return {
		/** Adds as many events as fit into the memory limit. */
		add(list: readonly PublicEvent[]): void {
			for (const event of list) {
				if (ids.has(event.id) || bytes() >= maxBytes) continue;
				const { id, owner, type } = event;
				const before = bytes();
				const isFull = before >= shares.all * maxBytes;
				// An event without an owner counts towards no owner's share.
				const owned = owner === null ? 0 : (bytesOf.get(owner.id) ?? 0);
				const ownerLeft = shares.owner * maxBytes - owned;
				if (isFull && ownerLeft <= 0) continue;
				left.text = Math.max(0, ownerLeft / bytesPer.term);
				left.names = ownerLeft > 0 ? maxNewNames.usual : maxNewNames.beyondShare;
				const [title, place] = [beginningOf(event.title, 'title'), beginningOf(event.address, 'place')];
				const text = isFull ? '' : beginningOf(plainText(event.content), 'text');
				index.add({
					id,
					title,
					place,
					owner: beginningOf(owner?.name ?? '', 'owner'),
					text,
					meaning: meaningsOf(type, title).join(' '),
					placeMeaning: meaningsOf(null, place).join(' '),
				});
				ids.add(id);
				if (owner !== null) bytesOf.set(owner.id, owned + bytes() - before);
			}
		},
		/** Every match, best first. @param query empty: every event, by time */
		find: (query: string, filters: SearchFilters) => find(query, filters),
		/** The query without typos; null if it seems to have none, or if correcting them finds no more events. */
		suggest(query: string, filters: SearchFilters, { hits, isAsTyped, parts }: Found): string | null {
			const typed = normalise(query.trim());
			const words = new Map(parts.map(({ terms: [term = ''], meant }) => [term, meant?.word ?? term]));
			const suggestion =
				isChinese(typed) && !isAsTyped ? nearestTitle(typed, parts) : replaceWords(typed, words);
			if (suggestion === null || suggestion === typed) return null;
			return find(suggestion, filters, 0).hits.length > (isAsTyped ? hits.length : 0) ? suggestion : null;
		},
		/** The sentence of an event's text that contains one of the terms. */
		snippet({ event, terms }: Hit): string | null {
			let split = 0;
			for (const { segment } of sentences.segment(beginningOf(plainText(event.content), 'text'))) {
				const plain = normalise(segment);
				if (!terms.some((term) => plain.includes(term))) continue;
				split += 1;
				if (split > maxSplit) return null;
				const words = new Set(tokenize(segment));
				const term = terms.find((each) => words.has(each));
				if (term === undefined) continue;
				// A long sentence is cut to begin a few words before the term.
				const at = plain.indexOf(term);
				const from = at + term.length > maxSnippet ? at - maxSnippet / 4 : 0;
				const text = segment.slice(from, from + maxSnippet).trim();
				return `${from > 0 ? '…' : ''}${text}${from + maxSnippet < segment.length ? '…' : ''}`;
			}
			return null;
		},
		/** Events at a place, ordered by start. @param place see `placeKey` */
		at: (place: string) => sortByTimes(events().filter((event) => placeKey(event) === place)),
		/** Whether some events don't name their type. */
		hasUntyped: () => events().some(({ type }) => type === null),
		size: () => ids.size,
		bytes,
	};
}
