/** What a search finds: in the BFF's index, or, when that cannot be reached, among the events that this visit has loaded. */
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SearchResponse } from '../../../contract/bff-api/search.ts';
import type { Event } from '../../../contract/event/event.ts';
import type { List } from '../../../contract/event/lists.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import type { WallClock } from '../../../contract/event/wall-clock.ts';
import type { ListFilters } from '../../../contract/paths.ts';
import { queryKeys } from '../../shared/query-keys.ts';
import { indexQueries } from '../event/index-queries.ts';
import type { LongList } from '../event/long-list.ts';
import { type Found, searchLoaded } from './search-loaded.ts';

export interface SearchState {
	/** Undefined while nothing is known. */
	found: readonly Found[] | undefined;
	/** Number of matches in all. */
	total: number;
	/** Set when nothing could be searched at all. */
	error: Error | null;
	/** How much was searched, and how old that is; null when only the loaded events were searched. */
	state: Pick<
		SearchResponse,
		'indexed' | 'listed' | 'is_complete' | 'is_reading' | 'indexed_at' | 'suggestion'
	> | null;
	/** Whether the results are still those of the previous words. */
	isStale: boolean;
	more: { isLoading: boolean; load: () => void } | null;
	retry: () => void;
}

/** Each event once: the results may change while they are paged. */
function foundIn(pages: readonly SearchResponse[]): Found[] {
	const hits = pages.flatMap((page) => page.hits);
	return [...new Map(hits.map((hit) => [hit.event.id, hit])).values()];
}

export function useSearch(city: Loc, filters: ListFilters, now: WallClock): SearchState {
	const search = useInfiniteQuery(indexQueries.search(city.uid, filters, now));
	const loaded = useLoadedEvents(city.id);
	const retry = () => void search.refetch();
	const first = search.data?.pages[0];
	const found = useMemo(() => search.data && foundIn(search.data.pages), [search.data]);
	if (search.error !== null && (first === undefined || search.isPlaceholderData)) {
		const matches = searchLoaded(loaded, filters, now);
		return {
			found: loaded.length === 0 ? undefined : matches,
			total: matches.length,
			error: loaded.length === 0 ? search.error : null,
			state: null,
			isStale: false,
			more: null,
			retry,
		};
	}
	return {
		found,
		total: search.data?.pages.at(-1)?.total ?? 0,
		error: null,
		state: first ?? null,
		isStale: search.isPlaceholderData,
		// Of the words before there is no more: the library would read the first page of the new ones again.
		more:
			search.hasNextPage && !search.isPlaceholderData
				? { isLoading: search.isFetchingNextPage, load: () => void search.fetchNextPage() }
				: null,
		retry,
	};
}

/** All events of a city's lists that this visit has loaded. */
function useLoadedEvents(locId: string): Event[] {
	const client = useQueryClient();
	const lists = client.getQueriesData<InfiniteData<List<Event>>>({
		queryKey: queryKeys.eventListsOf(locId),
	});
	const longLists = client.getQueriesData<LongList>({ queryKey: queryKeys.longListsOf(locId) });
	const events = [
		...lists.flatMap(([, data]) => data?.pages ?? []).flatMap(({ items }) => items),
		...longLists.flatMap(([, data]) => data?.events ?? []),
	];
	return [...new Map(events.map((event) => [event.id, event])).values()];
}
