/** Writes events as Atom (RFC 4287) and JSON Feed 1.1. Contains what calendars and feeds of all formats share. */
import { escapeUTF8 as escapeXml } from 'entities';
import type { FastifyReply } from 'fastify';
import { type FeedFormat, feedTypes } from '../../contract/bff-api/feeds.ts';
import { imageUrl } from '../../contract/bff-api/images.ts';
import { type Event, type PublicEvent, placeOf } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { daySpan, type EventTimes, isAllDay } from '../../contract/event/times.ts';
import { dayOf, timeOfDay } from '../../contract/event/wall-clock.ts';
import { pagePath } from '../../contract/paths.ts';
import { shortText } from '../reads/short-text.ts';

export interface FeedInfo {
	name: string;
	/** The brand's name. */
	site: string;
	publicUrl: string;
	/** URL of the page with the same events. */
	page: string;
	self: string;
	/** When an event last changed, in milliseconds since 1970. Empty Atom feeds need it, too (RFC 4287 §4.1.1). */
	updatedAt: number;
}

export interface FeedEntry {
	event: PublicEvent;
	/** When Daybill noticed the event's last change, or first read it. Milliseconds since 1970. */
	changedAt: number;
}

/** Characters of each event's text or HTML in feeds and calendars, which link to the event's page. */
const maxContent = 500;

export function withShortText<Entry extends { event: Event }>(entry: Entry): Entry {
	const { content } = entry.event;
	if (content === null || content.length <= maxContent) return entry;
	return { ...entry, event: { ...entry.event, content: `${shortText(content, maxContent)}…` } };
}

/** Writes an event's times without words: a feed's readers may speak any language. Empty if there is no start. */
export function numericTimes(times: EventTimes): string {
	const { begin, end } = times;
	const span = daySpan(times);
	if (begin === null || span === null) return '';
	if (isAllDay(times)) return [...new Set([span.first, span.last])].join(' – ');
	return [begin, end]
		.flatMap((time) => time ?? [])
		.map((time) => `${dayOf(time)} ${timeOfDay(time)}`)
		.join(' – ');
}

function itemOf({ event, changedAt }: FeedEntry, publicUrl: string) {
	const { owner, posters } = event;
	return {
		id: `${publicUrl}${pagePath.event(event.id)}`,
		title: event.title,
		updated: new Date(changedAt).toISOString(),
		summary: [numericTimes(event), placeOf(event)].filter((each) => each !== '').join(', '),
		text: plainText(event.content),
		author: owner?.name || undefined,
		image: posters[0] && `${publicUrl}${imageUrl(posters[0], 640)}`,
	};
}

const notXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const element = (name: string, text: string) =>
	`<${name}>${escapeXml(text.replaceAll(notXml, ''))}</${name}>`;
const link = (href: string, rel: string, type: string) =>
	`<link href="${escapeXml(href)}" rel="${rel}" type="${type}"/>`;
const byAuthor = (name: string) => `<author>${element('name', name)}</author>`;

function atomEntry(entry: FeedEntry, publicUrl: string): string {
	const { id, title, updated, summary, text, author, image } = itemOf(entry, publicUrl);
	return [
		'<entry>',
		element('id', id),
		element('title', title),
		element('updated', updated),
		link(id, 'alternate', 'text/html'),
		...(image === undefined ? [] : [link(image, 'enclosure', 'image/webp')]),
		...(author === undefined ? [] : [byAuthor(author)]),
		element('summary', summary),
		...(text === '' ? [] : [element('content', text)]),
		'</entry>',
	].join('\n');
}

export const atomFeed = (info: FeedInfo, entries: readonly FeedEntry[]): string =>
	[
		'<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">',
		element('id', info.self),
		element('title', info.name),
		element('updated', new Date(info.updatedAt).toISOString()),
		link(info.self, 'self', feedTypes.atom),
		link(info.page, 'alternate', 'text/html'),
		byAuthor(info.site),
		...entries.map((entry) => atomEntry(entry, info.publicUrl)),
		'</feed>\n',
	].join('\n');

export function jsonFeed({ name, page, self, publicUrl }: FeedInfo, entries: readonly FeedEntry[]): string {
	const items = entries.map((entry) => {
		const { id, title, updated, summary, text, author, image } = itemOf(entry, publicUrl);
		const authors = author === undefined ? undefined : [{ name: author }];
		return {
			...{ id, url: id, title, date_modified: updated, summary },
			...{ content_text: text || summary, image, authors },
		};
	});
	const version = 'https://jsonfeed.org/version/1.1';
	return JSON.stringify({ version, title: name, home_page_url: page, feed_url: self, items });
}

/** Lets other sites load the document. `maxAge` in seconds; `isPrivate`: the document is for one person only. */
export function setDocumentHeaders(
	reply: FastifyReply,
	{ format, maxAge, isPrivate = false }: { format: FeedFormat; maxAge: number; isPrivate?: boolean },
): void {
	reply
		.type(`${feedTypes[format]}; charset=utf-8`)
		.header('cache-control', `${isPrivate ? 'private' : 'public'}, max-age=${maxAge}`)
		.header('cross-origin-resource-policy', 'cross-origin')
		.header('vary', 'accept-encoding');
}
