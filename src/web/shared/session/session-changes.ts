/** Session changes in the query cache: no data read by one person is left for the next. */
import type { Query, QueryClient } from '@tanstack/react-query';
import type { ProblemReason } from '../../../contract/bff-api/problem.ts';
import type { Session } from '../../../contract/bff-api/session.ts';
import { isSessionOver } from '../errors.ts';
import { ownKey, sessionQuery } from './session-queries.ts';

const { queryKey } = sessionQuery;
const isOther = (query: Query) => query.queryKey[0] !== queryKey[0];

const knownSession = (client: QueryClient): Session | undefined => client.getQueryData(queryKey);

/** Id of the signed-in person; null if signed out, or while the session is unknown. */
export function signedInUser(client: QueryClient): string | null {
	const session = knownSession(client);
	return session?.signed_in === true ? session.service_user_id : null;
}

/** Epoch of the session; null if signed out or unknown. It is unique, unlike the person's id, which may be empty. */
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

/**
 * Result of a call for the signed-in person. Never resolves if the session ends before the call does.
 *
 * @throws whatever the call throws
 */
export async function whileSignedIn<Value>(client: QueryClient, call: () => Promise<Value>): Promise<Value> {
	const before = sessionEpoch(client);
	try {
		return await call();
	} finally {
		if (before !== null && before !== sessionEpoch(client)) await new Promise(() => undefined);
	}
}

export async function readSessionAgain(client: QueryClient): Promise<void> {
	const before = sessionEpoch(client);
	// A pending response may predate the change.
	await client.cancelQueries({ queryKey });
	await client.invalidateQueries({ queryKey });
	if (sessionEpoch(client) === before) return;
	if (before !== null) dropAll(client);
	// Data read while signed out stays visible, but may be different now (has_invited, can_invite, own relation).
	else void client.invalidateQueries({ predicate: isOther, refetchType: 'none' });
}

/** Sets the app to signed out. @param ended reason to show in a message */
export async function endSession(client: QueryClient, ended?: ProblemReason): Promise<void> {
	// A pending response may predate the end of the session.
	await client.cancelQueries({ queryKey });
	if (knownSession(client)?.signed_in === false) return;
	const session: Session = { signed_in: false, ...(ended && { ended }) };
	client.setQueryData(queryKey, session);
	dropAll(client);
}

/** Ends the session if a failed call reveals that it is over. @param isRead writes show their own message */
export async function endSessionIfOver(client: QueryClient, error: unknown, isRead: boolean): Promise<void> {
	if (!isSessionOver(error)) return;
	const { reason } = error.problem;
	const wasSignedIn = signedInUser(client) !== null;
	// Undefined: an earlier call has already handled it.
	const why = reason !== 'signed_out' ? reason : wasSignedIn ? 'session_expired' : undefined;
	await endSession(client, isRead ? why : undefined);
}
