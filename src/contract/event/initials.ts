/** Maximum number of characters to read, for very long titles. */
const maxRead = 80;

/**
 * The initials that replace a missing image: of a title's first two words, or the first two characters of a
 * Chinese title. Empty for a title without letters or digits.
 */
export function initialsOf(title: string): string {
	const [first = '', second = ''] = title.slice(0, maxRead).match(/[\p{L}\p{N}]+/gu) ?? [];
	if (/^\p{Script=Han}/u.test(first)) return [...first].slice(0, 2).join('');
	return [first, second]
		.map((word) => [...word][0] ?? '')
		.join('')
		.toUpperCase();
}
