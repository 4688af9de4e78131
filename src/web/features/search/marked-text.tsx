import { Fragment } from 'react';

const escapeForPattern = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const isHan = (term: string) => /\p{Script=Han}/u.test(term);

/**
 * Normalizes a text like the index (lower case, no accents or full-width forms), with the start and end of each code
 * unit's source character, because one character may become several.
 */
function fold(text: string): { folded: string; starts: number[]; ends: number[] } {
	const starts: number[] = [];
	const ends: number[] = [];
	let folded = '';
	let position = 0;
	for (const character of text) {
		const plain = character
			.normalize('NFKD')
			.replace(/[\u0300-\u036f\u064b-\u0652]/g, '')
			.normalize('NFC')
			.toLowerCase();
		const end = position + character.length;
		for (let unit = 0; unit < plain.length; unit++) {
			starts.push(position);
			ends.push(end);
		}
		folded += plain;
		position = end;
	}
	return { folded, starts, ends };
}

/**
 * Positions of terms in a text.
 *
 * @param terms in lower case without accents; in languages with spaces, they match at the beginning of a word
 * @returns ranges of the text, `[from, to)`, in order; adjacent ones are merged
 */
export function findTerms(text: string, terms: readonly string[]): [from: number, to: number][] {
	const wanted = terms.filter((term) => term !== '');
	if (wanted.length === 0) return [];
	const { folded, starts, ends } = fold(text);
	const found: [number, number][] = [];
	for (const term of wanted) {
		const start = isHan(term) ? '' : '(?<![\\p{Script=Latin}\\p{N}])';
		for (const { index } of folded.matchAll(new RegExp(start + escapeForPattern(term), 'gu')))
			found.push([starts[index] ?? 0, ends[index + term.length - 1] ?? text.length]);
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
