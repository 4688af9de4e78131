/** Restricts texts to the characters of the project's fonts (`fonts/`): others would be drawn as empty boxes. */

/**
 * The characters of the fonts, without those that change the text direction: Latin with
 * diacritics, Greek, Cyrillic; Arabic, with the zero-width non-joiner; punctuation, currencies, №, ™, circled numbers;
 * Chinese, Japanese and Korean.
 */
const drawable =
	/^[ -~\xa0-\u024f\u02b0-\u03e1\u03f0-\u052f\u1e00-\u1eff\u0600-\u061b\u061e-\u06ff\u0750-\u077f\u200c\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2116\u2122\u2460-\u2473\u3000-\u30ff\u3105-\u312f\u31f0-\u31ff\u4e00-\u9fef\uac00-\ud7a3\uff01-\uffee]*$/u;

export const isDrawable = (text: string): boolean => drawable.test(text);

/** Characters without which a text would be misleading. Others, such as emoji, may be omitted. */
const essential = /^[\p{L}\p{N}]$/u;

/** The text on one line, without characters that can't be drawn; empty if one of those is a letter or digit. */
export function drawableText(text: string): string {
	const characters = Array.from(text.normalize('NFC').replaceAll(/\s/g, ' '));
	const drawn = characters.filter(isDrawable);
	const isReadable = characters.every((character) => isDrawable(character) || !essential.test(character));
	return isReadable ? drawn.join('').replaceAll(/ {2,}/g, ' ').trim() : '';
}
