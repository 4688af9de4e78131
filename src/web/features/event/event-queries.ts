import { infiniteQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { apiPath } from '../../../contract/bff-api/api.ts';
import type { PageData } from '../../../contract/bff-api/page-data.ts';
import type { Event } from '../../../contract/event/event.ts';
import { type List, type PageRange, pagerOf } from '../../../contract/event/lists.ts';
import type { Call } from '../../../contract/spec/call.ts';
import { type DayType, type EventType, paging } from '../../../contract/spec/filters.ts';
import { callOperation, readPages } from '../../shared/call.ts';
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

const filtersOf = ({ locId, dayType, type }: CityList) => ({
	loc: locId,
	day_type: dayType,
	type: type === 'all' ? undefined : type,
});

/** One of the service's lists, page by page. @param page its data may include the first page */
export const pagedQuery = <Item extends { id: string }>(
	queryKey: QueryKey,
	callOf: (range: PageRange) => Call,
	first: PageRange,
	page: PageData | null = null,
) =>
	infiniteQueryOptions({
		queryKey: [...queryKey, first.start],
		queryFn: ({ pageParam, signal }) => {
			const { operation, parameters } = callOf(pageParam);
			return callOperation(operation, parameters, { signal }) as Promise<unknown> as Promise<List<Item>>;
		},
		initialPageParam: first,
		getNextPageParam: (_last, pages, _range, ranges) => pagerOf(pages, ranges).next,
		initialData: () => {
			const response = page?.responses[apiPath(callOf(first))] as List<Item> | undefined;
			return response && { pages: [response], pageParams: [first] };
		},
		select: ({ pages, pageParams }) => ({ pages, end: pagerOf(pages, pageParams).end }),
		meta: { isPageContent: page !== null },
	});

export const eventQueries = {
	list: (list: CityList, page: PageData, start: number) =>
		pagedQuery<Event>(
			[...eventKeys.listsOf(list.locId), list.dayType, list.type],
			(range) => ({ operation: 'listEvents', parameters: { ...filtersOf(list), ...range } }),
			{ start, count: paging.defaultCount },
			page,
		),

	/** @param page null to ignore the page's data */
	detail: (id: string, page: PageData | null) =>
		queryOptions({
			queryKey: eventKeys.detail(id),
			queryFn: ({ signal }) => callOperation('getEvent', { id }, { signal }),
			initialData: () => (page === null ? undefined : pageResponse(page, 'getEvent', { id })),
			meta: { isPageContent: true },
			refetchOnWindowFocus: 'always',
		}),
};

/** Limits of a long list. The calls are limited, too, because a service may send short pages. */
const maxEvents = 500;
const maxCalls = 10;
const longStaleTimeMs = 300_000;

/** A city's whole list, for the map and for sorting. */
export const longListQuery = (list: CityList) =>
	queryOptions({
		queryKey: [...eventKeys.lists, 'long', list.locId, list.dayType, list.type],
		queryFn: ({ signal }) => {
			const read = (range: PageRange) =>
				callOperation('listEvents', { ...filtersOf(list), ...range }, { signal });
			return readPages(read, maxCalls, maxEvents);
		},
		staleTime: longStaleTimeMs,
	});
