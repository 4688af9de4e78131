/** A city's list in one piece: what the map, the calendar and sorting need. */
import { queryOptions } from '@tanstack/react-query';
import type { Event } from '../../../contract/event/event.ts';
import { type List, nextStart } from '../../../contract/event/lists.ts';
import { paging } from '../../../contract/spec/filters.ts';
import { callOperation } from '../../shared/call.ts';
import { type CityList, eventKeys, filtersOf } from './event-queries.ts';

/** Reading stops at so many events, or after so many calls: a service may send fewer events than a page can hold. */
const maxEvents = 500;
const maxCalls = 10;
/** Milliseconds. */
const staleTime = 300_000;

export interface LongList {
	events: readonly Event[];
	/** Whether that is the whole list. */
	isComplete: boolean;
}

/** Key of all such lists of a city. */
const longListsOf = (locId: string) => [...eventKeys.lists, 'long', locId] as const;

export const longListQuery = (list: CityList) =>
	queryOptions({
		queryKey: [...longListsOf(list.locId), list.dayType, list.type],
		queryFn: ({ signal }) => readLongList(list, signal),
		staleTime,
	});

async function readLongList(list: CityList, signal: AbortSignal): Promise<LongList> {
	const input = { ...filtersOf(list), count: paging.maxCount };
	const pages: List<Event>[] = [];
	let start: number | undefined = 0;
	while (start !== undefined && start < maxEvents && pages.length < maxCalls) {
		pages.push(await callOperation('listEvents', { ...input, start }, { signal }));
		start = nextStart(pages, start);
	}
	const events = new Map(pages.flatMap(({ items }) => items).map((event) => [event.id, event]));
	return { events: [...events.values()], isComplete: start === undefined };
}
