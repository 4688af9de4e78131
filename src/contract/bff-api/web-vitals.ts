/**
 * Core Web Vitals (https://web.dev/articles/vitals), which the browser reports to `POST /web-vitals` when it leaves
 * the page. A report doesn't say who it was, nor which event or city the page was about.
 */

/** `front` and `list` are a city without and with filters; `none` is a URL without a page. */
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

/** Body of a report, with at least one metric. Response: 204. */
export interface WebVitalsReport {
	/** The page that the document opened with, whatever the app showed later. */
	page: PageKind;
	/** Largest Contentful Paint, in milliseconds. */
	lcp?: number | undefined;
	/** Interaction to Next Paint, in milliseconds. */
	inp?: number | undefined;
	/** Cumulative Layout Shift, without a unit. */
	cls?: number | undefined;
}
