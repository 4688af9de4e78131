/**
 * Finds links in plain text. The library `linkify-it` misses links right after a Chinese character (`报名https://…`),
 * includes Chinese text that follows a URL, and is ten times as large.
 */
import { readUrl } from '../../../contract/event/fields.ts';

export interface TextPart {
	at: number;
	text: string;
	url: string | null;
}

/**
 * URLs are ASCII (RFC 3986 §2), so Chinese text ends one without a space. A closing bracket belongs to the URL if the
 * opening one does, punctuation if more of the URL follows. Takes linear time: no two parts match the same text.
 */
const links =
	/https?:\/\/(?:[.,;:!?'*]*(?:[\w\-~/#@$&+=%]|\([\w\-~/#@$&+=%.,;:!?'*]*\)|\[[\w\-~/#@$&+=%.,;:!?'*]*\]))+/gi;

/** Limits the time to render; further URLs stay plain text. */
const maxLinks = 200;

/** Splits a text at its http(s) URLs. Joining the parts gives the text. */
export function findLinks(text: string): TextPart[] {
	const parts: TextPart[] = [];
	let [end, found] = [0, 0];
	for (const { 0: link, index } of text.matchAll(links)) {
		const url = readUrl(link);
		if (url === null) continue;
		if (found === maxLinks) break;
		found += 1;
		if (index > end) parts.push({ at: end, text: text.slice(end, index), url: null });
		parts.push({ at: index, text: link, url });
		end = index + link.length;
	}
	if (end < text.length) parts.push({ at: end, text: text.slice(end), url: null });
	return parts;
}
