import { queryOptions } from '@tanstack/react-query';
import type { Front } from '../../../contract/bff-api/front.ts';
import type { PageData } from '../../../contract/bff-api/page-data.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { bffPath } from '../../../contract/paths.ts';
import { callBff } from '../../shared/call.ts';
import { eventKeys } from '../event/event-queries.ts';

export const frontQuery = ({ uid }: Loc) =>
	queryOptions({
		queryKey: [...eventKeys.lists, 'front', uid],
		queryFn: ({ signal }) => callBff<Front>('GET', bffPath.front(uid), undefined, { signal }),
		meta: { isPageContent: true },
	});

/** A city's front page, as far as the HTML of a page embeds it. */
function embeddedQuery(name: 'first' | 'posters', city: Loc, { loc, front }: PageData) {
	const query = frontQuery(city);
	if (front === null || (loc !== null && loc.id !== city.id)) return query;
	return queryOptions({ ...query, queryKey: [...query.queryKey, name], initialData: front });
}

/** A page of a search embeds the types' posters, but no rows. A city without rows has no posters either. */
const hasOnlyPosters = ({ posters, ...rows }: Front) =>
	Object.keys(posters).length > 0 && Object.values(rows).every(({ length }) => length === 0);

/** The front page's first rows. In the list of cities, those of the first city. */
export const firstFrontQuery = (city: Loc, page: PageData) =>
	page.front !== null && hasOnlyPosters(page.front) ? frontQuery(city) : embeddedQuery('first', city, page);

/** The posters of a city's types. */
export const postersQuery = (city: Loc, page: PageData) => embeddedQuery('posters', city, page);
