/** What a change of the session means for what the app holds: nothing that one person may see stays for the next one. */
import type { Query, QueryClient } from '@tanstack/react-query';
import type { ProblemReason } from '../../../contract/bff-api/problem.ts';
import type { Session } from '../../../contract/bff-api/session.ts';
import { ownKey, sessionQueries } from './session-queries.ts';

const { queryKey } = sessionQueries.current;
const isOther = (query: Query) => query.queryKey[0] !== queryKey[0];

const knownSession = (client: QueryClient): Session | undefined =>
	client.getQueryData(sessionQueries.current.queryKey);

/** Id of the signed-in person; null also while the session is not known. */
export function signedInUser(client: QueryClient): string | null {
	const session = knownSession(client);
	return session?.signed_in === true ? session.service_user_id : null;
}

/** Epoch of the session; null also while it is not known. Two people can have the same id: an empty one. */
export function sessionEpoch(client: QueryClient): string | null {
	const session = knownSession(client);
	return session?.signed_in === true ? session.epoch : null;
}

/** Drops everything that was read so far, and what is under way: the service may have shown it to one person only. */
function dropAll(client: QueryClient): void {
	client.removeQueries({ queryKey: ownKey });
	client.getMutationCache().clear();
	void client.resetQueries({ predicate: isOther });
	// The title may be that of a private event. The name of the site is at its end.
	document.title = document.title.split(' · ').at(-1) ?? '';
}

/**
 * The result of a call that belongs to the signed-in person. When the session has ended before the call has, there is
 * nobody to give it to: the promise then stays open.
 *
 * @throws what the call throws
 */
export async function whileSignedIn<Value>(client: QueryClient, call: () => Promise<Value>): Promise<Value> {
	const before = sessionEpoch(client);
	try {
		return await call();
	} finally {
		if (before !== null && before !== sessionEpoch(client)) await new Promise(() => undefined);
	}
}

/** Reads the session again: somebody may have signed in or out. */
export async function readSessionAgain(client: QueryClient): Promise<void> {
	const before = sessionEpoch(client);
	// A response that is under way may be from before the change.
	await client.cancelQueries({ queryKey });
	await client.invalidateQueries({ queryKey });
	if (sessionEpoch(client) === before) return;
	if (before !== null) dropAll(client);
	// What was read as nobody is shown until it is asked for again; it may differ now (has_invited, can_invite, own relation).
	else void client.invalidateQueries({ predicate: isOther, refetchType: 'none' });
}

/**
 * Takes over that nobody is signed in any more.
 *
 * @param ended the reason, where a message is to show it
 * @returns the epoch of the session that has ended, empty where it was not known; null when nobody was signed in
 */
export async function endSession(client: QueryClient, ended?: ProblemReason): Promise<string | null> {
	// A response that is under way may be from before the end.
	await client.cancelQueries({ queryKey });
	if (knownSession(client)?.signed_in === false) return null;
	const before = sessionEpoch(client);
	const session: Session = { signed_in: false, ...(ended && { ended }) };
	client.setQueryData(sessionQueries.current.queryKey, session);
	dropAll(client);
	return before ?? '';
}
