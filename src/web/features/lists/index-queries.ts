/** Query options for the BFF's index of a city: search, and events by day or place (contract `bff-api/search`). */
import {
	type InfiniteData,
	infiniteQueryOptions,
	keepPreviousData,
	queryOptions,
} from '@tanstack/react-query';
import { searchPageSize } from '../../../contract/bff-api/limits.ts';
import type { PageData } from '../../../contract/bff-api/page-data.ts';
import type { DaysResponse, PlaceResponse, SearchResponse } from '../../../contract/bff-api/search.ts';
import type { PageRange } from '../../../contract/event/lists.ts';
import { type Day, dayOf, type WallClock } from '../../../contract/event/wall-clock.ts';
import { daysQuery, searchQuery } from '../../../contract/list-calls.ts';
import type { ListFilters } from '../../../contract/list-filters.ts';
import { bffPath, pagePath } from '../../../contract/paths.ts';
import { paging } from '../../../contract/spec/filters.ts';
import { reader } from '../../i18n/messages.ts';
import { callBff } from '../../shared/call.ts';
import { eventKeys } from '../event/event-queries.ts';

const refetchIntervalMs = (isReading: boolean | undefined, error: Error | null) =>
	isReading === true && error === null ? 2_000 : false;

/** Removes duplicates, because the results may change between two pages. */
function foundIn({ pages, pageParams }: InfiniteData<SearchResponse, PageRange>) {
	const end = (pageParams.at(-1)?.start ?? 0) + (pages.at(-1)?.hits.length ?? 0);
	const byId = new Map(pages.flatMap((page) => page.hits).map((hit) => [hit.event.id, hit]));
	const hits = [...byId.values()];
	const events = hits.map(({ event }) => event);
	return { hits, events, end, total: pages.at(-1)?.total ?? 0, index: pages[0] };
}

const responseQuery = <Response extends { is_reading: boolean }>(path: string, page: PageData) =>
	queryOptions({
		queryKey: [...eventKeys.lists, 'index', path],
		queryFn: ({ signal }) => callBff<Response>('GET', path, undefined, { signal }),
		initialData: () => page.responses[path] as Response | undefined,
		refetchInterval: ({ state }) => refetchIntervalMs(state.data?.is_reading, state.error),
		retry: 1,
		meta: { isPageContent: true },
	});

export const indexQueries = {
	/**
	 * The results of a search, or the events on the filters' days.
	 * @param page null to ignore the page's data
	 * @param start position of the first one
	 */
	search: (uid: string, filters: ListFilters, now: WallClock, page: PageData | null = null, start = 0) => {
		/** The key has no view, because list, map and calendar share a query. */
		const list = pagePath.city(uid, { ...filters, q: filters.q.trim(), view: 'list' });
		const pathOf = (range: PageRange) => bffPath.search(uid, searchQuery(filters, now, reader.locale, range));
		const first: PageRange = { start, count: searchPageSize };
		return infiniteQueryOptions({
			queryKey: [...eventKeys.lists, 'search', reader.locale, list, filters.day ?? dayOf(now), start],
			queryFn: ({ signal, pageParam }) =>
				callBff<SearchResponse>('GET', pathOf(pageParam), undefined, { signal }),
			initialPageParam: first,
			getNextPageParam: ({ hits, total }, _pages, range) => {
				const end = range.start + hits.length;
				return hits.length === 0 || end >= total ? undefined : { start: end, count: searchPageSize };
			},
			initialData: () => {
				const range = { start, count: paging.defaultCount };
				const response = page?.responses[pathOf(range)] as SearchResponse | undefined;
				return response && { pages: [response], pageParams: [range] };
			},
			select: foundIn,
			placeholderData: keepPreviousData,
			refetchInterval: ({ state }) => refetchIntervalMs(state.data?.pages[0]?.is_reading, state.error),
			retry: 1,
			meta: { isPageContent: page !== null },
		});
	},

	/** Number of events per day, and the multi-day events. @param first see `calendarStart` */
	days: (uid: string, filters: ListFilters, first: Day, page: PageData) => ({
		...responseQuery<DaysResponse>(bffPath.searchDays(uid, daysQuery(filters, first, reader.locale)), page),
		placeholderData: keepPreviousData,
	}),

	place: (uid: string, place: string, page: PageData) =>
		responseQuery<PlaceResponse>(bffPath.searchPlace(uid, place), page),
};
