/** Splits texts into terms, in Chinese and in languages with spaces. */

const segmenter = new Intl.Segmenter('zh-Hans', { granularity: 'word' });
const han = /\p{Script=Han}/u;

/** Lower case, without Latin accents and Arabic vowel signs, full-width forms converted. */
export const normalise = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/[\u0300-\u036f\u064b-\u0652]/g, '')
		.normalize('NFC')
		.toLowerCase();

/** Words, and pairs of adjacent Chinese characters, since people segment them differently. */
function wordsAndPairs(plain: string): string[] {
	const terms: string[] = [];
	for (const { segment, isWordLike } of segmenter.segment(plain))
		if (isWordLike === true) terms.push(segment);
	for (const [run] of plain.matchAll(/\p{Script=Han}{2,}/gu)) {
		const characters = [...run];
		for (let index = 0; index + 1 < characters.length; index++)
			terms.push(`${characters[index]}${characters[index + 1]}`);
	}
	return terms;
}

/**
 * Splits an event's text into words, and single Chinese characters and pairs of them.
 *
 * @returns each term once: frequency in a text says little about events
 */
export function tokenize(text: string): string[] {
	const plain = normalise(text);
	return [...new Set([...wordsAndPairs(plain), ...(plain.match(/\p{Script=Han}/gu) ?? [])])];
}

/** The work grows with each term, and a hundred Chinese characters have a hundred. */
const maxTerms = 16;

/** As {@link tokenize}, but a single character is a term only if typed alone. */
export function tokenizeQuery(text: string): string[] {
	const plain = normalise(text);
	const alone = plain.match(/(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu) ?? [];
	// Pairs say more than a single character that the segmenter splits off.
	const terms = wordsAndPairs(plain).filter((term) => term.length > 1 || !isChinese(term));
	return [...new Set([...terms, ...alone])].slice(0, maxTerms);
}

export const isChinese = (term: string): boolean => han.test(term);

/** A character of these scripts is a syllable. */
const syllables = /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Allowed typos, for MiniSearch's `fuzzy`: in Chinese and short words, another letter is another word. */
export function typos(term: string): number | false {
	if (isChinese(term) || term.length < (syllables.test(term) ? 3 : 4)) return false;
	return term.length < 7 ? 1 : 2;
}
