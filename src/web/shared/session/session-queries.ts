/** The session in the query cache, and its changes: no data read by one person is left for the next. */
import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Session } from '../../../contract/bff-api/auth.ts';
import type { ProblemReason } from '../../../contract/bff-api/problem.ts';
import { bffPatterns } from '../../../contract/paths.ts';
import { type CallOptions, callBff } from '../call.ts';
import { isSessionOver, SessionChangedError } from '../errors.ts';
import { browserStorage, sessionKey } from '../storage.ts';

/** Key prefix of personal data, which is removed at every session change. */
export const ownKey = ['own'] as const;

/** Key prefix of personal data that stays in the tab, instead of being saved in IndexedDB (`saved-queries.ts`). */
export const unsavedKey = [...ownKey, 'unsaved'] as const;

export type SignedIn = Extract<Session, { signed_in: true }>;

/** Reads the session, again if another tab has changed it in the meantime: the response may predate the change. */
async function readSession(signal?: AbortSignal): Promise<Session> {
	const owner = browserStorage.read(sessionKey);
	const session = await callBff<Session>('GET', bffPatterns.session, undefined, { signal });
	if (browserStorage.read(sessionKey) !== owner) return readSession(signal);
	// The BFF reports the end of a session as long as its cookie lasts, but people should be told only once.
	return session.signed_in || owner !== null ? session : { signed_in: false };
}

export const sessionQuery = queryOptions({
	queryKey: ['session'],
	queryFn: ({ signal }) => readSession(signal),
	staleTime: 5 * 60_000,
});

const { queryKey } = sessionQuery;
const isOther = (query: Query) => query.queryKey[0] !== queryKey[0];

const knownSession = (client: QueryClient): Session | undefined => client.getQueryData(queryKey);

/** Epoch of the session; null if signed out or unknown. Unique, unlike the person's id, which may be empty. */
export function sessionEpoch(client: QueryClient): string | null {
	const session = knownSession(client);
	return session?.signed_in === true ? session.epoch : null;
}

/** Drops all data and pending calls, because any of it may be personal. */
function dropAll(client: QueryClient): void {
	client.removeQueries({ queryKey: ownKey });
	client.getMutationCache().clear();
	void client.resetQueries({ predicate: isOther });
	// The title may name a private event. Its last part is the site's name.
	document.title = document.title.split(' · ').at(-1) ?? '';
}

async function setSession(client: QueryClient, session: Session): Promise<void> {
	const before = sessionEpoch(client);
	// A pending response may predate the change.
	await client.cancelQueries({ queryKey });
	client.setQueryData(queryKey, session);
	if (sessionEpoch(client) === before) return;
	if (before !== null) dropAll(client);
	// Data read while signed out stays visible, but may be different now (has_invited, can_invite, own relation).
	else void client.invalidateQueries({ predicate: isOther, refetchType: 'none' });
}

/** Does nothing if the session can't be read. */
export async function readSessionAgain(client: QueryClient): Promise<void> {
	const session = await readSession().catch(() => null);
	if (session !== null) await setSession(client, session);
}

/**
 * Makes a call for the signed-in person, and for no one else who signs in in another tab.
 *
 * @throws SessionChangedError if the session was replaced or ended during the call; whatever the call throws
 */
export function whileSignedIn<Value>(
	client: QueryClient,
	call: (options: CallOptions) => Promise<Value>,
): Promise<Value> {
	const epoch = sessionEpoch(client);
	return call({ epoch: epoch ?? undefined }).finally(() => {
		if (epoch !== null && epoch !== sessionEpoch(client)) throw new SessionChangedError();
	});
}

/** Shows the app as signed out. @param ended reason to show in a message */
export async function endSession(client: QueryClient, ended?: ProblemReason): Promise<void> {
	// A pending response may predate the end of the session.
	await client.cancelQueries({ queryKey });
	if (knownSession(client)?.signed_in === false) return;
	const session: Session = { signed_in: false, ...(ended && { ended }) };
	client.setQueryData(queryKey, session);
	dropAll(client);
}

/**
 * Ends the session if a failed call reveals that it is over. If another tab has begun a new session, switches to that
 * one, in which queries read again.
 *
 * @param isRead false for a write, which shows its own message
 */
export async function endSessionIfOver(client: QueryClient, error: unknown, isRead: boolean): Promise<void> {
	if (!isSessionOver(error)) return;
	const { reason } = error.problem;
	const wasSignedIn = sessionEpoch(client) !== null;
	// Another tab may have begun a new session.
	const session = await readSession().catch(() => null);
	if (session?.signed_in === true) return setSession(client, session);
	// Undefined if an earlier call has already handled the end.
	const why = reason !== 'signed_out' ? reason : wasSignedIn ? 'session_expired' : undefined;
	await endSession(client, isRead ? why : undefined);
}
