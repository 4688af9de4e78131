/** The brand of a deployment as the web app knows it (decision 41). The BFF reads it from a folder (`bff/brand`). */

import type { ListedType } from '../spec/filters.ts';

/** Parts of the app that a deployment may leave out. */
export const surfaces = ['map', 'calendar', 'search', 'embed', 'developers'] as const;
export type Surface = (typeof surfaces)[number];

/** Whether the list of a city is there in a view and with words to search for: `?view=map` is not where there is no map. */
export const isListOffered = (
	offered: readonly Surface[],
	{ view, q }: { view: 'list' | 'map' | 'calendar'; q: string },
): boolean => (view === 'list' || offered.includes(view)) && (q.trim() === '' || offered.includes('search'));

/** Legal pages that a brand may have. Each is at a path of its own, such as `/privacy`. */
export const legalPages = ['privacy', 'imprint', 'terms'] as const;
export type LegalPage = (typeof legalPages)[number];

/** A picture of the brand. Width and height are in CSS pixels. */
export interface BrandPicture {
	src: string;
	width: number;
	height: number;
	/** The appearance that it is for; both, where this is missing. */
	scheme?: 'light' | 'dark';
}

/** The brand in the page data, with texts in the language of the page. */
export interface PublicBrand {
	name: string;
	/** The name in two parts. The second one has the accent colour. */
	wordmark: readonly [string, string];
	/** In place of the wordmark; empty for none. */
	logos: readonly BrandPicture[];
	/** For the end of the footer: what the site is, and where its events come from. */
	notes: readonly string[];
	/** What this deployment has of the parts that may be left out. */
	surfaces: readonly Surface[];
	/** All types of events, in the order in which the site shows them. */
	types: readonly ListedType[];
	/** For the footer, with the legal pages at the end. Each is a document of its own, here or elsewhere. */
	links: readonly { label: string; href: string }[];
	/** URL, often `mailto:`, of the site administrator; null where it is not known. */
	contact: string | null;
	/** `uid` of the city that the start page leads to; null for the choice of cities. */
	city: string | null;
	/** Whether the site has its dark appearance only. */
	isDark: boolean;
}
