/**
 * URL paths, as patterns for routers and as builders of links. An identifier is any string, so builders
 * percent-encode it and {@link matchPage} decodes it.
 */
import { defaultFormats, type Formats } from './bff-api/preferences.ts';
import { cityQuery, type ListFilters } from './list-filters.ts';
import { fillPath } from './spec/operations.ts';

export const relations = ['participated', 'wished', 'created'] as const;
export type Relation = (typeof relations)[number];

/** Pages of the app, as patterns that both Fastify and {@link matchPage} understand. */
export const pagePatterns = {
	home: '/',
	cities: '/cities',
	city: '/cities/:uid',
	citySearch: '/cities/:uid/search',
	/** Without a city: asks for one. */
	search: '/search',
	place: '/cities/:uid/places/:place',
	event: '/events/:id',
	user: '/users/:id/:relation',
	me: '/me/:relation',
	callback: '/callback',
	settings: '/settings',
	developers: '/developers',
	/** The empty document that the service worker stores, and shows for every page while offline. */
	offline: '/offline',
} as const;
export type PageName = keyof typeof pagePatterns;

export const bffPatterns = {
	login: '/auth/login',
	token: '/auth/token',
	session: '/auth/session',
	logout: '/auth/logout',
	calendar: '/auth/calendar',
	weekend: '/auth/weekend',
	relations: '/api/me/relations',
	ownEvents: '/api/me/events',
	seenChanges: '/api/me/seen',
	webVitals: '/web-vitals',
	sandboxControl: '/developers/sandbox/*',
	conformance: '/developers/conformance',
	front: '/front/cities/:uid',
	related: '/front/events/:id',
	search: '/search/cities/:uid',
	searchDays: '/search/cities/:uid/days',
	searchPlace: '/search/cities/:uid/places/:place',
	eventCalendar: '/events/:id.ics',
} as const;

/** Endpoints whose patterns the app doesn't need: they stay out of the web bundle. */
export const serverPatterns = {
	image: '/images/:width',
	card: '/previews/:locale/:id.jpg',
	listCard: '/previews/:locale/cities/:uid.jpg',
	cityFeed: '/feeds/cities/:file',
	ownCalendar: '/feeds/mine/:file',
	embed: '/embed/cities/:uid',
	eventEmbed: '/embed/events/:id',
	health: '/healthz',
	readiness: '/readyz',
	metrics: '/metrics',
	/** Receives requests whose URL the router can't read, so that they pass the same checks as all others. */
	malformed: '/malformed',
	robots: '/robots.txt',
	sitemap: '/sitemap.xml',
	brandFile: '/brand/:version/:file',
	privacy: '/privacy',
	imprint: '/imprint',
	terms: '/terms',
} as const;

/** Path of a brand's file. Not in {@link bffPath}: the browser gets the complete path from the BFF. */
export const brandPath = (version: string, file: string): string =>
	fillPath(serverPatterns.brandFile, { version, file });

/**
 * Path of a person's calendar. Not in {@link bffPath}: the browser gets the complete URL from the BFF.
 *
 * @param locale of the note that the person has to sign in again
 */
export const ownCalendarPath = (secret: string, locale: string): string =>
	`${fillPath(serverPatterns.ownCalendar, { file: `${secret}.ics` })}?lang=${locale}`;

/**
 * Path of an event's link preview. Not in {@link bffPath}: the browser never needs it.
 *
 * @param version changes with the image, for caches
 */
export const cardPath = (
	id: string,
	locale: string,
	version: string,
	{ hourCycle, isMonthFirst } = defaultFormats,
): string =>
	`${fillPath(serverPatterns.card, { id, locale })}?v=${version}${hourCycle === 'h12' ? '&clock=h12' : ''}${isMonthFirst ? '&dates=us' : ''}`;

/** The formats in the query of {@link cardPath}. */
export const readCardFormats = ({ clock, dates }: { clock?: unknown; dates?: unknown }): Formats => ({
	hourCycle: clock === 'h12' ? clock : defaultFormats.hourCycle,
	isMonthFirst: dates === 'us',
});

/** Path of the link preview of a city, or of its list with these filters. @param version see {@link cardPath} */
export function listCardPath(
	uid: string,
	locale: string,
	list: Partial<ListFilters>,
	version: string,
): string {
	const query = new URLSearchParams([...cityQuery(list), ['v', version]]);
	return `${fillPath(serverPatterns.listCard, { uid, locale })}?${query}`;
}

