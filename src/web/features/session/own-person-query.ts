import { queryOptions } from '@tanstack/react-query';
import type { Person } from '../../../contract/event/person.ts';
import { paging } from '../../../contract/spec/filters.ts';
import { callOperation } from '../../shared/call.ts';
import { personQuery } from '../../shared/person-query.ts';
import { ownKey } from '../../shared/session/session-queries.ts';

/**
 * The signed-in person as others see them: as the owner of an event, else among those who go to the same event as they do.
 * Null where neither has them.
 */
export const ownPersonQuery = (userId: string) =>
	queryOptions({
		queryKey: [...ownKey, 'person', userId],
		queryFn: async ({ client, signal }): Promise<Person | null> => {
			const owner = await client.fetchQuery({ ...personQuery(userId), retry: false });
			if (owner !== null) return owner;
			const own = { id: userId, start: 0, count: 1 };
			const [event] = (await callOperation('listParticipatedEvents', own, { signal })).items;
			if (event === undefined) return null;
			const people = { id: event.id, start: 0, count: paging.maxCount };
			const { items } = await callOperation('listParticipants', people, { signal });
			return items.find(({ id }) => id === userId) ?? null;
		},
		staleTime: Number.POSITIVE_INFINITY,
	});
