/** A site's brand, as sent to the web app (decision 41). The BFF reads it from a folder (`bff/brand`). */

import type { ListedType } from '../spec/filters.ts';

/** Parts of the app that a site can leave out. */
export const surfaces = ['map', 'calendar', 'search', 'embed', 'developers'] as const;
export type Surface = (typeof surfaces)[number];

/** Whether the site offers these filters: without the map surface, for example, `?view=map` doesn't exist. */
export const isListOffered = (
	offered: readonly Surface[],
	{ view, q }: { view: 'list' | 'map' | 'calendar'; q: string },
): boolean => (view === 'list' || offered.includes(view)) && (q.trim() === '' || offered.includes('search'));

/** Legal pages, each at its own path, such as `/privacy`. */
export const legalPages = ['privacy', 'imprint', 'terms'] as const;
export type LegalPage = (typeof legalPages)[number];

/** Width and height are in CSS pixels. */
export interface BrandLogo {
	src: string;
	width: number;
	height: number;
	/** Absent if the logo suits both schemes. */
	scheme?: 'light' | 'dark';
}

/** The brand in the page data, with texts in the page's language. */
export interface PublicBrand {
	name: string;
	/** The name in two parts, the second in the accent color. */
	wordmark: readonly [string, string];
	/** Shown instead of the wordmark; may be empty. */
	logos: readonly BrandLogo[];
	/** Text at the end of the footer: what the site is, and where its events come from. */
	notes: readonly string[];
	surfaces: readonly Surface[];
	/** All event types, in the site's display order. */
	types: readonly ListedType[];
	/** Footer links, legal pages last. Each loads a new document. */
	links: readonly { label: string; href: string }[];
	/** URL for contacting the site administrator, often `mailto:`. */
	contact: string | null;
	/** `uid` of the city that `/` opens; null if `/` shows the list of cities. */
	city: string | null;
	isDark: boolean;
}
