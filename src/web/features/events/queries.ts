/** What the app knows of events: query options, shared by screens, mutations and prefetching. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { DayType, EventType } from '../../../contract/filters.ts';
import { paging } from '../../../contract/filters.ts';
import type { Event, EventList } from '../../../contract/resources.ts';
import type { PageData } from '../../../contract/session.ts';
import { callService } from '../../service/call.ts';
import { pageAnswer } from '../../service/page-data.tsx';

/** Events change slowly, and each call counts against an hourly budget. */
const staleTime = 60_000;

export interface CityList {
	locId: string;
	dayType: DayType;
	type: EventType;
}

export const eventQueries = {
	all: ['events'] as const,

	/** A city's list, page by page. */
	list: ({ locId, dayType, type }: CityList, page: PageData) => {
		const input = {
			loc: locId,
			day_type: dayType,
			type: type === 'all' ? undefined : type,
			count: paging.defaultCount,
		};
		const first = pageAnswer(page, 'listEvents', { ...input, start: 0 }) as EventList | undefined;
		return infiniteQueryOptions({
			queryKey: [...eventQueries.all, 'list', locId, dayType, type] as const,
			queryFn: ({ pageParam, signal }) =>
				callService('listEvents', { ...input, start: pageParam }, { signal }),
			initialPageParam: 0,
			getNextPageParam: nextStart,
			staleTime,
			...(first === undefined ? {} : { initialData: { pages: [first], pageParams: [0] } }),
		});
	},

	detail: (id: string, page: PageData) => {
		const first = pageAnswer(page, 'getEvent', { id }) as Event | undefined;
		return queryOptions({
			queryKey: [...eventQueries.all, 'detail', id] as const,
			queryFn: ({ signal }): Promise<Event> => callService('getEvent', { id }, { signal }),
			staleTime,
			...(first === undefined ? {} : { initialData: first }),
		});
	},
};

/** Where the next page starts; undefined at the end. A service may give fewer than asked, so the answer counts. */
export function nextStart({ start, total, events }: EventList): number | undefined {
	const next = start + events.length;
	return events.length > 0 && next < total ? next : undefined;
}
