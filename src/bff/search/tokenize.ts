/** Words of a text for the index, in Chinese and in languages with spaces. */

const segmenter = new Intl.Segmenter('zh-Hans', { granularity: 'word' });
const han = /\p{Script=Han}/u;

/** Lower case, without accents, full-width forms as usual ones. */
const normalise = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Splits a text into terms. Chinese words come whole and as pairs of characters, since people cut them differently
 * than any dictionary does.
 */
export function tokenize(text: string): string[] {
	const plain = normalise(text);
	const terms: string[] = [];
	for (const { segment, isWordLike } of segmenter.segment(plain))
		if (isWordLike === true) terms.push(segment);
	for (const [run] of plain.matchAll(/\p{Script=Han}{3,}/gu)) {
		const characters = [...run];
		for (let index = 0; index + 1 < characters.length; index++)
			terms.push(`${characters[index]}${characters[index + 1]}`);
	}
	return terms;
}

export const isChinese = (term: string): boolean => han.test(term);
