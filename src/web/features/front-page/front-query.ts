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

/** The front page's first rows, which its HTML embeds. In the list of cities, those of the first city. */
export const firstFrontQuery = (city: Loc, { loc, front }: PageData) => {
	const query = frontQuery(city);
	if (front === null || (loc !== null && loc.id !== city.id)) return query;
	return queryOptions({ ...query, queryKey: [...query.queryKey, 'first'], initialData: front });
};
