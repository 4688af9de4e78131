/** Counts the words of an index. Tells which of them a query's word matches, and whether it may be a typo. */
import type { Query, SearchResult } from 'minisearch';
import { editDistance } from '../../contract/words/edit-distance.ts';
import { meaningsOfWord, type QueryPart, queryParts, wordsNear } from './meanings.ts';
import { isChinese, isSyllabic, normalize } from './tokenize.ts';

/** Indexed fields: words of an event, and meanings (`meanings.ts`) of its type and title, and of its address. */
export const wordFields = ['title', 'place', 'owner', 'text'] as const;
export const meaningFields = ['meaning', 'placeMeaning'] as const;
const namedFields = wordFields.filter((field) => field !== 'text');
export type Field = (typeof wordFields)[number] | (typeof meaningFields)[number];

/** A word of a query, with the words of the index that it matches. */
export interface TypedPart extends QueryPart {
	/** Whether the part also matches longer words that begin with it. */
	isBeginning: boolean;
	/** Longer words in titles, places and names of organizers that contain the part. */
	compounds: readonly string[];
	/** The most similar word, if neither the index nor the synonyms have the typed one, so that it may be a typo. */
	meant: (QueryPart & { word: string }) | null;
}

/** Weight of a longer word that contains the typed one, relative to the typed one. */
export const prefixWeight = 0.005;

/** Words of a query to check for typos. Each is compared with all words of the index. */
const maxTypos = 2;

/** Longer words are not compared: authors and visitors can write words of any length, which would take long. */
const maxTypoLength = 24;

/** The largest edit distance of a typo. 0 in Chinese and in short words, where another letter makes another word. */
function typosOf(term: string): number {
	if (isChinese(term) || term.length < 3 || term.length > maxTypoLength) return 0;
	return term.length < 7 ? 1 : 2;
}

/** How many of the most similar words to compare by their number of results. */
const maxGuesses = 8;

/** The length from which a term also matches longer words that begin with it. Pairs of Chinese characters don't. */
function minBeginning(term: string, isLast: boolean): number {
	if (isChinese(term)) return 3;
	return isLast || isSyllabic(term) ? 2 : 4;
}

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

/** Whether a found event matches a word of the query, or its correction. */
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

export class Vocabulary {
	/** By word. `isNamed`: the word occurs in a field other than the text. */
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

	/** Splits a query into its words, and finds what they match. */
	readQuery(query: string): TypedPart[] {
		const parts = queryParts(query).map((part) => ({
			...part,
			compounds: part.terms.length === 1 ? this.#compoundsOf(part.terms[0] ?? '') : [],
		}));
		const unknown = parts
			.filter(({ terms: [term = '', ...others], compounds }) => {
				if (others.length > 0 || typosOf(term) === 0) return false;
				// Not the part's `meanings`: a typo has some if a word with a meaning begins with it.
				return meaningsOfWord(term).length === 0 && !this.has(term) && compounds.length === 0;
			})
			.slice(0, maxTypos);
		return parts.map((part, position) => {
			const [term = '', ...others] = part.terms;
			const isLast = position === parts.length - 1;
			return {
				...part,
				isBeginning: others.length === 0 && term.length >= minBeginning(term, isLast),
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

	/** Finds longer words of titles, places and organizers that contain this one, but don't begin with it. */
	#compoundsOf(part: string): string[] {
		// Other words contain a short word by chance: “king” in “hiking”.
		if (isChinese(part) || part.length <= minBeginning(part, false)) return [];
		return this.#where((word, isNamed) => isNamed && word.indexOf(part) > 0);
	}

	/** Finds the most similar word of the index or the synonyms; of several, the one with the most results. */
	#nearestWord(term: string): TypedPart['meant'] {
		const max = typosOf(term);
		const lengthApart = (word: string) => Math.abs(word.length - term.length);
		// With another letter, a three-letter word is a different word.
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
