/** Writes the head tags of pages: title, link preview (Open Graph), feeds, first image, JSON-LD (schema.org Event). */
import { escapeUTF8 as escapeHtml } from 'entities';
import { type FeedFormat, feedPath, feedTypes } from '../../contract/bff-api/feeds.ts';
import { imageUrl, posterSizes, posterSrcset, previewSize } from '../../contract/bff-api/images.ts';
import type { Formats, Locale } from '../../contract/bff-api/preferences.ts';
import { isEveningAt } from '../../contract/event/agenda.ts';
import { type PublicEvent, placeOf } from '../../contract/event/event.ts';
import type { Loc } from '../../contract/event/loc.ts';
import { shorten, summaryOf } from '../../contract/event/plain-text.ts';
import { daySpan, isAllDay } from '../../contract/event/times.ts';
import { localIsoOf, type WallClock } from '../../contract/event/wall-clock.ts';
import { dayTypeOf, type ListFilters } from '../../contract/list-filters.ts';
import { cardPath, listCardPath, pagePath } from '../../contract/paths.ts';
import { formatDate, formatStart } from '../../contract/words/format-start.ts';
import { listTitle } from '../../contract/words/list-title.ts';
import { fill, words } from '../../contract/words/words.ts';
import type { Brand } from '../brand/brand.ts';
import { shortHash } from '../hash.ts';

export interface Head {
	title: string;
	/** HTML of the other tags. */
	tags: readonly string[];
}

export interface Look {
	locale: Locale;
	formats: Formats;
	brand: Brand;
	publicUrl: string;
	/** IANA name of the service's time zone; null if unknown. */
	timeZone: string | null;
	/** The time of rendering: in the evening at the service, today is called “Tonight”. */
	now: WallClock;
}

/** Characters of a description. Search engines and chat apps show no more. */
const maxDescription = 160;

export const titleOf = (name: string | undefined, { brand }: Look): string =>
	name === undefined ? brand.name : `${name} · ${brand.name}`;

const meta = (key: 'name' | 'property', name: string, content: string) =>
	`<meta ${key}="${name}" content="${escapeHtml(content)}">`;

/** Writes JSON that can't end the script element which contains it, or begin a comment there. */
export const escapeJson = (value: unknown): string =>
	// One `replace` with a function would take fifty times as long.
	JSON.stringify(value)
		.replaceAll('<', '\\u003c')
		.replaceAll('>', '\\u003e')
		.replaceAll('&', '\\u0026')
		.replaceAll('\u2028', '\\u2028')
		.replaceAll('\u2029', '\\u2029');

function preloadPoster(poster: string | undefined, sizes: string): string[] {
	if (poster === undefined) return [];
	const sources = escapeHtml(posterSrcset(poster, sizes));
	return [
		`<link rel="preload" as="image" imagesrcset="${sources}" imagesizes="${sizes}" fetchpriority="high">`,
	];
}

interface Preview {
	title: string;
	description: string;
	/** Canonical path. */
	path: string;
	image: string | null;
	/** Alternative text, if the image is a preview card. */
	imageText?: string;
	type?: 'article' | 'website';
}

function previewTags(preview: Preview, { publicUrl, brand }: Look): string[] {
	const { title, description, path, image, imageText, type = 'website' } = preview;
	const url = publicUrl + path;
	const og = (name: string, content: string) => meta('property', `og:${name}`, content);
	const card = [og('image', publicUrl + image), meta('name', 'twitter:card', 'summary_large_image')];
	const { width, height } = previewSize;
	return [
		meta('name', 'description', description),
		`<link rel="canonical" href="${escapeHtml(url)}">`,
		og('site_name', brand.name),
		og('type', type),
		og('title', title),
		og('description', description),
		og('url', url),
		...(image === null ? [] : card),
		...(imageText === undefined
			? []
			: [og('image:width', `${width}`), og('image:height', `${height}`), og('image:alt', imageText)]),
	];
}

export function plainHead(name: string, path: string, look: Look): Head {
	const { tagline, image } = look.brand;
	const title = titleOf(name, look);
	const description = tagline?.[look.locale] ?? words[look.locale].words_site;
	return { title, tags: previewTags({ title, description, path, image }, look) };
}

