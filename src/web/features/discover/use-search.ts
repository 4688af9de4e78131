/** What a search finds: by the BFF's index, or, when that is not there, among the events that this visit has loaded. */
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dayRange } from '../../../contract/day-range.ts';
import type { EventList, Loc } from '../../../contract/resources.ts';
import type { SearchAnswer } from '../../../contract/session.ts';
import type { ListFilters } from '../../app/addresses.ts';
import { type EventView, readEvent } from '../events/event-view.ts';
import { discoverQueries, type LongList } from './queries.ts';

interface Found {
	event: EventView;
	/** Words of the event that fit, as the index reads them. */
	terms: readonly string[];
}

export interface SearchState {
	/** Undefined while nothing is known yet. */
	found: readonly Found[] | undefined;
	/** How many fit in all. */
	total: number;
	/** Set when nothing could be searched at all. */
	error: Error | null;
	/** How much was searched, and how old that is; null when only what is loaded was. */
	state: Pick<SearchAnswer, 'indexed' | 'listed' | 'is_complete' | 'indexed_at'> | null;
	/** Whether what is shown are the results of the words before. */
	isStale: boolean;
	more: { isLoading: boolean; load: () => void } | null;
	retry: () => void;
}

/** Each event once: what is found may move while it is paged. */
function foundIn(pages: readonly SearchAnswer[]): Found[] {
	const hits = pages.flatMap((page) => page.hits);
	const found = new Map(hits.map(({ event, terms }) => [event.id, { event: readEvent(event), terms }]));
	return [...found.values()];
}

/** @param now wall clock */
export function useSearch(city: Loc, filters: ListFilters, now: string): SearchState {
	const search = useInfiniteQuery(discoverQueries.search(city.uid, filters, now));
	const loaded = useLoadedEvents(city.id);
	const retry = () => void search.refetch();
	const first = search.data?.pages[0];
	const found = useMemo(() => search.data && foundIn(search.data.pages), [search.data]);
	if (search.error !== null && (first === undefined || search.isPlaceholderData)) {
		const fits = fitting(loaded, filters, now);
		return {
			found: loaded.length === 0 ? undefined : fits,
			total: fits.length,
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
		more: search.hasNextPage
			? { isLoading: search.isFetchingNextPage, load: () => void search.fetchNextPage() }
			: null,
		retry,
	};
}

/** Every event of a city's lists that this visit has loaded. */
function useLoadedEvents(locId: string): EventView[] {
	const client = useQueryClient();
	const lists = client.getQueriesData<InfiniteData<EventList>>({ queryKey: ['events', 'list', locId] });
	const longs = client.getQueriesData<LongList>({ queryKey: ['events', 'long', locId] });
	const events = [
		...lists.flatMap(([, data]) => data?.pages ?? []).flatMap((page) => page.events.map(readEvent)),
		...longs.flatMap(([, data]) => data?.events ?? []),
	];
	return [...new Map(events.map((event) => [event.id, event])).values()];
}

/** Plain search, within the filters: every word must be in title, place or owner. */
function fitting(
	events: readonly EventView[],
	{ q, dayType, type }: ListFilters,
	now: string,
): readonly Found[] {
	const words = q.trim().toLowerCase().split(/\s+/);
	const { from, to } = dayRange(dayType, now);
	return events
		.filter(({ title, address, owner, begin, end, type: own }) => {
			if (type !== 'all' && own !== type) return false;
			if ((end || begin) <= from || (end || begin) < now || begin >= to) return false;
			const text = `${title} ${address} ${owner?.name ?? ''}`.toLowerCase();
			return words.every((word) => text.includes(word));
		})
		.map((event) => ({ event, terms: words }));
}
