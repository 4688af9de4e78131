/** A city's whole list, for the map and for sorting. */
import { queryOptions } from '@tanstack/react-query';
import { paging } from '../../../contract/spec/filters.ts';
import { callOperation, readPages } from '../../shared/call.ts';
import { type CityList, eventKeys, filtersOf } from './event-queries.ts';

/** Limited by number of events and pages, because a service may send short pages. */
const maxEvents = 500;
const maxCalls = 10;
const staleTimeMs = 300_000;

export const longListQuery = (list: CityList) =>
	queryOptions({
		queryKey: [...eventKeys.lists, 'long', list.locId, list.dayType, list.type],
		queryFn: ({ signal }) => {
			const input = { ...filtersOf(list), count: paging.maxCount };
			const read = (start: number) => callOperation('listEvents', { ...input, start }, { signal });
			return readPages(read, maxCalls, maxEvents);
		},
		staleTime: staleTimeMs,
	});
