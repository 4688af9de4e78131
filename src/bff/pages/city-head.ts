/** Head of a city's page: title, preview and feeds of the list that it shows. */
import { posterSizes, previewUrl } from '../../contract/bff-api/images.ts';
import type { Locale } from '../../contract/bff-api/preferences.ts';
import type { Loc } from '../../contract/event/loc.ts';
import { escapeHtml } from '../../contract/event/plain-text.ts';
import { bffPath, type FeedFormat, feedTypes, type ListFilters, pagePath } from '../../contract/paths.ts';
import { listTitle } from '../../contract/words/list-title.ts';
import { fill, words } from '../../contract/words/words.ts';
import type { Brand } from '../brand/brand.ts';
import { type Head, preloadPoster, previewTags, titleOf } from './head-tags.ts';

const formats = Object.keys(feedTypes) as FeedFormat[];

/**
 * @param filters of the list; null for the city's front page
 * @param poster that the page shows first
 * @param brand whose picture stands in for a poster
 */
export function cityHead(
	loc: Loc,
	filters: Pick<ListFilters, 'dayType' | 'type'> | null,
	poster: string | undefined,
	{ publicUrl, locale, brand }: { publicUrl: string; locale: Locale; brand: Pick<Brand, 'name' | 'picture'> },
): Head {
	const { name: site, picture } = brand;
	const { dayType = 'future', type = 'all' } = filters ?? {};
	const { [`words_${dayType}` as const]: days, [`words_type_${type}` as const]: kind } = words[locale];
	const title = titleOf(filters === null ? loc.name : listTitle(loc.name, { type }, days, kind), site);
	const feed = (format: FeedFormat) =>
		`<link rel="alternate" type="${feedTypes[format]}" title="${escapeHtml(title)}" href="${escapeHtml(bffPath.cityFeed(loc.uid, format))}">`;
	return {
		title,
		tags: [
			...preloadPoster(poster, filters === null ? posterSizes.front : posterSizes.card),
			...formats.map(feed),
			...previewTags({
				title,
				site,
				description: fill(words[locale].words_in_city, { city: loc.name }),
				url: `${publicUrl}${pagePath.city(loc.uid, filters === null ? {} : { dayType, type })}`,
				image: `${publicUrl}${poster === undefined && picture !== null ? picture : previewUrl(poster, type)}`,
			}),
		],
	};
}
