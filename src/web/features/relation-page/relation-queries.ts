/** Query options of the events of a person. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { nextStart } from '../../../contract/event/lists.ts';
import type { Relation } from '../../../contract/paths.ts';
import { paging, type RelationStatus } from '../../../contract/spec/filters.ts';
import { callOperation } from '../../shared/call.ts';
import { personKey } from '../../shared/person-query.ts';
import { attendanceKeys } from '../attendance/attendance-queries.ts';
import { showAtOnce } from '../event/event-queries.ts';

/** Milliseconds. */
const staleTime = 60_000;

export const relationQueries = {
	/** @param isOwn whether the person is the one who is signed in */
	events: (id: string, relation: Relation, status: RelationStatus, isOwn: boolean) =>
		infiniteQueryOptions({
			queryKey: [...(isOwn ? attendanceKeys.events(id) : personKey(id)), relation, status],
			queryFn: async ({ client, pageParam: start, signal }) => {
				const input = { id, start, count: paging.defaultCount };
				if (relation === 'created') return callOperation('listCreatedEvents', input, { signal });
				const name = relation === 'participated' ? 'listParticipatedEvents' : 'listWishedEvents';
				const page = await callOperation(name, { ...input, status }, { signal });
				if (isOwn) showAtOnce(client, page.items);
				return page;
			},
			initialPageParam: 0,
			getNextPageParam: (_last, pages, asked) => nextStart(pages, asked),
			// People change their own lists by what they do: these are read again on each visit.
			staleTime: isOwn ? 0 : staleTime,
		}),
};
