/** Head of an event's page: title, preview and JSON-LD (schema.org Event). */
import { imageUrl, posterSizes, previewUrl } from '../../contract/bff-api/pictures.ts';
import type { Locale } from '../../contract/bff-api/preferences.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import { shorten, summaryOf } from '../../contract/event/plain-text.ts';
import { isoOf } from '../../contract/event/wall-clock.ts';
import { pagePath } from '../../contract/paths.ts';
import { formatStart } from '../../contract/words/format-start.ts';
import { escapeJson } from '../http/escape.ts';
import { type Head, preloadPoster, previewTags, titleOf } from './head-tags.ts';

/** Characters of a description that search engines and chats show. */
const maxDescription = 160;

interface Site {
	publicUrl: string;
	/** IANA name, or null where the zone of the service's times is not known. */
	timeZone: string | null;
	locale: Locale;
	/** Name of the brand. */
	site: string;
}

function descriptionOf({ begin, address, content }: PublicEvent, locale: Locale): string {
	const when = begin === null ? '' : formatStart(begin, locale);
	const parts = [when, address, summaryOf(content, maxDescription)].filter((part) => part !== '');
	return shorten(parts.join(' · '), maxDescription);
}

interface Preview {
	description: string;
	/** Absolute URLs of the page and of the poster, if it has one. */
	url: string;
	image: string | undefined;
}

/** Null without a start, which schema.org requires. */
function jsonLdOf(
	event: PublicEvent,
	{ description, url, image }: Preview,
	{ publicUrl, timeZone }: Site,
): object | null {
	const { title, begin, end, address, locName, geo, owner } = event;
	if (begin === null) return null;
	return {
		'@context': 'https://schema.org',
		'@type': 'Event',
		name: title,
		description,
		startDate: isoOf(begin, timeZone),
		...(end === null ? {} : { endDate: isoOf(end, timeZone) }),
		eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
		eventStatus: 'https://schema.org/EventScheduled',
		url,
		...(image === undefined ? {} : { image: [image] }),
		location: {
			'@type': 'Place',
			name: address,
			address: { '@type': 'PostalAddress', streetAddress: address, addressLocality: locName },
			...(geo === null ? {} : { geo: { '@type': 'GeoCoordinates', ...geo } }),
		},
		...(owner === null
			? {}
			: {
					organizer: {
						'@type': 'Person',
						name: owner.name,
						url: `${publicUrl}${pagePath.user(owner.id, 'created')}`,
					},
				}),
	};
}

export function eventHead(event: PublicEvent, site: Site): Head {
	const { publicUrl } = site;
	const [poster] = event.posters;
	const preview = {
		description: descriptionOf(event, site.locale),
		url: `${publicUrl}${pagePath.event(event.id)}`,
		image: poster === undefined ? undefined : `${publicUrl}${imageUrl(poster, 1280)}`,
	};
	const jsonLd = jsonLdOf(event, preview, site);
	return {
		title: titleOf(event.title, site.site),
		tags: [
			...preloadPoster(poster, posterSizes.event),
			...previewTags({
				title: event.title,
				type: 'article',
				site: site.site,
				...preview,
				image: `${publicUrl}${previewUrl(poster, event.type)}`,
			}),
			...(jsonLd === null ? [] : [`<script type="application/ld+json">${escapeJson(jsonLd)}</script>`]),
		],
	};
}
