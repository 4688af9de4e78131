/** Titles, descriptions, previews and JSON-LD of pages (schema.org Event, Open Graph, Twitter cards). */
import type { DayType, EventType } from '../../contract/filters.ts';
import type { Event, Loc } from '../../contract/resources.ts';
import { imageAddress, posterSizes, posterSourceSet } from '../../contract/session.ts';
import { escapeHtml, escapeJson, type Head } from './template.ts';

const meta = (key: 'name' | 'property', name: string, content: string) =>
	`<meta ${key}="${name}" content="${escapeHtml(content)}">`;

/** The picture that will be the largest of the page, asked for before any script has run. */
function preload(poster: string | undefined, sizes: string): string[] {
	if (poster === undefined || poster === '') return [];
	const sources = escapeHtml(posterSourceSet(poster));
	return [
		`<link rel="preload" as="image" imagesrcset="${sources}" imagesizes="${sizes}" fetchpriority="high">`,
	];
}

/** Media types of a city's feeds. */
const feedTypes = {
	ics: 'text/calendar',
	atom: 'application/atom+xml',
	json: 'application/feed+json',
} as const;

interface Preview {
	title: string;
	description: string;
	url: string;
	image?: string | undefined;
	type?: 'article' | 'website';
}

function previewTags({ title, description, url, image, type = 'website' }: Preview): string[] {
	return [
		meta('name', 'description', description),
		`<link rel="canonical" href="${escapeHtml(url)}">`,
		meta('property', 'og:site_name', 'Daybill'),
		meta('property', 'og:type', type),
		meta('property', 'og:title', title),
		meta('property', 'og:description', description),
		meta('property', 'og:url', url),
		...(image === undefined
			? []
			: [meta('property', 'og:image', image), meta('name', 'twitter:card', 'summary_large_image')]),
	];
}

/** Text without tags, in one line, at most 160 characters. */
function summary(content: string): string {
	const plain = content
		.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return plain.length > 160 ? `${plain.slice(0, 159)}…` : plain;
}

export function plainHead(publicUrl: string, path: string): Head {
	const description = 'What is on in your city: today, this weekend, in music or film.';
	return {
		title: 'Daybill',
		tags: previewTags({ title: 'Daybill', description, url: `${publicUrl}${path}` }),
	};
}

/** How a filter is said in a title. */
const dayWords: Record<DayType, string> = {
	today: 'today',
	tomorrow: 'tomorrow',
	weekend: 'this weekend',
	week: 'this week',
	future: 'coming up',
};

/** @param filters of the list that the page shows; the default ones are not in the canonical address */
export function cityHead(
	publicUrl: string,
	loc: Loc,
	filters: { day_type: DayType; type: EventType | undefined },
	poster: string | undefined,
): Head {
	const { day_type, type } = filters;
	const what = type === undefined ? '' : `${type[0]?.toUpperCase()}${type.slice(1)}, `;
	const isDefault = day_type === 'today' && type === undefined;
	const title = `${loc.name}${isDefault ? '' : `: ${what}${dayWords[day_type]}`} · Daybill`;
	const description = `${loc.name}: ${isDefault ? 'what is on today, this weekend, in music or film' : `${what}${dayWords[day_type]}`}.`;
	const query = new URLSearchParams();
	if (day_type !== 'today') query.set('day_type', day_type);
	if (type !== undefined) query.set('type', type);
	const image = poster === undefined ? undefined : `${publicUrl}${imageAddress(poster, 640)}`;
	return {
		title,
		tags: [
			...preload(poster, posterSizes.card),
			...(['ics', 'atom', 'json'] as const).map(
				(format) =>
					`<link rel="alternate" type="${feedTypes[format]}" title="${escapeHtml(title)}" href="/feeds/cities/${escapeHtml(encodeURIComponent(loc.uid))}.${format}">`,
			),
			...previewTags({
				title,
				description,
				url: `${publicUrl}/cities/${encodeURIComponent(loc.uid)}${query.size === 0 ? '' : `?${query}`}`,
				image,
			}),
		],
	};
}

/** Private events are in no preview. Times carry no zone, since the service names none. */
export function eventHead(publicUrl: string, event: Event): Head {
	const title = `${event.title} · Daybill`;
	const url = `${publicUrl}/events/${encodeURIComponent(event.id)}`;
	if (event.is_priv === 'yes') return { title: 'Daybill', tags: [meta('name', 'robots', 'noindex')] };
	const poster = event['image-hlarge'] ?? event.image_hlarge ?? event.image;
	const image =
		typeof poster === 'string' && poster !== '' ? `${publicUrl}${imageAddress(poster, 1280)}` : undefined;
	const description = summary(`${event.begin_time.slice(0, 16)} ${event.address}. ${event.content ?? ''}`);
	const [latitude, longitude] = event.geo.split(' ').map(Number);
	const hasPlace = latitude !== 0 || longitude !== 0;
	const jsonLd = {
		'@context': 'https://schema.org',
		'@type': 'Event',
		name: event.title,
		description,
		startDate: event.begin_time.replace(' ', 'T'),
		endDate: event.end_time.replace(' ', 'T'),
		eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
		eventStatus: 'https://schema.org/EventScheduled',
		url,
		...(image === undefined ? {} : { image: [image] }),
		location: {
			'@type': 'Place',
			name: event.address,
			address: { '@type': 'PostalAddress', streetAddress: event.address, addressLocality: event.loc_name },
			...(hasPlace ? { geo: { '@type': 'GeoCoordinates', latitude, longitude } } : {}),
		},
		organizer: {
			'@type': 'Person',
			name: event.owner.name,
			url: `${publicUrl}/users/${encodeURIComponent(event.owner.id)}/created`,
		},
	};
	return {
		title,
		tags: [
			...preload(typeof poster === 'string' ? poster : undefined, posterSizes.event),
			...previewTags({ title: event.title, description, url, image, type: 'article' }),
			`<script type="application/ld+json">${escapeJson(jsonLd)}</script>`,
		],
	};
}
