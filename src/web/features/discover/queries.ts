/** Search, and the longer lists that map, calendar and sorting need. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dayRange } from '../../../contract/day-range.ts';
import { type DayType, type EventType, paging } from '../../../contract/filters.ts';
import type { DaysAnswer, SearchAnswer } from '../../../contract/session.ts';
import type { ListFilters } from '../../app/addresses.ts';
import { callBff, callService } from '../../service/call.ts';
import { type EventView, readEvent } from '../events/event-view.ts';

/** Events of a long list, and calls for it: shared with everyone. A service may give fewer than 100 a page. */
const mostInList = 500;
const mostCalls = 10;
/** Milliseconds between two looks at an index that is still being read. */
const lookAgain = 2_000;

const staleTime = 60_000;
/** Parameters that are set: empty ones are left out. */
const queryOf = (parameters: Record<string, string>) =>
	new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));
const ask = (uid: string, path: string, parameters: Record<string, string>, signal: AbortSignal) =>
	callBff('GET', `/search/cities/${encodeURIComponent(uid)}${path}?${queryOf(parameters)}`, undefined, {
		signal,
	});
const wordOf = (type: EventType) => (type === 'all' ? '' : type);

/** Hits page by page; asked for again while the index is being read. */
const hits = (uid: string, key: readonly unknown[], parameters: Record<string, string>) =>
	infiniteQueryOptions({
		queryKey: ['events', 'search', uid, ...key] as const,
		queryFn: async ({ signal, pageParam }) =>
			(await ask(
				uid,
				'',
				{ ...parameters, start: pageParam === 0 ? '' : String(pageParam) },
				signal,
			)) as SearchAnswer,
		initialPageParam: 0,
		getNextPageParam: (last, pages) => {
			const shown = pages.reduce((sum, page) => sum + page.hits.length, 0);
			return last.hits.length > 0 && shown < last.total ? shown : undefined;
		},
		placeholderData: keepPreviousData,
		refetchInterval: ({ state }) =>
			state.data?.pages[0]?.is_complete === false && state.error === null ? lookAgain : false,
		staleTime,
		retry: 1,
	});

export const discoverQueries = {
	/** @param now wall clock, for the range of the day filter */
	search: (uid: string, { q, dayType, type }: ListFilters, now: string) => {
		const { from, to } = dayRange(dayType, now);
		return hits(uid, [q.trim(), dayType, type, now.slice(0, 10)], {
			q: q.trim(),
			from: from > now ? from : now,
			to: dayType === 'future' ? '' : to,
			type: wordOf(type),
		});
	},

	/** What is on at a day. @param day `YYYY-MM-DD` */
	day: (uid: string, { q, type }: ListFilters, day: string) =>
		hits(uid, ['day', day, q.trim(), type], { q: q.trim(), day, type: wordOf(type) }),

	/** How many events the days of a range have. @param from first and @param to last day */
	days: (uid: string, { q, type }: ListFilters, from: string, to: string) =>
		queryOptions({
			queryKey: ['events', 'days', uid, q.trim(), type, from, to] as const,
			queryFn: async ({ signal }) =>
				(await ask(uid, '/days', { q: q.trim(), from, to, type: wordOf(type) }, signal)) as DaysAnswer,
			placeholderData: keepPreviousData,
			refetchInterval: ({ state }) => (state.data?.is_complete === false ? lookAgain : false),
			staleTime,
			retry: 1,
		}),

	/** A city's list in one piece, as far as it is read. */
	long: (locId: string, dayType: DayType, type: EventType) =>
		queryOptions({
			queryKey: ['events', 'long', locId, dayType, type] as const,
			queryFn: async ({ signal }): Promise<LongList> => {
				const events = new Map<string, EventView>();
				let total = 0;
				for (let start = 0, calls = 0; start < mostInList && calls < mostCalls; calls++) {
					const filters = { loc: locId, day_type: dayType, type: wordOf(type) || undefined };
					const page = { start, count: paging.maxCount };
					const list = await callService('listEvents', { ...filters, ...page }, { signal });
					total = list.total;
					for (const event of list.events) events.set(event.id, readEvent(event));
					start += list.events.length;
					if (list.events.length === 0 || start >= total) return { events: [...events.values()], total };
				}
				return { events: [...events.values()], total };
			},
			staleTime: 300_000,
		}),
};

export interface LongList {
	events: EventView[];
	/** As the service counts them; more than there are here when not all were read. */
	total: number;
}
