import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PageData } from '../../../contract/bff-api/page-data.ts';
import type { Event } from '../../../contract/event/event.ts';
import { type PageRange, pagerOf } from '../../../contract/event/lists.ts';
import { type DayType, type EventType, paging } from '../../../contract/spec/filters.ts';
import { callOperation } from '../../shared/call.ts';
import { pageResponse } from '../../shared/page-data.tsx';
import { staleTimeMs } from '../../shared/query-client.ts';

const all = ['events'] as const;
const lists = [...all, 'lists'] as const;

export const eventKeys = {
	detail: (id: string) => [...all, 'detail', id] as const,
	people: (id: string) => [...all, 'people', id] as const,
	/** Key prefix of all queries with several events. */
	lists,
	listsOf: (locId: string) => [...lists, 'city', locId] as const,
};

/** Caches listed events as stale, so that their pages open immediately, even offline. */
export function showAtOnce(client: QueryClient, events: readonly Event[]): void {
	for (const event of events) {
		const queryKey = eventKeys.detail(event.id);
		if (client.getQueryData(queryKey) === undefined)
			client.setQueryData<Event>(queryKey, event, { updatedAt: Date.now() - staleTimeMs });
	}
}

export interface CityList {
	locId: string;
	dayType: DayType;
	type: EventType;
}

export const filtersOf = ({ locId, dayType, type }: CityList) => ({
	loc: locId,
	day_type: dayType,
	type: type === 'all' ? undefined : type,
});

export const eventQueries = {
	/** @param first position of the list's first event */
	list: (list: CityList, page: PageData, first: number) => {
		const firstPage: PageRange = { start: first, count: paging.defaultCount };
		return infiniteQueryOptions({
			queryKey: [...eventKeys.listsOf(list.locId), list.dayType, list.type, first],
			queryFn: ({ pageParam, signal }) =>
				callOperation('listEvents', { ...filtersOf(list), ...pageParam }, { signal }),
			initialPageParam: firstPage,
			getNextPageParam: (_last, pages, _range, ranges) => pagerOf(pages, ranges).next,
			initialData: () => {
				const response = pageResponse(page, 'listEvents', { ...filtersOf(list), ...firstPage });
				return response && { pages: [response], pageParams: [firstPage] };
			},
			meta: { isPageContent: true },
		});
	},

	/** @param page null to ignore the page's data */
	detail: (id: string, page: PageData | null) =>
		queryOptions({
			queryKey: eventKeys.detail(id),
			queryFn: ({ signal }) => callOperation('getEvent', { id }, { signal }),
			initialData: () => (page === null ? undefined : pageResponse(page, 'getEvent', { id })),
			meta: { isPageContent: true },
			refetchOnWindowFocus: true,
		}),
};
