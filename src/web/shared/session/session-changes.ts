/** What a change of the session means for what the app holds: nothing that one person may see stays for the next one. */
import type { QueryClient } from '@tanstack/react-query';
import type { ProblemReason } from '../../../contract/bff-api/problem.ts';
import type { Session } from '../../../contract/bff-api/session.ts';
import { isSessionOver } from '../errors.ts';
import { forgetResponses } from '../offline.ts';
import { queryKeys } from '../query-keys.ts';
import { sessionQueries } from './session-queries.ts';

const knownSession = (client: QueryClient): Session | undefined =>
	client.getQueryData(sessionQueries.current.queryKey);

/** Id of the signed-in person; null also while the session is not known. */
export function signedInUser(client: QueryClient): string | null {
	const session = knownSession(client);
	return session?.signed_in === true ? session.service_user_id : null;
}

function dropOwn(client: QueryClient): void {
	client.removeQueries({ queryKey: queryKeys.own });
	client.getMutationCache().clear();
	forgetResponses();
	// What was read as somebody else may differ now (has_invited, can_invite, own relation).
	void client.invalidateQueries({ queryKey: queryKeys.eventDetails, refetchType: 'none' });
}

/** Reads the session again: somebody may have signed in or out. */
export async function readSessionAgain(client: QueryClient): Promise<void> {
	const before = signedInUser(client);
	// A response that is under way may be from before the change.
	await client.cancelQueries({ queryKey: queryKeys.session });
	await client.invalidateQueries({ queryKey: queryKeys.session });
	if (signedInUser(client) !== before) dropOwn(client);
}

/**
 * Takes over that nobody is signed in any more.
 *
 * @param ended the reason, where a message is to show it
 * @returns false when that was known before
 */
export async function endSession(client: QueryClient, ended?: ProblemReason): Promise<boolean> {
	// A response that is under way may be from before the end.
	await client.cancelQueries({ queryKey: queryKeys.session });
	if (knownSession(client)?.signed_in === false) return false;
	const session: Session = { signed_in: false, ...(ended && { ended }) };
	client.setQueryData(sessionQueries.current.queryKey, session);
	dropOwn(client);
	// What failed because of the end is read again as by anybody.
	void client.resetQueries({ predicate: ({ state }) => isSessionOver(state.error) });
	return true;
}
