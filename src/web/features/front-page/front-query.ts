import { queryOptions } from '@tanstack/react-query';
import type { Front } from '../../../contract/bff-api/front.ts';
import type { PageData } from '../../../contract/bff-api/page-data.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import { bffPath } from '../../../contract/paths.ts';
import { callBff } from '../../shared/call.ts';
import { eventKeys } from '../event/event-queries.ts';

/** What the HTML of a page embeds of a city's front page: its first rows, or only the posters of its types. */
export const embeddedFront = (city: Loc, { loc, front }: PageData): Front | null =>
	loc?.id === city.id ? front : null;

/** Whether rows are embedded. A city without rows has no posters, so posters alone mean that the rows are missing. */
const hasRows = ({ posters, ...rows }: Front) =>
	Object.keys(posters).length === 0 || Object.values(rows).some(({ length }) => length > 0);

interface FrontPart extends Front {
	/** Whether rows may be missing, because the HTML embeds only the first ones. */
	isPart?: true;
}

export const frontQuery = ({ uid }: Loc, embedded: Front | null) =>
	queryOptions({
		queryKey: [...eventKeys.lists, 'front', uid],
		queryFn: ({ signal }) => callBff<FrontPart>('GET', bffPath.front(uid), undefined, { signal }),
		initialData: (): FrontPart | undefined =>
			embedded !== null && hasRows(embedded) ? { ...embedded, isPart: true } : undefined,
		meta: { isPageContent: true },
	});
