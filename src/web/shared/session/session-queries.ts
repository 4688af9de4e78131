import { queryOptions } from '@tanstack/react-query';
import type { Session } from '../../../contract/bff-api/session.ts';
import { bffPatterns } from '../../../contract/paths.ts';
import { callBff } from '../call.ts';

/** Key prefix of personal data, which is removed at every session change. */
export const ownKey = ['own'] as const;

/** Key prefix of personal data that stays in the tab, instead of being saved in IndexedDB (`saved-queries.ts`). */
export const unsavedKey = [...ownKey, 'unsaved'] as const;

export const sessionQuery = queryOptions({
	queryKey: ['session'],
	queryFn: ({ signal }) => callBff<Session>('GET', bffPatterns.session, undefined, { signal }),
	staleTime: 5 * 60_000,
});