/** Prefix of the specification's operations at the BFF: `/api` and the path of the operation. */
export const apiPrefix = '/api';

/** Maximum list position in a URL, so that the number of pages is limited. */
const maxStart = 1_000;

/** List position in a URL; 0 if it is missing, invalid or beyond the limit. */
export function readStart(search: string | URLSearchParams): number {
	const text = new URLSearchParams(search).get('start') ?? '';
	return /^[1-9]\d{0,3}$/.test(text) && Number(text) <= maxStart ? Number(text) : 0;
}

/** Id of the search field. A URL with it as its fragment leads there, even before the app is loaded. */
export const searchFieldId = 'search';

const withQuery = (path: string, query: URLSearchParams): string =>
	query.size > 0 ? `${path}?${query}` : path;

export const pagePath = {
	/** The front page; with filters, the list; with a search text, the search. */
	city(uid: string, filters: Partial<ListFilters> = {}): string {
		if ((filters.q ?? '').trim() !== '') return pagePath.search(uid, filters);
		return withQuery(fillPath(pagePatterns.city, { uid }), new URLSearchParams(cityQuery(filters)));
	},
	/** Path of a list from a position on; null beyond the limit. */
	from(list: string, start: number): string | null {
		const [path = '', search] = list.split('?');
		const query = new URLSearchParams(search);
		if (start === 0) query.delete('start');
		else query.set('start', String(start));
		return readStart(query) === start ? withQuery(path, query) : null;
	},
	/** @param uid null: the search asks for a city */
	search(uid: string | null, filters: Partial<ListFilters> = {}): string {
		const path = uid === null ? pagePatterns.search : fillPath(pagePatterns.citySearch, { uid });
		return withQuery(path, new URLSearchParams(cityQuery(filters)));
	},
	searchField: (uid: string | null) => `${pagePath.search(uid)}#${searchFieldId}`,
	/** Events at one place. @param place see `placeKey` */
	place: (uid: string, place: string) => fillPath(pagePatterns.place, { uid, place }),
	event: (id: string) => fillPath(pagePatterns.event, { id }),
	user: (id: string, relation: Relation = 'participated') => fillPath(pagePatterns.user, { id, relation }),
	me: (relation: Relation) => fillPath(pagePatterns.me, { relation }),
} as const;

/** URLs of the BFF outside `/api`, for people, the app and other programs. For feeds, see `bff-api/feeds.ts`. */
export const bffPath = {
	/** @param day the chosen day of an event that lasts several days */
	eventCalendar: (id: string, day?: string | null) =>
		`${fillPath(bffPatterns.eventCalendar, { id })}${day == null ? '' : `?day=${day}`}`,
	front: (uid: string) => fillPath(bffPatterns.front, { uid }),
	related: (id: string) => fillPath(bffPatterns.related, { id }),
	search: (uid: string, query: URLSearchParams) => withQuery(fillPath(bffPatterns.search, { uid }), query),
	searchPlace: (uid: string, place: string) => fillPath(bffPatterns.searchPlace, { uid, place }),
	searchDays: (uid: string, query: URLSearchParams) =>
		withQuery(fillPath(bffPatterns.searchDays, { uid }), query),
} as const;

export interface MatchedPage {
	page: PageName;
	params: Readonly<Record<string, string>>;
}

function decodeSegment(segment: string): string | null {
	try {
		return decodeURIComponent(segment);
	} catch (error) {
		if (error instanceof URIError) return null;
		throw error;
	}
}

/** Finds a path's page, if any. Decodes each segment separately, so that `%2F` stays inside an identifier. */
export function matchPage(pathname: string): MatchedPage | null {
	const segments = pathname.split('/');
	for (const [page, pattern] of Object.entries(pagePatterns) as [PageName, string][]) {
		const patternSegments = pattern.split('/');
		if (patternSegments.length !== segments.length) continue;
		const params: Record<string, string> = {};
		const fits = patternSegments.every((expected, index) => {
			const segment = segments[index] ?? '';
			if (!expected.startsWith(':')) return expected === segment;
			const value = decodeSegment(segment);
			if (value === null || value === '') return false;
			params[expected.slice(1)] = value;
			return true;
		});
		const isRelation = params.relation === undefined || relations.some((each) => each === params.relation);
		if (fits && isRelation) return { page, params };
	}
	return null;
}
