/** A city's events as Atom (RFC 4287) and JSON Feed 1.1. */
import { generateAtomFeed, generateJsonFeed } from 'feedsmith';
import { type FeedFormat, feedTypes } from '../../contract/bff-api/feeds.ts';
import { imageUrl } from '../../contract/bff-api/images.ts';
import { type Event, type PublicEvent, placeOf } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { pagePath } from '../../contract/paths.ts';
import { mapInTurns, type WorkQueue } from '../fairness/work-queue.ts';
import { shortText } from '../reads/short-text.ts';
import type { CalendarInfo } from './calendar.ts';
import { numericTimes } from './numeric-times.ts';

export interface FeedInfo extends CalendarInfo {
	/** URL of the page with the same events. */
	page: string;
	self: string;
	/** Of the latest change; milliseconds since 1970. Atom requires it also of a feed without entries (RFC 4287 §4.1.1). */
	updatedAt: number;
}

export interface FeedEntry {
	event: PublicEvent;
	/** When Daybill noticed the last change, or first saw the event. Milliseconds since 1970. */
	changedAt: number;
}

/** Characters of each event's text or HTML; for the rest, feeds and calendars link to the event's page. */
const maxContent = 500;

export function withShortText<Entry extends { event: Event }>(entry: Entry): Entry {
	const { content } = entry.event;
	if (content === null || content.length <= maxContent) return entry;
	return { ...entry, event: { ...entry.event, content: `${shortText(content, maxContent)}…` } };
}

function itemOf({ event, changedAt }: FeedEntry, publicUrl: string) {
	const { owner, posters } = event;
	const [poster] = posters;
	return {
		id: `${publicUrl}${pagePath.event(event.id)}`,
		title: event.title,
		updated: new Date(changedAt),
		summary: [numericTimes(event), placeOf(event)].filter((each) => each !== '').join(', '),
		text: plainText(event.content),
		authors: owner === null || owner.name === '' ? {} : { authors: [{ name: owner.name }] },
		image: poster === undefined ? undefined : `${publicUrl}${imageUrl(poster, 640)}`,
	};
}

export function atomFeed(
	entries: readonly FeedEntry[],
	{ name, page, self, publicUrl, site, updatedAt }: FeedInfo,
): string {
	return generateAtomFeed({
		id: self,
		// On one line, so that it can't look like an entry (`writeInTurns`).
		title: { value: name.replaceAll(/\s+/g, ' ') },
		updated: new Date(updatedAt),
		links: [
			{ href: self, rel: 'self', type: feedTypes.atom },
			{ href: page, rel: 'alternate', type: 'text/html' },
		],
		authors: [{ name: site }],
		entries: entries.map((entry) => {
			const { id, title, updated, summary, text, authors, image } = itemOf(entry, publicUrl);
			return {
				id,
				title: { value: title },
				updated,
				links: [
					{ href: id, rel: 'alternate', type: 'text/html' },
					...(image === undefined ? [] : [{ href: image, rel: 'enclosure', type: 'image/webp' }]),
				],
				summary: { value: summary },
				...(text === '' ? {} : { content: { value: text } }),
				...authors,
			};
		}),
	});
}

export function jsonFeed(entries: readonly FeedEntry[], { name, page, self, publicUrl }: FeedInfo): string {
	const feed = generateJsonFeed({
		title: name,
		home_page_url: page,
		feed_url: self,
		items: entries.map((entry) => {
			const { id, title, updated, summary, text, authors, image } = itemOf(entry, publicUrl);
			return {
				id,
				url: id,
				title,
				date_modified: updated,
				summary,
				content_text: text === '' ? summary : text,
				...(image === undefined ? {} : { image }),
				...authors,
			};
		}),
	});
	return JSON.stringify(feed);
}

/** Entries begin `skipped` characters after the start of `first`, end before `last`, and are separated by `between`. */
const frames: Readonly<
	Record<FeedFormat, { first: string; skipped: number; last: string; between: string }>
> = {
	ics: { first: '\r\nBEGIN:VEVENT', skipped: 2, last: 'END:VCALENDAR\r\n', between: '' },
	atom: { first: '\n  <entry>', skipped: 0, last: '\n</feed>', between: '' },
	json: { first: '"items":[', skipped: 9, last: ']}', between: ',' },
};

/** Writes a document entry by entry: the libraries would take 175 ms of the only thread for a thousand. */
export async function writeInTurns<Entry>(
	runInTurn: WorkQueue,
	format: FeedFormat,
	entries: readonly Entry[],
	write: (entries: readonly Entry[]) => string,
): Promise<string> {
	const { first, skipped, last, between } = frames[format];
	const split = (document: string) => {
		const start = document.indexOf(first);
		const [from, to] = [start + skipped, document.lastIndexOf(last)];
		return start === -1 || from >= to
			? null
			: { begin: document.slice(0, from), entry: document.slice(from, to), end: document.slice(to) };
	};
	const parts = await mapInTurns(runInTurn, entries, (entry) => split(write([entry])));
	const written = parts.filter((part) => part !== null);
	const [frame] = written;
	return frame === undefined
		? write([])
		: `${frame.begin}${written.map(({ entry }) => entry).join(between)}${frame.end}`;
}
