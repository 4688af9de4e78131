/** A city's whole list, for the map and for sorting. */
import { queryOptions } from '@tanstack/react-query';
import type { PageRange } from '../../../contract/event/lists.ts';
import { callOperation, readPages } from '../../shared/call.ts';
import { type CityList, eventKeys, filtersOf } from '../event/event-queries.ts';

/** Limited by number of events and pages, because a service may send short pages. */
const maxEvents = 500;
const maxCalls = 10;
const staleTimeMs = 300_000;

export const longListQuery = (list: CityList) =>
	queryOptions({
		queryKey: [...eventKeys.lists, 'long', list.locId, list.dayType, list.type],
		queryFn: ({ signal }) => {
			const read = (range: PageRange) =>
				callOperation('listEvents', { ...filtersOf(list), ...range }, { signal });
			return readPages(read, maxCalls, maxEvents);
		},
		staleTime: staleTimeMs,
	});
