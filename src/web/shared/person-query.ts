import { queryOptions } from '@tanstack/react-query';
import type { PageData } from '../../contract/bff-api/page-data.ts';
import type { Event } from '../../contract/event/event.ts';
import type { List } from '../../contract/event/lists.ts';
import type { Person } from '../../contract/event/schemas.ts';
import { callOperation } from './call.ts';
import { pageResponse } from './page-data.tsx';

/** Key prefix of a person's public data. */
export const personKey = (id: string) => ['people', id] as const;

const ownerOf = ({ items }: List<Event>): Person | null => items[0]?.owner ?? null;

/** Reads a person from an event they own, because the specification has no call for a person; null if they own none. */
export const personQuery = (id: string, page?: PageData) => {
	const parameters = { id, start: 0, count: 1 };
	return queryOptions({
		queryKey: [...personKey(id), 'person'],
		queryFn: async ({ signal }) => ownerOf(await callOperation('listCreatedEvents', parameters, { signal })),
		initialData: () => {
			const response = page && pageResponse(page, 'listCreatedEvents', parameters);
			return response && ownerOf(response);
		},
		staleTime: Number.POSITIVE_INFINITY,
	});
};
