/** Tags of a page's head that several kinds of pages share. */
import { posterSrcset, previewSize } from '../../contract/bff-api/images.ts';
import { escapeHtml } from '../../contract/event/plain-text.ts';

export interface Head {
	title: string;
	/** Tags besides the title, ready as HTML. */
	tags: readonly string[];
}

/** Title of the browser's tab. @param site name of the brand */
export const titleOf = (name: string, site: string): string => `${name} · ${site}`;

const meta = (key: 'name' | 'property', name: string, content: string) =>
	`<meta ${key}="${name}" content="${escapeHtml(content)}">`;

/** Keeps a page out of search results. */
export const noIndex = meta('name', 'robots', 'noindex');

/** Fetches the poster that will be the largest image of the page before any script has run. */
export function preloadPoster(poster: string | undefined, sizes: string): string[] {
	if (poster === undefined) return [];
	const sources = escapeHtml(posterSrcset(poster));
	return [
		`<link rel="preload" as="image" imagesrcset="${sources}" imagesizes="${sizes}" fetchpriority="high">`,
	];
}

export interface Preview {
	title: string;
	description: string;
	/** Canonical URL of the page. */
	url: string;
	/** Absolute URL of an image. */
	image?: string | undefined;
	/** What the image says, where it is one that was drawn for previews. */
	imageText?: string;
	type?: 'article' | 'website';
	/** Name of the brand. */
	site: string;
}

/** Description, canonical URL, Open Graph and Twitter card. */
export function previewTags(preview: Preview): string[] {
	const { title, description, url, image, imageText, type = 'website', site } = preview;
	const { width, height } = previewSize;
	return [
		meta('name', 'description', description),
		`<link rel="canonical" href="${escapeHtml(url)}">`,
		meta('property', 'og:site_name', site),
		meta('property', 'og:type', type),
		meta('property', 'og:title', title),
		meta('property', 'og:description', description),
		meta('property', 'og:url', url),
		...(image === undefined
			? []
			: [meta('property', 'og:image', image), meta('name', 'twitter:card', 'summary_large_image')]),
		...(imageText === undefined
			? []
			: [
					meta('property', 'og:image:width', String(width)),
					meta('property', 'og:image:height', String(height)),
					meta('property', 'og:image:alt', imageText),
				]),
	];
}
