/** Finds synonyms in the app's languages, by the meanings of words: “hiking” finds 徒步. */
import type { Event } from '../../contract/event/event.ts';
import { type ListedType, listedTypes } from '../../contract/spec/filters.ts';
import { editDistance } from '../../contract/words/edit-distance.ts';
import table from './meanings.json' with { type: 'json' };
import { isChinese, maxTerms, normalize, tokenize, tokenizeQuery } from './tokenize.ts';

/**
 * The words of each meaning, separated by spaces. Names of meanings begin with `#`, so that they differ from words in
 * the index. An event also has the meaning that is named after its type.
 *
 * `~` marks a word that often means something else: “show” is a concert in Portuguese, but not in “group show”. In a
 * text, the word has the meaning only if the event has the type in the table. The word is never highlighted.
 */
const meanings: Readonly<Record<string, { words: string; type?: string }>> = table;

interface Sense {
	meaning: string;
	isSure: boolean;
}

/** The meanings of each word. Leaves out single Chinese characters, which occur in too many other words. */
const byWord = new Map<string, { spelling: string; senses: Sense[] }>();
for (const [meaning, { words }] of Object.entries(meanings))
	for (const written of words.split(' ')) {
		const spelling = written.replace(/^~/, '');
		const word = normalize(spelling);
		if (isChinese(word) && [...word].length === 1) continue;
		const entry = byWord.get(word) ?? { spelling, senses: [] };
		if (!entry.senses.some((sense) => sense.meaning === meaning))
			entry.senses.push({ meaning, isSure: spelling === written });
		byWord.set(word, entry);
	}
const sensesOf = (word: string): readonly Sense[] =>
	(byWord.get(word) ?? byWord.get(word.replace(/s$/, '')))?.senses ?? [];

export const meaningsOfWord = (word: string): string[] => sensesOf(word).map(({ meaning }) => meaning);

/** Longest words first: 读书会 before 读书. */
const chineseWords = [...byWord.keys()].filter(isChinese).sort((a, b) => b.length - a.length);

const otherWords = [...byWord.keys()].filter((word) => !isChinese(word));

/** A shorter beginning of a word would match too many words. */
const minTyped = 4;

/** Meanings of a word, or else of the words that begin with it: people may still be typing. */
function meaningsOfTyped(term: string): readonly string[] {
	const known = meaningsOfWord(term);
	if (known.length > 0 || term.length < minTyped) return known;
	return [...new Set(otherWords.filter((word) => word.startsWith(term)).flatMap(meaningsOfWord))];
}

export const wordsNear = (term: string, distance: number): string[] =>
	otherWords
		.filter((word) => editDistance(term, word, distance) <= distance)
		.map((word) => byWord.get(word)?.spelling ?? word);

function sensesIn(text: string): Sense[] {
	const plain = normalize(text);
	return [...chineseWords.filter((word) => plain.includes(word)), ...tokenize(plain)].flatMap(sensesOf);
}

/** Meanings of a title's words and of the event's type. For an address, omit `type`. */
export function meaningsOf(text: string, type: Event['type'] = null): string[] {
	const agrees = ({ meaning, isSure }: Sense) =>
		isSure || (type !== null && meanings[meaning]?.type === type);
	const names = sensesIn(text)
		.filter(agrees)
		.map(({ meaning }) => meaning);
	return [...new Set(`#${type}` in meanings ? [`#${type}`, ...names] : names)];
}

export function wordsWith(meaning: string, text: string): string[] {
	const plain = normalize(text);
	// Not `tokenize`, which would take a hundred times as long: this runs for each of many hits.
	const words = [...chineseWords.filter((word) => plain.includes(word)), ...plain.split(/[^\p{L}\p{N}]+/u)];
	return words.filter((word) => sensesOf(word).some((sense) => sense.isSure && sense.meaning === meaning));
}

/** A word of a query. An event matches if it has all terms, or one of the meanings. */
export interface QueryPart {
	terms: string[];
	meanings: readonly string[];
}

/** The first type that a word of the texts means; else `others`. */
export function typeOf(texts: readonly string[]): ListedType {
	const types = texts
		.flatMap((text) => sensesIn(text).toSorted((a, b) => Number(b.isSure) - Number(a.isSure)))
		.map(({ meaning }) => meanings[meaning]?.type);
	return listedTypes.find((type) => type === types.find((each) => each !== undefined)) ?? 'others';
}

export function queryParts(query: string): QueryPart[] {
	const parts: QueryPart[] = [];
	let rest = normalize(query);
	for (const word of chineseWords) {
		if (!rest.includes(word)) continue;
		rest = rest.replaceAll(word, ' ');
		parts.push({ terms: tokenizeQuery(word), meanings: meaningsOfWord(word) });
	}
	for (const term of tokenizeQuery(rest)) parts.push({ terms: [term], meanings: meaningsOfTyped(term) });
	return parts.slice(0, maxTerms);
}

export const typesIn = (parts: readonly QueryPart[]): ListedType[] =>
	[...new Set(parts.flatMap((part) => part.meanings))].flatMap(
		(name) => listedTypes.find((type) => name === `#${type}`) ?? [],
	);
