/** A city's events as Atom (RFC 4287) and JSON Feed 1.1. */
import { generateAtomFeed, generateJsonFeed } from 'feedsmith';
import { dateTimePattern } from '../../contract/filters.ts';
import { imageAddress } from '../../contract/session.ts';
import type { CalendarEntry } from './calendar.ts';
import { oneLine, plainText } from './plain-text.ts';

export interface FeedInfo {
	title: string;
	/** Address of the page that shows the same. */
	page: string;
	/** Address of the feed itself. */
	self: string;
	publicUrl: string;
}

/** The latest change of any event; the beginning of time for none, so that an empty feed stays the same. */
const latest = (entries: readonly CalendarEntry[]) =>
	new Date(Math.max(0, ...entries.map(({ revision }) => revision.stamp)));

function itemOf({ event, revision }: CalendarEntry, publicUrl: string) {
	const image = typeof event.image === 'string' && event.image !== '' ? event.image : undefined;
	const when = [event.begin_time, event.end_time]
		.filter((time) => dateTimePattern.test(time))
		.map((time) => time.slice(0, 16))
		.join(' – ');
	const text = plainText(event.content);
	return {
		id: `${publicUrl}/events/${encodeURIComponent(event.id)}`,
		title: oneLine(event.title) || event.id,
		summary: [when, oneLine(event.address)].filter((each) => each !== '').join(', '),
		text,
		author: oneLine(event.owner?.name),
		image: image === undefined ? undefined : `${publicUrl}${imageAddress(image, 640)}`,
		changed: new Date(revision.stamp),
	};
}

export function atomFeed(
	entries: readonly CalendarEntry[],
	{ title, page, self, publicUrl }: FeedInfo,
): string {
	return generateAtomFeed({
		id: self,
		title: { value: title },
		updated: latest(entries),
		links: [
			{ href: self, rel: 'self', type: 'application/atom+xml' },
			{ href: page, rel: 'alternate', type: 'text/html' },
		],
		authors: [{ name: 'Daybill' }],
		entries: entries.map((entry) => {
			const { id, title: name, summary, text, author, image, changed } = itemOf(entry, publicUrl);
			return {
				id,
				title: { value: name },
				updated: changed,
				links: [
					{ href: id, rel: 'alternate', type: 'text/html' },
					...(image === undefined ? [] : [{ href: image, rel: 'enclosure', type: 'image/webp' }]),
				],
				summary: { value: summary },
				...(text === '' ? {} : { content: { value: text } }),
				...(author === '' ? {} : { authors: [{ name: author }] }),
			};
		}),
	});
}

export function jsonFeed(
	entries: readonly CalendarEntry[],
	{ title, page, self, publicUrl }: FeedInfo,
): string {
	const feed = generateJsonFeed({
		title,
		home_page_url: page,
		feed_url: self,
		items: entries.map((entry) => {
			const { id, title: name, summary, text, author, image, changed } = itemOf(entry, publicUrl);
			return {
				id,
				url: id,
				title: name,
				summary,
				content_text: text === '' ? summary : text,
				date_modified: changed,
				...(image === undefined ? {} : { image }),
				...(author === '' ? {} : { authors: [{ name: author }] }),
			};
		}),
	});
	return JSON.stringify(feed);
}
