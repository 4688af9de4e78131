/** Query options for the BFF's index of a city: search, and events by day or place (contract `bff-api/search`). */
import {
	type InfiniteData,
	infiniteQueryOptions,
	keepPreviousData,
	queryOptions,
} from '@tanstack/react-query';
import {
	type DaysResponse,
	type PlaceResponse,
	type SearchResponse,
	searchPageSize,
} from '../../../contract/bff-api/search.ts';
import { type List, type PageRange, pagerOf } from '../../../contract/event/lists.ts';
import { dayRange } from '../../../contract/event/times.ts';
import { addDays, type Day, dayOf, startOfDay, type WallClock } from '../../../contract/event/wall-clock.ts';
import { bffPath, type ListFilters } from '../../../contract/paths.ts';
import { reader } from '../../i18n/messages.ts';
import { callBff } from '../../shared/call.ts';
import { eventKeys } from '../event/event-queries.ts';

const refetchIntervalMs = (isReading: boolean | undefined, error: Error | null) =>
	isReading === true && error === null ? 2_000 : false;

type Parameters = Readonly<Record<string, string>>;

const queryOf = (parameters: Parameters) =>
	new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));

/** The best match comes first unless the person asks for the soonest. */
const sortOf = ({ q, sort }: ListFilters) => (q.trim() !== '' && sort === 'start' ? sort : '');

/** The language decides how words that name a time are read. */
const wordsOf = ({ q, type, price }: ListFilters) => ({
	q: q.trim(),
	price: price ?? '',
	type: type === 'all' ? '' : type,
	lang: q.trim() === '' ? '' : reader.locale,
});

/** Removes duplicates, because the results may change between two pages. */
function foundIn({ pages }: InfiniteData<SearchResponse>) {
	const byId = new Map(pages.flatMap((page) => page.hits).map((hit) => [hit.event.id, hit]));
	const hits = [...byId.values()];
	const events = hits.map(({ event }) => event);
	return { hits, events, total: pages.at(-1)?.total ?? 0, index: pages[0] };
}

const firstHits: PageRange = { start: 0, count: searchPageSize };

const listOf = ({ hits, total }: SearchResponse, { start }: PageRange): List<{ id: string }> => ({
	items: hits.map(({ event }) => event),
	start,
	sent: hits.length,
	total,
	dropped: [],
});

const hits = (uid: string, parameters: Parameters, key: readonly string[]) =>
	infiniteQueryOptions({
		queryKey: [...eventKeys.lists, 'search', uid, ...key],
		queryFn: ({ signal, pageParam }) => {
			const { start, count } = pageParam;
			const range = pageParam === firstHits ? {} : { start: String(start), count: String(count) };
			const path = bffPath.search(uid, queryOf({ ...parameters, ...range }));
			return callBff<SearchResponse>('GET', path, undefined, { signal });
		},
		initialPageParam: firstHits,
		getNextPageParam: (_last, pages, _range, ranges) =>
			pagerOf(
				pages.map((page, index) => listOf(page, ranges[index] ?? firstHits)),
				ranges,
			).next,
		select: foundIn,
		placeholderData: keepPreviousData,
		refetchInterval: ({ state }) => refetchIntervalMs(state.data?.pages[0]?.is_reading, state.error),
		retry: 1,
	});

export const indexQueries = {
	search: (uid: string, filters: ListFilters, now: WallClock) => {
		if (filters.day !== null) return indexQueries.day(uid, filters, filters.day);
		const { from, to } = dayRange(filters.dayType, now);
		const words = wordsOf(filters);
		const { q, type, price } = words;
		const range = { from: from > now ? from : now, to: to ?? '' };
		const sort = sortOf(filters);
		return hits(uid, { ...words, sort, now, ...range }, [q, filters.dayType, type, price, sort, dayOf(now)]);
	},

	day: (uid: string, filters: ListFilters, day: Day) => {
		const words = wordsOf(filters);
		const { q, type, price } = words;
		const sort = sortOf(filters);
		const { until } = filters;
		const days = until === null ? { day } : { from: startOfDay(day), to: startOfDay(addDays(until, 1)) };
		return hits(uid, { ...words, sort, ...days }, ['day', day, until ?? '', q, type, price, sort]);
	},

	/** Number of events per day from `from` to `to`, and the multi-day events. */
	days: (uid: string, filters: ListFilters, from: Day, to: Day) => {
		const words = wordsOf(filters);
		return queryOptions({
			queryKey: [...eventKeys.lists, 'days', uid, words.q, words.type, words.price, from, to],
			queryFn: ({ signal }) => {
				const path = bffPath.searchDays(uid, queryOf({ ...words, from, to }));
				return callBff<DaysResponse>('GET', path, undefined, { signal });
			},
			placeholderData: keepPreviousData,
			refetchInterval: ({ state }) => refetchIntervalMs(state.data?.is_reading, state.error),
			retry: 1,
		});
	},

	place: (uid: string, place: string) =>
		queryOptions({
			queryKey: [...eventKeys.lists, 'place', uid, place],
			queryFn: ({ signal }) =>
				callBff<PlaceResponse>('GET', bffPath.searchPlace(uid, place), undefined, { signal }),
			refetchInterval: ({ state }) => refetchIntervalMs(state.data?.is_reading, state.error),
			retry: 1,
		}),
};
