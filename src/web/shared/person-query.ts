import { queryOptions } from '@tanstack/react-query';
import type { Person } from '../../contract/event/person.ts';
import { callOperation } from './call.ts';

/** Start of the keys of what everybody may see of a person. */
export const personKey = (id: string) => ['people', id] as const;

/**
 * A person's name and image; null where nothing has them. The specification has no call for a person, but an event has
 * its owner.
 */
export const personQuery = (id: string) =>
	queryOptions({
		queryKey: [...personKey(id), 'person'],
		queryFn: async ({ signal }): Promise<Person | null> => {
			const { items } = await callOperation('listCreatedEvents', { id, start: 0, count: 1 }, { signal });
			return items[0]?.owner ?? null;
		},
		staleTime: Number.POSITIVE_INFINITY,
	});
