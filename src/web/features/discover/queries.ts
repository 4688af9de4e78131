/** Search, and the longer lists that map and calendar need. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dayRange } from '../../../contract/day-range.ts';
import { paging } from '../../../contract/filters.ts';
import type { SearchAnswer } from '../../../contract/session.ts';
import type { ListFilters } from '../../app/addresses.ts';
import { callBff, callService } from '../../service/call.ts';
import { type EventView, readEvent } from '../events/event-view.ts';

/** Events that a calendar reads at most: three calls, shared with everyone. */
const mostInCalendar = 300;

export const discoverQueries = {
	/** @param now wall clock, for the range of the day filter */
	search: (uid: string, { q, dayType, type }: ListFilters, now: string) =>
		queryOptions({
			queryKey: ['events', 'search', uid, q.trim(), dayType, type, now.slice(0, 10)] as const,
			queryFn: async ({ signal }): Promise<SearchAnswer> => {
				const { from, to } = dayRange(dayType, now);
				const query = new URLSearchParams({ q: q.trim() });
				if (dayType !== 'future') query.set('to', to);
				query.set('from', from > now ? from : now);
				if (type !== 'all') query.set('type', type);
				const address = `/search/cities/${encodeURIComponent(uid)}?${query}`;
				return (await callBff('GET', address, undefined, { signal })) as SearchAnswer;
			},
			placeholderData: keepPreviousData,
			staleTime: 60_000,
			retry: 1,
		}),

	calendar: (locId: string, type: ListFilters['type']) =>
		queryOptions({
			queryKey: ['events', 'calendar', locId, type] as const,
			queryFn: async ({ signal }): Promise<{ events: EventView[]; total: number }> => {
				const events = new Map<string, EventView>();
				let total = 0;
				for (let start = 0; start < mostInCalendar; start += paging.maxCount) {
					const list = await callService(
						'listEvents',
						{
							loc: locId,
							day_type: 'future',
							type: type === 'all' ? undefined : type,
							start,
							count: paging.maxCount,
						},
						{ signal },
					);
					total = list.total;
					for (const event of list.events) events.set(event.id, readEvent(event));
					if (list.events.length === 0 || start + list.events.length >= total) break;
				}
				return { events: [...events.values()], total };
			},
			staleTime: 300_000,
		}),
};
