/** The words of an index: which of them a query's word matches, whether it may be a typo, and what a search costs. */
import type { Query, SearchResult } from 'minisearch';
import { editDistance } from '../../contract/words/edit-distance.ts';
import { meaningsOfWord, type QueryPart, queryParts, wordsNear } from './meanings.ts';
import { isChinese, isSyllabic, minBeginning, normalize, typosOf } from './tokenize.ts';

/** The indexed fields: words of an event, meanings (`meanings.ts`) of its type and title, and of its address. */
export const wordFields = ['title', 'place', 'owner', 'text'] as const;
export const meaningFields = ['meaning', 'placeMeaning'] as const;
const namedFields = wordFields.filter((field) => field !== 'text');
export type Field = (typeof wordFields)[number] | (typeof meaningFields)[number];

export interface TypedPart extends QueryPart {
	isBeginning: boolean;
	/** Compounds in titles, places and names of organizers that contain the word. */
	compounds: readonly string[];
	/** Occurrences of everything that matches without a correction. The search takes as long. */
	occurrences: number;
	/** Set if no event and no meaning has the word, so that it may be a typo: the most similar word that has results. */
	meant: (QueryPart & { word: string }) | null;
}

/** Weight of a longer word, relative to the word itself. */
export const prefixWeight = 0.005;

/** Occurrences that one search reads: about a thousand per millisecond. More common words distinguish no events. */
const maxOccurrences = 10_000;

/** Query words to check for typos, each of which is compared with the whole vocabulary. */
export const maxTypos = 2;

/** How many of the nearest words to count the results of. */
const maxGuesses = 8;

export function queryOf(
	{ terms, meanings, isBeginning, compounds, meant }: TypedPart,
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
			others(compounds, namedFields, prefixWeight),
			others(guess?.meanings ?? meanings, meaningFields),
		],
	};
}

/** Whether a found event matches a part of the query, or its corrected form. */
export const has =
	({ queryTerms }: SearchResult) =>
	({ terms, meanings, compounds, meant }: TypedPart): boolean =>
		compounds.some((word) => queryTerms.includes(word)) ||
		[{ terms, meanings }, meant ?? []]
			.flat()
			.some(
				(part) =>
					part.terms.every((term) => queryTerms.includes(term)) ||
					part.meanings.some((meaning) => queryTerms.includes(meaning)),
			);

/** Drops the most common words of a query that costs too much. */
export function affordable(parts: readonly TypedPart[]): readonly TypedPart[] {
	let left = maxOccurrences;
	const tooCommon = parts
		.toSorted((a, b) => a.occurrences - b.occurrences)
		.filter(({ occurrences }, index) => {
			left -= occurrences;
			return index > 0 && left < 0;
		});
	return parts.filter((part) => !tooCommon.includes(part));
}

export class Vocabulary {
	/** By term. `isNamed`: it occurs in fields other than the text. */
	readonly #words = new Map<string, { occurrences: number; isNamed: boolean }>();
	occurrences = 0;

	get size() {
		return this.#words.size;
	}

	has = (term: string): boolean => this.#words.has(term);

	add(terms: readonly string[], isNamed: boolean): void {
		this.occurrences += terms.length;
		for (const term of terms) {
			const word = this.#words.get(term) ?? { occurrences: 0, isNamed };
			word.occurrences += 1;
			word.isNamed ||= isNamed;
			this.#words.set(term, word);
		}
	}

	/** Splits a query. Looks for typos only in languages with spaces: edit distance finds none in Chinese. */
	readQuery(query: string, maxUnknown: number): TypedPart[] {
		const parts = queryParts(query).map((part) => ({
			...part,
			compounds: part.terms.length === 1 ? this.#compoundsOf(part.terms[0] ?? '') : [],
		}));
		const unknown = parts
			.filter(({ terms: [term = '', ...others], compounds }) => {
				if (others.length > 0 || typosOf(term) === 0) return false;
				// Not `meanings`: a typo has some if it begins another word.
				return meaningsOfWord(term).length === 0 && !this.has(term) && compounds.length === 0;
			})
			.slice(0, maxUnknown);
		return parts.map((part, position) => {
			const [term = '', ...others] = part.terms;
			const isLast = position === parts.length - 1;
			const mayBegin = others.length === 0 && term.length >= minBeginning(term, isLast);
			const begun = mayBegin ? this.#where((word) => word !== term && word.startsWith(term)) : [];
			const longer = this.#occurrencesOf(begun);
			const isBeginning = mayBegin && longer <= maxOccurrences;
			const own = this.#occurrencesOf([...part.terms, ...part.meanings, ...part.compounds]);
			return {
				...part,
				isBeginning,
				occurrences: isBeginning ? own + longer : own,
				meant: unknown.includes(part) ? this.#nearestWord(term) : null,
			};
		});
	}

	#occurrencesOf(words: readonly string[]): number {
		return words.reduce((sum, word) => sum + (this.#words.get(word)?.occurrences ?? 0), 0);
	}

	#where(matches: (word: string, isNamed: boolean) => boolean): string[] {
		const found = this.#words.entries().filter(([word, { isNamed }]) => matches(word, isNamed));
		return found.map(([word]) => word).toArray();
	}

	/** Longer words of titles, places and organizers that contain this one, but don't begin with it. */
	#compoundsOf(part: string): string[] {
		// Short words occur in others by chance: king in hiking.
		if (isChinese(part) || part.length <= minBeginning(part, false)) return [];
		return this.#where((word, isNamed) => isNamed && word.indexOf(part) > 0);
	}

	/** The nearest word of the index or with a meaning; of several, the most frequent. */
	#nearestWord(term: string): TypedPart['meant'] {
		const max = typosOf(term);
		const lengthApart = (word: string) => Math.abs(word.length - term.length);
		// A three-letter word with another letter is a different word.
		const mayBeReplaced = term.length > 3 || isSyllabic(term);
		const like = this.#where((word) => word[0] === term[0] && editDistance(term, word, max) <= max);
		const words = new Set([...wordsNear(term, max), ...like]);
		const guesses = [...words]
			.map((word) => ({ word, distance: editDistance(term, normalize(word), max) }))
			// Typos rarely change the first letter.
			.filter(({ word, distance }) => distance <= max && normalize(word)[0] === term[0])
			.filter(({ word }) => mayBeReplaced || word.length > term.length)
			// A replaced letter is likelier than a missing one.
			.toSorted((a, b) => a.distance - b.distance || lengthApart(a.word) - lengthApart(b.word));
		const [best] = guesses
			.filter(({ distance }) => distance === guesses[0]?.distance)
			.slice(0, maxGuesses)
			.flatMap(({ word }) =>
				queryParts(word)
					.slice(0, 1)
					.map((part) => ({ ...part, word })),
			)
			.map((part) => ({ part, count: this.#occurrencesOf([...part.terms, ...part.meanings]) }))
			.toSorted((a, b) => b.count - a.count);
		return best !== undefined && best.count > 0 ? best.part : null;
	}
}
