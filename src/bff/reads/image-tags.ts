/** Finds the pictures inside HTML in one pass, whoever wrote it: the cost grows with its length and nothing else. */
import { decodeEntities, escapeHtml } from '../../contract/event/plain-text.ts';

const isSpace = (character: string) => /\s/.test(character);

/** The value of an attribute, with where it is in the text, quotes included. */
interface Value {
	from: number;
	to: number;
	raw: string;
}

/**
 * Reads the attributes of a tag from `from` on.
 *
 * @returns where the tag ends, and its first `src`; null when the tag is never closed, so that browsers drop it
 */
function readTag(html: string, from: number): { end: number; src: Value | null } | null {
	let src: Value | null = null;
	let at = from;
	const skip = (isSkipped: (character: string) => boolean) => {
		while (at < html.length && isSkipped(html.charAt(at))) at += 1;
	};
	while (at < html.length) {
		skip((character) => isSpace(character) || character === '/');
		if (html.charAt(at) === '>') return { end: at + 1, src };
		const nameFrom = at;
		// An equals sign at the beginning belongs to the name.
		at += 1;
		skip((character) => !isSpace(character) && !'/>='.includes(character));
		const name = html.slice(nameFrom, at);
		skip(isSpace);
		if (html.charAt(at) !== '=') continue;
		at += 1;
		skip(isSpace);
		const valueFrom = at;
		const quote = html.charAt(at);
		const isQuoted = quote === '"' || quote === "'";
		if (isQuoted) {
			const close = html.indexOf(quote, at + 1);
			if (close === -1) return null;
			at = close + 1;
		} else skip((character) => !isSpace(character) && character !== '>');
		const raw = isQuoted ? html.slice(valueFrom + 1, at - 1) : html.slice(valueFrom, at);
		if (src === null && name.toLowerCase() === 'src') src = { from: valueFrom, to: at, raw };
	}
	return null;
}

/**
 * Replaces the URLs of the pictures in HTML.
 *
 * @param replace gets a URL with its entities decoded; null leaves the tag as it is
 * @param max pictures that are replaced at most; later ones stay as they are
 */
export function replaceImageUrls(html: string, replace: (url: string) => string | null, max: number): string {
	const parts: string[] = [];
	const tag = /<img(?=[\s/])/gi;
	let copied = 0;
	for (let count = 0; count < max; count += 1) {
		const found = tag.exec(html);
		const image = found === null ? null : readTag(html, tag.lastIndex);
		if (image === null) break;
		tag.lastIndex = image.end;
		const url = image.src === null ? null : replace(decodeEntities(image.src.raw));
		if (image.src === null || url === null) continue;
		parts.push(html.slice(copied, image.src.from), `"${escapeHtml(url)}"`);
		copied = image.src.to;
	}
	return parts.length === 0 ? html : `${parts.join('')}${html.slice(copied)}`;
}
