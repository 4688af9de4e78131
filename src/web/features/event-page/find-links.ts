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

/** URLs are ASCII (RFC 3986 §2), so Chinese text ends one without a space. One pass, no backtracking. */
const candidates = /https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi;
/** Limits the time to render; further URLs stay plain text. */
const maxLinks = 200;
const endMarks = ".,;:!?'*";
const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/** Length of a URL without the sentence's punctuation: trailing marks and unmatched closing brackets. */
function lengthOf(candidate: string): number {
	const counts = new Map<string, number>();
	const count = (character: string) => counts.get(character) ?? 0;
	for (const character of candidate) counts.set(character, count(character) + 1);
	let length = candidate.length;
	for (; length > 0; length -= 1) {
		const last = candidate[length - 1] ?? '';
		const opener = openers[last];
		const isUnopened = opener !== undefined && count(last) > count(opener);
		if (!isUnopened && !endMarks.includes(last)) break;
		counts.set(last, count(last) - 1);
	}
	return length;
}

/** Splits a text at its http(s) URLs. Joining the parts gives the text. */
export function findLinks(text: string): TextPart[] {
	const parts: TextPart[] = [];
	let [end, links] = [0, 0];
	for (const { 0: candidate, index } of text.matchAll(candidates)) {
		const link = candidate.slice(0, lengthOf(candidate));
		const url = readUrl(link);
		if (url === null) continue;
		if (links === maxLinks) break;
		links += 1;
		if (index > end) parts.push({ at: end, text: text.slice(end, index), url: null });
		parts.push({ at: index, text: link, url });
		end = index + link.length;
	}
	if (end < text.length) parts.push({ at: end, text: text.slice(end), url: null });
	return parts;
}