/** @param filters a list's filters; null for the front page @param poster the first event's poster, to preload */
export function cityHead(
	loc: Loc,
	filters: ListFilters | null,
	poster: string | undefined,
	look: Look,
): Head {
	const { day = null, type = 'all', view = 'list' } = filters ?? {};
	const dayType = filters === null ? 'future' : dayTypeOf(filters);
	const say = words[look.locale];
	const isTonight = dayType === 'today' && look.timeZone !== null && isEveningAt(look.now);
	const named = isTonight ? say.words_tonight : say[`words_${dayType}`];
	const isCalendar = view === 'calendar';
	const days = isCalendar ? '' : day === null ? named : formatDate(day, look.locale, look.formats);
	const list = filters === null ? {} : { dayType, type };
	const name = [
		filters === null ? loc.name : listTitle(loc.name, filters, days, (key) => say[key]),
		...(isCalendar ? [say.words_calendar] : []),
	].join(' · ');
	const title = titleOf(name, look);
	const { brand, locale } = look;
	/** The image's URL changes with its content. */
	const version = shortHash(JSON.stringify([name, poster, brand.name, brand.version]));
	const ownImage = poster === undefined ? brand.image : null;
	const feed = (format: FeedFormat) =>
		`<link rel="alternate" type="${feedTypes[format]}" title="${escapeHtml(title)}" href="${escapeHtml(feedPath(loc.uid, format, { dayType, type, locale: look.locale }))}">`;
	const preview = {
		title,
		description: fill(say.words_in_city, { city: loc.name }),
		path: pagePath.city(loc.uid, isCalendar ? { type, view } : list),
		image: ownImage ?? listCardPath(loc.uid, locale, list, version),
		...(ownImage === null && { imageText: name }),
	};
	return {
		title,
		tags: [
			...preloadPoster(poster, filters === null ? posterSizes.front : posterSizes.card),
			...(Object.keys(feedTypes) as FeedFormat[]).map(feed),
			...previewTags(preview, look),
		],
	};
}

/** Returns null for an event without a start, because search engines require it. */
function jsonLdOf(event: PublicEvent, description: string, { publicUrl, timeZone }: Look): object | null {
	const { id, title, begin, end, address, locName, geo, owner, posters, price } = event;
	const span = daySpan(event);
	if (begin === null || span === null) return null;
	return {
		'@context': 'https://schema.org',
		'@type': 'Event',
		name: title,
		description,
		startDate: isAllDay(event) ? span.first : localIsoOf(begin, timeZone),
		endDate: isAllDay(event) ? span.last : end === null ? undefined : localIsoOf(end, timeZone),
		eventStatus: 'https://schema.org/EventScheduled',
		url: publicUrl + pagePath.event(id),
		isAccessibleForFree: price?.isFree,
		image: posters[0] === undefined ? undefined : [publicUrl + imageUrl(posters[0], 1280)],
		location: {
			'@type': 'Place',
			name: placeOf(event),
			address: {
				'@type': 'PostalAddress',
				streetAddress: address || undefined,
				addressLocality: locName,
			},
			geo: geo === null ? undefined : { '@type': 'GeoCoordinates', ...geo },
		},
		organizer:
			owner === null
				? undefined
				: {
						'@type': 'Person',
						name: owner.name,
						url: publicUrl + pagePath.user(owner.id, 'created'),
					},
	};
}

export function eventHead(event: PublicEvent, look: Look): Head {
	const { locale, formats, brand } = look;
	const { id, title, content, locName, type, posters } = event;
	const when = formatStart(event, locale, formats);
	const parts = [when, placeOf(event), summaryOf(content, maxDescription)].filter((part) => part !== '');
	const description = shorten(parts.join(' · '), maxDescription);
	/** The card's URL changes with its content. */
	const shown = [title, when, locName, type, posters[0], brand.name, brand.version];
	const preview = {
		title,
		description,
		path: pagePath.event(id),
		image: cardPath(id, locale, shortHash(JSON.stringify(shown)), formats),
		imageText: when === '' ? title : `${title} · ${when}`,
		type: 'article',
	} as const;
	const jsonLd = jsonLdOf(event, description, look);
	return {
		title: titleOf(title, look),
		tags: [
			...preloadPoster(posters[0], posterSizes.event),
			...previewTags(preview, look),
			...(jsonLd === null ? [] : [`<script type="application/ld+json">${escapeJson(jsonLd)}</script>`]),
		],
	};
}
