/** Query options of the people of an event. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { peoplePageSize } from '../../../contract/bff-api/api.ts';
import { nextStart } from '../../../contract/event/lists.ts';
import { callOperation } from '../../shared/call.ts';
import { eventKeys } from '../event/event-queries.ts';

export type PeopleKind = 'participants' | 'wishers';

const operations = { participants: 'listParticipants', wishers: 'listWishers' } as const;
/** Milliseconds. */
const staleTime = 60_000;

export const peopleQueries = {
	ofEvent: (kind: PeopleKind, id: string) =>
		infiniteQueryOptions({
			queryKey: [...eventKeys.people(id), kind],
			queryFn: ({ pageParam: start, signal }) =>
				callOperation(operations[kind], { id, start, count: peoplePageSize }, { signal }),
			initialPageParam: 0,
			getNextPageParam: (_last, pages, asked) => nextStart(pages, asked),
			staleTime,
		}),
};
