/** Converts the texts and HTML of services to plain text, in one pass and so in linear time. */

/** The tags that occur in event texts. Anything else in angle brackets is text: "<not html>", "a course on <a>". */
const knownTag =
	/(?!<(?:a|table)>)<\/?(?:a|abbr|b|big|blockquote|body|br|center|code|dd|div|dl|dt|em|embed|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|li|link|mark|meta|object|ol|p|pre|s|script|section|small|span|strike|strong|style|sub|sup|svg|table|tbody|td|textarea|th|thead|title|tr|u|ul|video)(?:\s*\/?|\s+[a-z][\w:-]*\s*=[^<>]*)>/i;

/** Elements whose content is not meant to be read. */
const skipped = /^(?:script|style|iframe|object|svg|head|title|textarea|template)$/;

const blocks =
	/^(?:br|p|div|li|ul|ol|dl|dt|dd|tr|table|h[1-6]|hr|blockquote|section|article|header|footer|figure|pre|center|form)$/;

/** The BFF decodes all other named entities: their table is too large for the browser. */
const entities: ReadonlyMap<string, string> = new Map(
	Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }),
);

function characterOf(code: number): string {
	return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

export const decodeEntities = (text: string): string =>
	text.includes('&')
		? text.replace(
				/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
				(all: string, decimal?: string, hex?: string, name?: string) => {
					if (decimal !== undefined) return characterOf(Number(decimal));
					if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
					return entities.get(name ?? '') ?? all;
				},
			)
		: text;

export const isHtml = (content: string): boolean => knownTag.test(content);

/**
 * A comment, or a tag, whose attributes may contain `>` in quotes. If it is never closed, it is the rest of the text.
 */
const markup = /<(?:!--(?:.*?-->|.*)|([/!?]?)([a-z][a-z\d]{0,20})(?:=(?:"[^"]*"?|'[^']*'?)|[^>])*>?)/gis;

function endOfSkipped(html: string, name: string, from: number): number {
	const endTag = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
	endTag.lastIndex = from;
	return endTag.exec(html)?.index ?? html.length;
}

function stripTags(html: string): string {
	const parts: string[] = [];
	let at = 0;
	markup.lastIndex = 0;
	for (let match = markup.exec(html); match !== null; match = markup.exec(html)) {
		const [, slash, raw = ''] = match;
		const name = raw.toLowerCase();
		const text = html.slice(at, match.index);
		// A literal "<" must not form a tag with the text that follows the removed part.
		const gap = text.endsWith('<') ? ' ' : '';
		parts.push(text, blocks.test(name) ? '\n' : name === 'img' || name === 'td' || name === 'th' ? ' ' : gap);
		if (slash === '' && skipped.test(name)) markup.lastIndex = endOfSkipped(html, name, markup.lastIndex);
		at = markup.lastIndex;
	}
	return `${parts.join('')}${html.slice(at)}`;
}

/**
 * Characters that are invalid in XML, and therefore in Atom, except line breaks and tabs; and explicit directional
 * formatting (Unicode UAX #9 §2), which can reverse what follows the text.
 */
const unprintable = /(?![\n\t])[\p{Cc}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]/gu;

/** Removes tags, entities and control characters. Separates paragraphs by line breaks, and collapses spaces. */
export function plainText(content: string | null): string {
	const input = content ?? '';
	const text = isHtml(input) ? stripTags(input.replaceAll(/[\r\n]+/g, ' ')) : input;
	return decodeEntities(text)
		.toWellFormed()
		.replaceAll(/\r\n?/g, '\n')
		.replaceAll(unprintable, '')
		.replaceAll(/[^\S\n]+/g, ' ')
		.replaceAll(/ ?\n ?/g, '\n')
		.replaceAll(/\n{3,}/g, '\n\n')
		.trim();
}

/** Longer titles, names and addresses are truncated, or a list of them would take seconds to render. */
const maxLine = 300;

/** Matches texts of characters without a glyph, such as the zero-width space U+200B and the blank Braille pattern. */
const invisible = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Reduces a title, name or address to one line of plain text. Returns an empty string for invisible text. */
export function oneLine(text: string): string {
	const start = text.length > maxLine ? shorten(text.slice(0, 2 * maxLine + 2), maxLine) : text;
	const line = /[<&\s\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]/u.test(start)
		? plainText(start).replaceAll(/\s+/g, ' ')
		: start;
	return invisible.test(line) ? '' : line;
}

export function shorten(text: string, max: number): string {
	const characters = Array.from(text);
	return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
}

/** The beginning of a text or HTML, on one line. */
export const summaryOf = (content: string | null, max = 160): string =>
	shorten(plainText(content).replaceAll(/\s+/g, ' '), max);
