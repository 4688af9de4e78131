/** Synonyms in the app's languages: “hiking” finds 徒步. */
import type { Event } from '../../contract/event/event.ts';
import { type ListedType, listedTypes } from '../../contract/spec/filters.ts';
import { editDistance } from '../../contract/words/edit-distance.ts';
import table from './meanings.json' with { type: 'json' };
import { isChinese, maxTerms, normalise, tokenize, tokenizeQuery } from './tokenize.ts';

/**
 * Words by meaning, separated by spaces, with irregular plurals and pinyin. No word contains `#`, so meanings and
 * words can be terms of the same index. All events of a type have the meaning of the same name, if there is one. A
 * word with ~ suggests the meaning without being a word for it: it is found, but not highlighted.
 */
const meanings: Readonly<Record<string, { words: string; type?: string }>> = table;

const typeMeanings = listedTypes.map((type) => `#${type}`).filter((name) => name in meanings);

/** By word, normalized. No single Chinese characters: they occur in too many other words. */
const byWord = new Map<string, { spelling: string; meanings: string[] }>();
const hints = new Set<string>();
for (const [name, { words }] of Object.entries(meanings))
	for (const written of words.split(' ')) {
		const spelling = written.replace(/^~/, '');
		const word = normalise(spelling);
		if (spelling !== written) hints.add(word);
		if (isChinese(word) && [...word].length === 1) continue;
		const entry = byWord.get(word) ?? { spelling, meanings: [] };
		if (!entry.meanings.includes(name)) entry.meanings.push(name);
		byWord.set(word, entry);
	}
export const meaningsOfWord = (word: string): readonly string[] =>
	(byWord.get(word) ?? byWord.get(word.replace(/s$/, '')))?.meanings ?? [];

/** Longest first: 读书会 before 读书. */
const chineseWords = [...byWord.keys()].filter(isChinese).sort((a, b) => b.length - a.length);

const otherWords = [...byWord.keys()].filter((word) => !isChinese(word));

/** Fewer letters would match too many words. */
const minTyped = 4;

/** Meanings of a word, or of words that begin with it, since it may not be fully typed. */
function meaningsOfTyped(term: string): readonly string[] {
	const known = meaningsOfWord(term);
	if (known.length > 0 || term.length < minTyped) return known;
	return [...new Set(otherWords.filter((word) => word.startsWith(term)).flatMap(meaningsOfWord))];
}

export const wordsNear = (term: string, distance: number): string[] =>
	otherWords
		.filter((word) => editDistance(term, word, distance) <= distance)
		.map((word) => byWord.get(word)?.spelling ?? word);

export function meaningsOf(type: Event['type'], text: string): string[] {
	const plain = normalise(text);
	const names = [
		...typeMeanings.filter((name) => name === `#${type}`),
		...chineseWords.filter((word) => plain.includes(word)).flatMap(meaningsOfWord),
		...tokenize(plain).flatMap(meaningsOfWord),
	];
	return [...new Set(names)];
}

/** The words of a text for this meaning. */
export function wordsWith(meaning: string, text: string): string[] {
	const plain = normalise(text);
	// `tokenize` would take a hundred times as long, for each of many hits.
	const words = [...chineseWords.filter((word) => plain.includes(word)), ...plain.split(/[^\p{L}\p{N}]+/u)];
	return words.filter((word) => !hints.has(word) && meaningsOfWord(word).includes(meaning));
}

/** An event matches if it has all terms, or one of the meanings. */
export interface QueryPart {
	terms: string[];
	meanings: readonly string[];
}

/** The type of the first text that contains a word with one, else `others`. */
export function typeOf(texts: readonly string[]): ListedType {
	const types = texts.flatMap((text) => meaningsOf(null, text)).map((name) => meanings[name]?.type);
	return listedTypes.find((type) => type === types.find((each) => each !== undefined)) ?? 'others';
}

/** Splits a query into words with known meanings, and the rest. */
export function queryParts(query: string): QueryPart[] {
	const parts: QueryPart[] = [];
	let rest = normalise(query);
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
