/** How many typos a search tolerates. */
import { isChinese } from './tokenize.ts';

/** Words of a query to check for typos. Each is compared with all words of the index. */
export const maxTypos = 2;

/** Longer words are not compared: authors and visitors can write words of any length, which would take long. */
const maxTypoLength = 24;

/** The largest edit distance of a typo. 0 in Chinese and in short words, where another letter makes another word. */
export function typosOf(term: string): number {
	if (isChinese(term) || term.length < 3 || term.length > maxTypoLength) return 0;
	return term.length < 7 ? 1 : 2;
}
