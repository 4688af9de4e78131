/** Results from the BFF's index, and how complete that index is. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SearchResponse } from '../../../contract/bff-api/search.ts';
import type { Loc } from '../../../contract/event/loc.ts';
import type { WallClock } from '../../../contract/event/wall-clock.ts';
import type { ListFilters } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { indexQueries } from '../event/index-queries.ts';
import css from './search.module.css';

type Hit = SearchResponse['hits'][number];

/** Returns each event once: the results may change between two pages. */
function foundIn(pages: readonly SearchResponse[]): Hit[] {
	const hits = pages.flatMap((page) => page.hits);
	return [...new Map(hits.map((hit) => [hit.event.id, hit])).values()];
}

export function useSearch(city: Loc, filters: ListFilters, now: WallClock) {
	const query = useInfiniteQuery(indexQueries.search(city.uid, filters, now));
	const { data, error, isPlaceholderData } = query;
	const first = data?.pages[0];
	const found = useMemo(() => data && foundIn(data.pages), [data]);
	return {
		query,
		found,
		total: data?.pages.at(-1)?.total ?? 0,
		/** Outdated results are better than an error. */
		error: first === undefined || isPlaceholderData ? error : null,
		/** Completeness of the index; null while loading. */
		state: first ?? null,
		/** Whether the results belong to the previous words. */
		isStale: isPlaceholderData,
	};
}

export function SearchNote({ search: { state } }: { search: ReturnType<typeof useSearch> }) {
	if (state === null || state.is_complete) return null;
	const { indexed, listed, is_reading } = state;
	return (
		<p className={css.note}>
			{is_reading ? m.discover_reading() : m.discover_searched_partly({ indexed, listed })}
		</p>
	);
}
