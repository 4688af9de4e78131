/**
 * Core Web Vitals (https://web.dev/articles/vitals), which the browser reports to `POST /web-vitals` when the visitor
 * leaves the page. A report identifies no visitor, event or city.
 */

/** `front` and `list` are a city's page without and with filters; `none` is an unknown URL. */
export const pageKinds = [
	'home',
	'cities',
	'front',
	'list',
	'search',
	'place',
	'event',
	'user',
	'me',
	'callback',
	'settings',
	'developers',
	'none',
] as const;
export type PageKind = (typeof pageKinds)[number];

/** Body of a report; has at least one metric. Response: 204. */
export interface WebVitalsReport {
	/** The page that the visit started on, even if the app has shown others since. */
	page: PageKind;
	/** Largest Contentful Paint, in milliseconds. */
	lcp?: number | undefined;
	/** Interaction to Next Paint, in milliseconds. */
	inp?: number | undefined;
	/** Cumulative Layout Shift, unitless. */
	cls?: number | undefined;
}
