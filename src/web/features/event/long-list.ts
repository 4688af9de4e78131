/** A city's whole list, for map and sorting. */
import { queryOptions } from '@tanstack/react-query';
import type { Event } from '../../../contract/event/event.ts';
import { type List, nextStart } from '../../../contract/event/lists.ts';
import { paging } from '../../../contract/spec/filters.ts';
import { callOperation } from '../../shared/call.ts';
import { type CityList, eventKeys, filtersOf } from './event-queries.ts';

/** Limits, because a service may send short pages. */
const maxEvents = 500;
const maxCalls = 10;
const staleTimeMs = 300_000;

export interface LongList {
	events: readonly Event[];
	isComplete: boolean;
}

/** Key of all such lists of a city. */
const longListsOf = (locId: string) => [...eventKeys.lists, 'long', locId] as const;

export const longListQuery = (list: CityList) =>
	queryOptions({
		queryKey: [...longListsOf(list.locId), list.dayType, list.type],
		queryFn: ({ signal }) => readLongList(list, signal),
		staleTime: staleTimeMs,
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
