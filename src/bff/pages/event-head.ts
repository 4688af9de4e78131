/** Head of an event's page: title, preview and JSON-LD (schema.org Event). */
import { imageUrl, posterSizes } from '../../contract/bff-api/images.ts';
import type { Locale } from '../../contract/bff-api/preferences.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import { shorten, summaryOf } from '../../contract/event/plain-text.ts';
import { isoOf } from '../../contract/event/wall-clock.ts';
import { cardPath, pagePath } from '../../contract/paths.ts';
import { formatStart } from '../../contract/words/format-start.ts';
import type { Brand } from '../brand/brand.ts';
import { escapeJson } from '../http/escape.ts';
import { shortHash } from '../http/hash.ts';
import { type Head, preloadPoster, previewTags, titleOf } from './head-tags.ts';

/** Characters of a description that search engines and chats show. */
const maxDescription = 160;

interface Site {
	publicUrl: string;
	/** IANA name, or null where the zone of the service's times is not known. */
	timeZone: string | null;
	locale: Locale;
	brand: Pick<Brand, 'name' | 'version'>;
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

/** Path of the image. */
function imagePath(
	{ id, title, begin, locName, type, posters }: PublicEvent,
	{ locale, brand }: Site,
): string {
	const shown = [title, begin, locName, type, posters[0], brand.name, brand.version];
	return cardPath(id, locale, shortHash(JSON.stringify(shown)));
}

export function eventHead(event: PublicEvent, site: Site): Head {
	const { publicUrl, locale, brand } = site;
	const { title, begin } = event;
	const [poster] = event.posters;
	const preview = {
		description: descriptionOf(event, locale),
		url: `${publicUrl}${pagePath.event(event.id)}`,
		image: poster === undefined ? undefined : `${publicUrl}${imageUrl(poster, 1280)}`,
	};
	const jsonLd = jsonLdOf(event, preview, site);
	return {
		title: titleOf(title, brand.name),
		tags: [
			...preloadPoster(poster, posterSizes.event),
			...previewTags({
				title,
				type: 'article',
				site: brand.name,
				...preview,
				image: `${publicUrl}${imagePath(event, site)}`,
				imageText: begin === null ? title : `${title} · ${formatStart(begin, locale)}`,
			}),
			...(jsonLd === null ? [] : [`<script type="application/ld+json">${escapeJson(jsonLd)}</script>`]),
		],
	};
}
