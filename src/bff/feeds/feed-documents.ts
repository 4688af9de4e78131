/** A city's events as Atom (RFC 4287) and JSON Feed 1.1. */
import { generateAtomFeed, generateJsonFeed } from 'feedsmith';
import { feedTypes } from '../../contract/bff-api/feeds.ts';
import { imageUrl } from '../../contract/bff-api/images.ts';
import { type PublicEvent, placeOf } from '../../contract/event/event.ts';
import { plainText } from '../../contract/event/plain-text.ts';
import { dayOf, timeOfDay, type WallClock } from '../../contract/event/wall-clock.ts';
import { pagePath } from '../../contract/paths.ts';

export interface FeedInfo {
	title: string;
	/** URL of the equivalent page. */
	page: string;
	self: string;
	publicUrl: string;
	site: string;
	/** When the document was created: the service doesn't say when an event changed. */
	updated: Date;
}

const formatTime = (time: WallClock) => `${dayOf(time)} ${timeOfDay(time)}`;

function itemOf(event: PublicEvent, publicUrl: string) {
	const { begin, end, owner, posters } = event;
	const when = [begin, end]
		.filter((time) => time !== null)
		.map(formatTime)
		.join(' – ');
	const [poster] = posters;
	return {
		id: `${publicUrl}${pagePath.event(event.id)}`,
		title: event.title,
		summary: [when, placeOf(event)].filter((each) => each !== '').join(', '),
		text: plainText(event.content),
		authors: owner === null || owner.name === '' ? {} : { authors: [{ name: owner.name }] },
		image: poster === undefined ? undefined : `${publicUrl}${imageUrl(poster, 640)}`,
	};
}

export function atomFeed(
	events: readonly PublicEvent[],
	{ title, page, self, publicUrl, site, updated }: FeedInfo,
): string {
	return generateAtomFeed({
		id: self,
		title: { value: title },
		updated,
		links: [
			{ href: self, rel: 'self', type: feedTypes.atom },
			{ href: page, rel: 'alternate', type: 'text/html' },
		],
		authors: [{ name: site }],
		entries: events.map((event) => {
			const { id, title: name, summary, text, authors, image } = itemOf(event, publicUrl);
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

export function jsonFeed(events: readonly PublicEvent[], { title, page, self, publicUrl }: FeedInfo): string {
	const feed = generateJsonFeed({
		title,
		home_page_url: page,
		feed_url: self,
		items: events.map((event) => {
			const { id, title: name, summary, text, authors, image } = itemOf(event, publicUrl);
			return {
				id,
				url: id,
				title: name,
				summary,
				content_text: text === '' ? summary : text,
				...(image === undefined ? {} : { image }),
				...authors,
			};
		}),
	});
	return JSON.stringify(feed);
}
