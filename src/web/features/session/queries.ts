/** The session: the only proof of being signed in is the BFF's answer. */
import { queryOptions } from '@tanstack/react-query';
import type { Session } from '../../../contract/session.ts';
import { callBff } from '../../service/call.ts';

export const sessionQueries = {
	current: queryOptions({
		queryKey: ['session'] as const,
		queryFn: ({ signal }) => callBff('GET', '/auth/session', undefined, { signal }) as Promise<Session>,
		staleTime: 5 * 60_000,
	}),
};

/** First part of the query keys of what only the signed-in person may see; dropped at sign-out. */
export const privateKey = 'own';
