/** A city's events as Atom (RFC 4287) and JSON Feed 1.1. */
import { generateAtomFeed, generateJsonFeed } from 'feedsmith';
import { type FeedFormat, feedTypes } from '../../contract/bff-api/feeds.ts';
import { imageUrl } from '../../contract/bff-api/images.ts';
import { type PublicEvent, placeOf } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { pagePath } from '../../contract/paths.ts';
import { mapInTurns, type WorkQueue } from '../fairness/work-queue.ts';
import { numericTimes } from './numeric-times.ts';

export interface FeedInfo {
	title: string;
	/** URL of the equivalent page. */
	page: string;
	self: string;
	publicUrl: string;
	site: string;
	/** Of the latest change; milliseconds since 1970. Atom requires it also of a feed without entries (RFC 4287 §4.1.1). */
	updatedAt: number;
}

export interface FeedEntry {
	event: PublicEvent;
	/** Milliseconds since 1970. The service doesn't say it, so it's when Daybill saw the change, or the event. */
	changedAt: number;
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
	{ title, page, self, publicUrl, site, updatedAt }: FeedInfo,
): string {
	return generateAtomFeed({
		id: self,
		title: { value: title },
		updated: new Date(updatedAt),
		links: [
			{ href: self, rel: 'self', type: feedTypes.atom },
			{ href: page, rel: 'alternate', type: 'text/html' },
		],
		authors: [{ name: site }],
		entries: entries.map((entry) => {
			const { id, title: name, updated, summary, text, authors, image } = itemOf(entry, publicUrl);
			return {
				id,
				title: { value: name },
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

export function jsonFeed(entries: readonly FeedEntry[], { title, page, self, publicUrl }: FeedInfo): string {
	const feed = generateJsonFeed({
		title,
		home_page_url: page,
		feed_url: self,
		items: entries.map((entry) => {
			const { id, title: name, updated, summary, text, authors, image } = itemOf(entry, publicUrl);
			return {
				id,
				url: id,
				title: name,
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

/** A document's beginning, entries and end, and what is between two entries. */
const frames: Readonly<Record<FeedFormat, readonly [RegExp, string]>> = {
	ics: [/^(.*?\r\n)(BEGIN:VEVENT.*)(END:VCALENDAR\r\n)$/s, ''],
	atom: [/^(.*?)(\n {2}<entry>.*)(\n<\/feed>\s*)$/s, ''],
	json: [/^(.*?"items":\[)(.*)(\]\})$/s, ','],
};

/** Writes a document entry by entry: the libraries would take 175 ms of the only thread for a thousand. */
export async function writeInTurns<Entry>(
	runInTurn: WorkQueue,
	format: FeedFormat,
	entries: readonly Entry[],
	write: (entries: readonly Entry[]) => string,
): Promise<string> {
	const [pattern, between] = frames[format];
	const matches = await mapInTurns(runInTurn, entries, (entry) => pattern.exec(write([entry])));
	const written = matches.filter((match) => match !== null);
	const [, begin, , end] = written[0] ?? [];
	return begin === undefined
		? write([])
		: `${begin}${written.map(([, , entry]) => entry).join(between)}${end}`;
}
