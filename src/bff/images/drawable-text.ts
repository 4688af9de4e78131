/** Restricts texts to the characters of the project's fonts (`fonts/`): others would be drawn as empty boxes. */

/** The characters of the fonts (a test compares them), without those that change the text direction. */
export const drawableRanges: readonly (readonly [first: number, last: number])[] = [
	// Latin with diacritics, Greek, Cyrillic.
	[0x20, 0x7e],
	[0xa0, 0x24f],
	[0x2b0, 0x3e1],
	[0x3f0, 0x52f],
	[0x1e00, 0x1eff],
	// Arabic, with the zero-width non-joiner.
	[0x600, 0x61b],
	[0x61e, 0x6ff],
	[0x750, 0x77f],
	[0x200c, 0x200c],
	// Punctuation, currencies, №, ™, circled numbers.
	[0x2010, 0x2027],
	[0x2030, 0x205e],
	[0x20a0, 0x20bf],
	[0x2116, 0x2116],
	[0x2122, 0x2122],
	[0x2460, 0x2473],
	// Chinese, Japanese and Korean.
	[0x3000, 0x30ff],
	[0x3105, 0x312f],
	[0x31f0, 0x31ff],
	[0x4e00, 0x9fef],
	[0xac00, 0xd7a3],
	[0xff01, 0xffee],
];

const canDraw = (character: string): boolean => {
	const code = character.codePointAt(0) ?? 0;
	return drawableRanges.some(([first, last]) => code >= first && code <= last);
};

/** Characters without which a text would be misleading. Others, such as emoji, may be omitted. */
const essential = /^[\p{L}\p{N}]$/u;

export const isDrawable = (text: string): boolean => Array.from(text).every(canDraw);

/** The text on one line, without characters that can't be drawn; empty if one of those is a letter or digit. */
export function drawableText(text: string): string {
	const characters = Array.from(text.normalize('NFC').replaceAll(/\s/g, ' '));
	const drawn = characters.filter(canDraw);
	const isReadable = characters.every((character) => canDraw(character) || !essential.test(character));
	return isReadable ? drawn.join('').replaceAll(/ {2,}/g, ' ').trim() : '';
}
