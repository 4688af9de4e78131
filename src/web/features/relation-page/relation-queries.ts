/** Query options of the events of a person. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { nextStart } from '../../../contract/event/lists.ts';
import type { Relation } from '../../../contract/paths.ts';
import { paging, type RelationStatus } from '../../../contract/spec/filters.ts';
import { callOperation } from '../../shared/call.ts';
import { queryKeys } from '../../shared/query-keys.ts';

/** Milliseconds. */
const staleTime = 60_000;

export const relationQueries = {
	/** A person's name. The specification has no call for it, but an event has the name of its owner. */
	name: (id: string) =>
		queryOptions({
			queryKey: queryKeys.personName(id),
			queryFn: async ({ signal }): Promise<string | null> => {
				const { items } = await callOperation('listCreatedEvents', { id, start: 0, count: 1 }, { signal });
				return items[0]?.owner?.name ?? null;
			},
			staleTime: Number.POSITIVE_INFINITY,
		}),

	/** @param isOwn whether the person is the one who is signed in */
	events: (id: string, relation: Relation, status: RelationStatus, isOwn: boolean) =>
		infiniteQueryOptions({
			queryKey: queryKeys.eventsOf(id, relation, status, isOwn),
			queryFn: ({ pageParam: start, signal }) => {
				const input = { id, start, count: paging.defaultCount };
				// Who looks at their own list may have changed it elsewhere.
				const options = { signal, isReload: isOwn };
				if (relation === 'created') return callOperation('listCreatedEvents', input, options);
				const name = relation === 'participated' ? 'listParticipatedEvents' : 'listWishedEvents';
				return callOperation(name, { ...input, status }, options);
			},
			initialPageParam: 0,
			getNextPageParam: (_last, pages, asked) => nextStart(pages, asked),
			// People change their own lists by what they do: these are read again on each visit.
			staleTime: isOwn ? 0 : staleTime,
		}),
};
