/** A site's brand, as the web app gets it (decision 41). The BFF reads it from a folder (`bff/brand`). */

import type { ListedType } from '../spec/filters.ts';

/** Parts of the app that a deployment may leave out. */
export const surfaces = ['map', 'calendar', 'search', 'embed', 'developers'] as const;
export type Surface = (typeof surfaces)[number];

/** Whether a city's list has a view and search: without a map, `?view=map` doesn't exist. */
export const isListOffered = (
	offered: readonly Surface[],
	{ view, q }: { view: 'list' | 'map' | 'calendar'; q: string },
): boolean => (view === 'list' || offered.includes(view)) && (q.trim() === '' || offered.includes('search'));

/** Legal pages, each at its own path, such as `/privacy`. */
export const legalPages = ['privacy', 'imprint', 'terms'] as const;
export type LegalPage = (typeof legalPages)[number];

/** A logo. Width and height are in CSS pixels. */
export interface BrandLogo {
	src: string;
	width: number;
	height: number;
	/** Unset: for both appearances. */
	scheme?: 'light' | 'dark';
}

/** The brand in the page data, with texts in the language of the page. */
export interface PublicBrand {
	name: string;
	/** The name in two parts, the second in the accent colour. */
	wordmark: readonly [string, string];
	/** Replace the wordmark; may be empty. */
	logos: readonly BrandLogo[];
	/** End of the footer: what the site is, and where its events come from. */
	notes: readonly string[];
	/** Optional parts that this site has. */
	surfaces: readonly Surface[];
	/** All types of events, in the order in which the site shows them. */
	types: readonly ListedType[];
	/** Footer links, legal pages last. All are documents of their own. */
	links: readonly { label: string; href: string }[];
	/** URL of the site administrator, often `mailto:`. */
	contact: string | null;
	/** `uid` of the city that `/` opens; null for the list of cities. */
	city: string | null;
	isDark: boolean;
}
