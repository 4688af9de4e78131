/** Shortens text or HTML, but never cuts within a tag, an entity or a character. @param max characters */
export const shortText = (text: string, max: number): string =>
	text.length <= max ? text : text.slice(0, max).replace(/(?:<[^<>]*|&[#\w]*|[\ud800-\udbff])$/u, '');
