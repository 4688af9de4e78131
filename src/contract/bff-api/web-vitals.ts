/**
 * How fast a page was for somebody who visited it: the Core Web Vitals (https://web.dev/articles/vitals), which the browser
 * reports to `POST /web-vitals` when it leaves the page. A report says nothing of who it was, nor which event or city the
 * page was about.
 */

/** Kinds of pages. `front` and `list` are a city without and with filters; `none` is a URL without a page. */
export const pageKinds = [
	'home',
	'cities',
	'front',
	'list',
	'event',
	'user',
	'me',
	'callback',
	'settings',
	'developers',
	'none',
] as const;
export type PageKind = (typeof pageKinds)[number];

/** Body of a report, with at least one figure. Response: 204. */
export interface WebVitalsReport {
	/** The page that the document was opened with, whatever the app showed after it. */
	page: PageKind;
	/** Milliseconds until the largest part of the page was painted (Largest Contentful Paint). */
	lcp?: number | undefined;
	/** Milliseconds from a press or key to the next paint, nearly the longest of the visit (Interaction to Next Paint). */
	inp?: number | undefined;
	/** How much of the page moved by itself (Cumulative Layout Shift): 0 for nothing, no unit. */
	cls?: number | undefined;
}
