/** Lists of people of an event, and of events of a person. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { paging, type RelationStatus } from '../../../contract/filters.ts';
import type { UserList, UserSummary } from '../../../contract/resources.ts';
import type { Relation } from '../../app/addresses.ts';
import { callService } from '../../service/call.ts';
import { readPerson } from '../events/event-view.ts';
import { nextStart } from '../events/queries.ts';

export type PeopleKind = 'participants' | 'wishers';

/** The users of an answer: the shape of participants is not specified, so any array will do (gap register). */
export function usersOf(list: UserList): UserSummary[] {
	const arrays = [list.users, ...Object.values(list)].filter((value) => Array.isArray(value));
	return (arrays[0] ?? []) as UserSummary[];
}

const count = 30;

export const peopleQueries = {
	/** A person's name: the specification has no call for it, but whoever created an event is named in it. */
	name: (id: string) =>
		queryOptions({
			queryKey: ['people', 'name', id] as const,
			queryFn: async ({ signal }): Promise<string | null> => {
				const { events } = await callService('listCreatedEvents', { id, start: 0, count: 1 }, { signal });
				return readPerson(events[0]?.owner)?.name ?? null;
			},
			staleTime: Number.POSITIVE_INFINITY,
		}),

	ofEvent: (kind: PeopleKind, id: string) =>
		infiniteQueryOptions({
			queryKey: ['people', kind, id] as const,
			queryFn: ({ pageParam: start, signal }) =>
				callService(
					kind === 'participants' ? 'listParticipants' : 'listWishers',
					{ id, start, count },
					{ signal },
				),
			initialPageParam: 0,
			getNextPageParam: (list) => {
				const next = (list.start ?? 0) + usersOf(list).length;
				return usersOf(list).length > 0 && next < (list.total ?? 0) ? next : undefined;
			},
			staleTime: 60_000,
		}),

	/** @param isOwn the signed-in person's own list is dropped at sign-out */
	events: (relation: Relation, id: string, status: RelationStatus, isOwn: boolean) =>
		infiniteQueryOptions({
			queryKey: [isOwn ? 'own' : 'people', 'events', relation, id, status] as const,
			queryFn: ({ pageParam: start, signal }) => {
				const input = { id, start, count: paging.defaultCount };
				if (relation === 'created') return callService('listCreatedEvents', input, { signal });
				const name = relation === 'participated' ? 'listParticipatedEvents' : 'listWishedEvents';
				return callService(name, { ...input, status }, { signal });
			},
			initialPageParam: 0,
			getNextPageParam: nextStart,
			// One's own lists change by what one does: they are read anew on each visit.
			staleTime: isOwn ? 0 : 60_000,
		}),
};
