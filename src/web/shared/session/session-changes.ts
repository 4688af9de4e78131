/** Session changes in the query cache: no data read by one person is left for the next. */
import type { Query, QueryClient } from '@tanstack/react-query';
import type { ProblemReason } from '../../../contract/bff-api/problem.ts';
import type { Session } from '../../../contract/bff-api/session.ts';
import { ownKey, sessionQueries } from './session-queries.ts';

const { queryKey } = sessionQueries.current;
const isOther = (query: Query) => query.queryKey[0] !== queryKey[0];

const knownSession = (client: QueryClient): Session | undefined =>
	client.getQueryData(sessionQueries.current.queryKey);

export function signedInUser(client: QueryClient): string | null {
	const session = knownSession(client);
	return session?.signed_in === true ? session.service_user_id : null;
}

/** Null if signed out, or while the session is unknown. Unlike the id, which may be empty, it is unique. */
export function sessionEpoch(client: QueryClient): string | null {
	const session = knownSession(client);
	return session?.signed_in === true ? session.epoch : null;
}

function dropAll(client: QueryClient): void {
	client.removeQueries({ queryKey: ownKey });
	client.getMutationCache().clear();
	void client.resetQueries({ predicate: isOther });
	// The title may name a private event. Its last part is the site's name.
	document.title = document.title.split(' · ').at(-1) ?? '';
}

/** Never resolves if the session ends before the call does. */
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

/** @returns epoch of the ended session, empty if unknown; null if already signed out */
export async function endSession(client: QueryClient, ended?: ProblemReason): Promise<string | null> {
	await client.cancelQueries({ queryKey });
	if (knownSession(client)?.signed_in === false) return null;
	const before = sessionEpoch(client);
	const session: Session = { signed_in: false, ...(ended && { ended }) };
	client.setQueryData(sessionQueries.current.queryKey, session);
	dropAll(client);
	return before ?? '';
}
