/** Splits texts into terms: words, and in Chinese also pairs of characters. */

const segmenter = new Intl.Segmenter('zh-Hans', { granularity: 'word' });
const han = /\p{Script=Han}/u;

/** Converts to lower case, removes Latin accents and Arabic vowel signs, and converts full-width forms. */
export const normalize = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/[\u0300-\u036f\u064b-\u0652]/g, '')
		.normalize('NFC')
		.toLowerCase();

/** Splits a text into words, and pairs of adjacent Chinese characters: where a Chinese word ends is often unclear. */
function wordsAndPairs(plain: string): string[] {
	const segments = [...segmenter.segment(plain)].filter(({ isWordLike }) => isWordLike);
	const terms = segments.map(({ segment }) => segment);
	for (const [run] of plain.matchAll(/\p{Script=Han}{2,}/gu)) {
		const characters = [...run];
		for (let index = 0; index + 1 < characters.length; index++)
			terms.push(`${characters[index]}${characters[index + 1]}`);
	}
	return terms;
}

/** Lists the words of a text, its Chinese characters and pairs of them, each once. */
export function tokenize(text: string): string[] {
	const plain = normalize(text);
	return [...new Set([...wordsAndPairs(plain), ...(plain.match(/\p{Script=Han}/gu) ?? [])])];
}

/** Words that say nothing about an event, so they are not searched for. */
const stopWords = new Set(
	[
		'a an and any anything at by for from in into is it me my near of on or some something that the this to with',
		'am auf aus bei das dem den der die ein eine einen einer etwas für im mit oder und von vom was zu zum zur',
		'au aux avec chez dans des du et la le les ou par pour quelque chose sur un une',
		'al algo con del el en las los para por una y',
		'ao com da das do dos em na nas no nos os para por um uma',
		'في من على إلى عن مع أو شيء',
	].flatMap((words) => normalize(words).split(' ')),
);

/** Terms of a query. Few queries have more; but a hundred Chinese characters would be a hundred terms. */
export const maxTerms = 8;

/** Lists the terms of a query, without stop words unless it has only these. A lone Chinese character is a term. */
export function tokenizeQuery(text: string): string[] {
	const plain = normalize(text);
	const alone = plain.match(/(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu) ?? [];
	// Leaves out single characters of longer Chinese texts, because pairs say more.
	const terms = wordsAndPairs(plain).filter((term) => term.length > 1 || !isChinese(term));
	const all = [...new Set([...terms, ...alone])];
	const telling = all.filter((term) => !stopWords.has(term));
	return (telling.length > 0 ? telling : all).slice(0, maxTerms);
}

export const isChinese = (term: string): boolean => han.test(term);

/** Whether the term's script has a character for each syllable. */
export const isSyllabic = (term: string): boolean =>
	/[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(term);

/** Replaces words of a text. @param plain the text, normalized */
export const replaceWords = (plain: string, replacements: ReadonlyMap<string, string>): string =>
	[...segmenter.segment(plain)].map(({ segment }) => replacements.get(segment) ?? segment).join('');
