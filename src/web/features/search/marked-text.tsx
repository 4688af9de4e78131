import { Fragment } from 'react';

/** Lower case without accents or full-width forms, like the index. Keeps each character's position. */
const foldText = (text: string): string =>
	Array.from(text, (character) => {
		const plain = character
			.normalize('NFKD')
			.replace(/[\u0300-\u036f\u064b-\u0652]/g, '')
			.normalize('NFC')
			.toLowerCase();
		return plain.length === character.length ? plain : character;
	}).join('');

const isHan = (term: string) => /\p{Script=Han}/u.test(term);

/** Matches each character with any combining accents, since those may be separate code points. */
const withAccents = (term: string) =>
	Array.from(term, (character) => `${character.replace(/[.*+?^${}()|[\]\\]/, '\\$&')}\\p{M}*`).join('');

/**
 * Positions of terms in a text.
 *
 * @param terms in lower case without accents; in languages with spaces, they match at the beginning of a word
 * @returns ranges of the text, `[from, to)`, in order; adjacent ones are merged
 */
export function findTerms(text: string, terms: readonly string[]): [from: number, to: number][] {
	const wanted = terms.filter((term) => term !== '');
	if (wanted.length === 0) return [];
	const folded = foldText(text);
	const found: [number, number][] = [];
	for (const term of wanted) {
		const start = isHan(term) ? '' : '(?<![\\p{Script=Latin}\\p{N}])';
		for (const { 0: match, index } of folded.matchAll(new RegExp(start + withAccents(term), 'gu')))
			found.push([index, index + match.length]);
	}
	const ranges: [number, number][] = [];
	for (const [from, to] of found.toSorted(([a], [b]) => a - b)) {
		const last = ranges.at(-1);
		if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
		else ranges.push([from, to]);
	}
	return ranges;
}

export function MarkedText({ text, terms }: { text: string; terms: readonly string[] }) {
	const ranges = findTerms(text, terms);
	if (ranges.length === 0) return text;
	return ranges.map(([from, to], index) => (
		<Fragment key={from}>
			{text.slice(ranges[index - 1]?.[1] ?? 0, from)}
			<mark>{text.slice(from, to)}</mark>
			{index === ranges.length - 1 && text.slice(to)}
		</Fragment>
	));
}
