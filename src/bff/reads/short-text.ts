/** Shortens texts. The results are copies: the slice of a string keeps the whole string in memory. */

/** @param max UTF-16 code units */
export const beginningOf = (text: string, max: number): string =>
	text.length <= max ? text : Buffer.from(text.slice(0, max)).toString();

/** Shortens text or HTML, but never cuts within a tag, an entity or a character. @param max UTF-16 code units */
export const shortText = (text: string, max: number): string =>
	text.length <= max ? text : beginningOf(text, max).replace(/(?:<[^<>]*|&[#\w]*|\ufffd)$/u, '');
