/** The session: the only proof of being signed in is the BFF's response. */
import { queryOptions } from '@tanstack/react-query';
import type { Session } from '../../../contract/bff-api/session.ts';
import { bffPatterns } from '../../../contract/paths.ts';
import { callBff } from '../call.ts';

/** Start of the keys of what only the signed-in person may see: removed at every change of the session. */
export const ownKey = ['own'] as const;

export const sessionQueries = {
	current: queryOptions({
		queryKey: ['session'],
		queryFn: ({ signal }) => callBff('GET', bffPatterns.session, undefined, { signal }) as Promise<Session>,
		staleTime: 5 * 60_000,
	}),
};
