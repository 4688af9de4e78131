import { queryOptions } from '@tanstack/react-query';
import type { Session } from '../../../contract/bff-api/auth.ts';
import { bffPatterns } from '../../../contract/paths.ts';
import { callBff } from '../call.ts';
import { browserStorage, sessionKey } from '../storage.ts';

/** Key prefix of personal data, which is removed at every session change. */
export const ownKey = ['own'] as const;

/** Key prefix of personal data that stays in the tab, instead of being saved in IndexedDB (`saved-queries.ts`). */
export const unsavedKey = [...ownKey, 'unsaved'] as const;

export type SignedIn = Extract<Session, { signed_in: true }>;

/** Reads the session, again if another tab has changed it in the meantime: the response may predate the change. */
export async function readSession(signal?: AbortSignal): Promise<Session> {
	const owner = browserStorage.read(sessionKey);
	const session = await callBff<Session>('GET', bffPatterns.session, undefined, { signal });
	if (browserStorage.read(sessionKey) !== owner) return readSession(signal);
	// The BFF reports the end of a session as long as its cookie lasts. People are told once.
	return session.signed_in || owner !== null ? session : { signed_in: false };
}

export const sessionQuery = queryOptions({
	queryKey: ['session'],
	queryFn: ({ signal }) => readSession(signal),
	staleTime: 5 * 60_000,
});
