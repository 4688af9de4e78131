/** Words of a text for the index, in Chinese and in languages with spaces. */

const segmenter = new Intl.Segmenter('zh-Hans', { granularity: 'word' });
const han = /\p{Script=Han}/u;

/** Lower case, without accents of Latin and vowel signs of Arabic, full-width forms as usual ones. */
export const normalise = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/[\u0300-\u036f\u064b-\u0652]/g, '')
		.normalize('NFC')
		.toLowerCase();

/** Words of the language, and pairs of neighbouring Chinese characters, since people divide them differently. */
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
 * Splits a text of an event into terms: words, and single Chinese characters and pairs of them.
 *
 * @returns each term once: how often a word occurs in a text says little about events
 */
export function tokenize(text: string): string[] {
	const plain = normalise(text);
	return [...new Set([...wordsAndPairs(plain), ...(plain.match(/\p{Script=Han}/gu) ?? [])])];
}

/** Terms of a query that are searched for: the work grows with each, and a hundred Chinese characters have a hundred. */
const maxTerms = 16;

/** Splits a query like {@link tokenize}, but a single character is a term only where it was typed alone. */
export function tokenizeQuery(text: string): string[] {
	const plain = normalise(text);
	const alone = plain.match(/(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu) ?? [];
	// A character that the segmenter separates from a longer run says less than the pairs that contain it.
	const terms = wordsAndPairs(plain).filter((term) => term.length > 1 || !isChinese(term));
	return [...new Set([...terms, ...alone])].slice(0, maxTerms);
}

export const isChinese = (term: string): boolean => han.test(term);

/** Typos that a term may have: in Chinese, or in a short word, another letter is another word. For MiniSearch's `fuzzy`. */
export const typos = (term: string): number | false =>
	isChinese(term) || term.length < 4 ? false : term.length < 7 ? 1 : 2;
