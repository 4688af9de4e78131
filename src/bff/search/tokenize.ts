/** Words of a text for the index, in Chinese and in languages with spaces. */

const segmenter = new Intl.Segmenter('zh-Hans', { granularity: 'word' });
const han = /\p{Script=Han}/u;

/** Lower case, without accents, full-width forms as usual ones. */
const normalise = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Words as the language has them, and pairs of neighbouring Chinese characters, since people cut them differently. */
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
 * @returns each term once for each kind of finding it: how often a word stands in a text says little about events
 */
export function tokenize(text: string): string[] {
	const plain = normalise(text);
	return [...new Set([...wordsAndPairs(plain), ...(plain.match(/\p{Script=Han}/gu) ?? [])])];
}

/** Splits what was typed: as {@link tokenize}, but a character stands for itself only where it was typed alone. */
export function tokenizeQuery(text: string): string[] {
	const plain = normalise(text);
	const alone = plain.match(/(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu) ?? [];
	// A character cut off a longer run by the segmenter says less than the pairs it is part of.
	const terms = wordsAndPairs(plain).filter((term) => term.length > 1 || !isChinese(term));
	return [...new Set([...terms, ...alone])];
}

export const isChinese = (term: string): boolean => han.test(term);
