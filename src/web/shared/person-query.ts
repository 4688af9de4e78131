import { queryOptions } from '@tanstack/react-query';
import type { Person } from '../../contract/event/person.ts';
import { callOperation } from './call.ts';
import { queryKeys } from './query-keys.ts';

/**
 * A person's name and image; null where nothing has them. The specification has no call for a person, but an event has
 * its owner.
 */
export const personQuery = (id: string) =>
	queryOptions({
		queryKey: queryKeys.person(id),
		queryFn: async ({ signal }): Promise<Person | null> => {
			const { items } = await callOperation('listCreatedEvents', { id, start: 0, count: 1 }, { signal });
			return items[0]?.owner ?? null;
		},
		staleTime: Number.POSITIVE_INFINITY,
	});
