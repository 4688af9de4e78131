import { queryOptions } from '@tanstack/react-query';
import type { Person } from '../../contract/event/person.ts';
import { callOperation } from './call.ts';

/** Key prefix of a person's public data. */
export const personKey = (id: string) => ['people', id] as const;

/** Reads a person from an event they own, because the specification has no call for a person; null if they own none. */
export const personQuery = (id: string) =>
	queryOptions({
		queryKey: [...personKey(id), 'person'],
		queryFn: async ({ signal }): Promise<Person | null> => {
			const { items } = await callOperation('listCreatedEvents', { id, start: 0, count: 1 }, { signal });
			return items[0]?.owner ?? null;
		},
		staleTime: Number.POSITIVE_INFINITY,
	});
