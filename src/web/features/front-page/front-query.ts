import { queryOptions } from '@tanstack/react-query';
import type { Front } from '../../../contract/bff-api/front.ts';
import type { PageData } from '../../../contract/bff-api/page-data.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { bffPath } from '../../../contract/paths.ts';
import { callBff } from '../../shared/call.ts';
import { eventKeys } from '../event/event-queries.ts';

export const frontQuery = ({ id, uid }: Loc, { loc, front }: PageData) =>
	queryOptions({
		queryKey: [...eventKeys.lists, 'front', uid],
		queryFn: ({ signal }) => callBff<Front>('GET', bffPath.front(uid), undefined, { signal }),
		...(front !== null && loc?.id === id ? { initialData: front } : {}),
		meta: { isPageContent: true },
	});

/** Of the first city in the list of cities, whose page embeds only the row that it shows. */
export const firstFrontQuery = (city: Loc, page: PageData) => {
	const query = frontQuery(city, page);
	if (page.front === null || page.loc !== null) return query;
	return queryOptions({ ...query, queryKey: [...query.queryKey, 'first'], initialData: page.front });
};
