/** A city's events as Atom (RFC 4287) and JSON Feed 1.1. */
import { generateAtomFeed, generateJsonFeed } from 'feedsmith';
import { feedTypes } from '../../contract/bff-api/feeds.ts';
import { imageUrl } from '../../contract/bff-api/images.ts';
import { type PublicEvent, placeOf } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { pagePath } from '../../contract/paths.ts';
import { numericTimes } from './numeric-times.ts';

export interface FeedInfo {
	title: string;
	/** URL of the equivalent page. */
	page: string;
	self: string;
	publicUrl: string;
	site: string;
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
	{ title, page, self, publicUrl, site }: FeedInfo,
): string {
	return generateAtomFeed({
		id: self,
		title: { value: title },
		// Without entries there is no change to date, but Atom requires a date (RFC 4287 §4.1.1).
		updated: new Date(Math.max(0, ...entries.map(({ changedAt }) => changedAt))),
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
