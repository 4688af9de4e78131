/** A city's events as Atom (RFC 4287) and JSON Feed 1.1. */
import { generateAtomFeed, generateJsonFeed } from 'feedsmith';
import { imageUrl } from '../../contract/bff-api/pictures.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { dayOf, timeOfDay, type WallClock } from '../../contract/event/wall-clock.ts';
import { feedTypes, pagePath } from '../../contract/paths.ts';
import type { CalendarEntry } from './calendar-entries.ts';

type FeedEntry = CalendarEntry<PublicEvent>;

export interface FeedInfo {
	title: string;
	/** URL of the page that shows the same. */
	page: string;
	/** URL of the feed itself. */
	self: string;
	publicUrl: string;
	/** Name of the brand. */
	site: string;
}

/** The latest change of any event; the beginning of time for none, so that an empty feed stays the same. */
const latest = (entries: readonly FeedEntry[]) =>
	new Date(Math.max(0, ...entries.map(({ revision }) => revision.stamp)));

const formatTime = (time: WallClock) => `${dayOf(time)} ${timeOfDay(time)}`;

function itemOf({ event, revision }: FeedEntry, publicUrl: string) {
	const { begin, end, address, owner, posters } = event;
	const when = [begin, end]
		.filter((time) => time !== null)
		.map(formatTime)
		.join(' – ');
	const [poster] = posters;
	return {
		id: `${publicUrl}${pagePath.event(event.id)}`,
		title: event.title,
		summary: [when, address].filter((each) => each !== '').join(', '),
		text: plainText(event.content),
		author: owner?.name ?? '',
		image: poster === undefined ? undefined : `${publicUrl}${imageUrl(poster, 640)}`,
		changed: new Date(revision.stamp),
	};
}

export function atomFeed(
	entries: readonly FeedEntry[],
	{ title, page, self, publicUrl, site }: FeedInfo,
): string {
	return generateAtomFeed({
		id: self,
		title: { value: title },
		updated: latest(entries),
		links: [
			{ href: self, rel: 'self', type: feedTypes.atom },
			{ href: page, rel: 'alternate', type: 'text/html' },
		],
		authors: [{ name: site }],
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

export function jsonFeed(entries: readonly FeedEntry[], { title, page, self, publicUrl }: FeedInfo): string {
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
