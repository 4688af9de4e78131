/** Calls of the service for a signed-in person: with the session's token, renewed when it has expired. */
import { LRUCache } from 'lru-cache';
import type { RateLimit } from '../../contract/bff-api/session.ts';
import type { Call } from '../../contract/spec/call.ts';
import { personLists } from '../../contract/spec/operations.ts';
import type { CallOptions, ServiceResponse, Upstream } from '../upstream/client.ts';
import { hashSecret } from './encryption.ts';
import { endingOf, type Refresher, sessionOver } from './refresh.ts';
import type { SessionStore } from './session-store.ts';

/** The limits last seen in this process, by session id: those of 10,000 sessions. */
export type SeenLimits = Pick<LRUCache<string, RateLimit>, 'get' | 'set'>;

export const createSeenLimits = (): SeenLimits => new LRUCache<string, RateLimit>({ max: 10_000 });

/** Codes about an account (Spec §7): the caller's, or that of the person whose list was requested. */
const accountCodes: ReadonlySet<number | undefined> = new Set([122, 128]);

/** Whether a code is about somebody else than the caller. */
function isAboutOther(code: number | undefined, { operation, parameters }: Call, callerId: string): boolean {
	// A caller whose account was deleted has no valid token either (103).
	if (code === 121) return true;
	const isPersonList = personLists.some((name) => name === operation);
	return accountCodes.has(code) && isPersonList && parameters.id !== callerId;
}

export interface PersonCalls {
	/**
	 * Calls an operation with a session's token. An expired token is renewed first, and the call is repeated once when the
	 * service says 106.
	 *
	 * @param id of the session: the value of the cookie
	 * @throws ProblemError with the reason when the session is over, which is then deleted; else as `Upstream.call`
	 */
	call(id: string, call: Call, options?: CallOptions): Promise<ServiceResponse>;
}

export function createPersonCalls({
	upstream,
	sessions,
	refresher,
	seenLimits,
}: {
	upstream: Upstream;
	sessions: Pick<SessionStore, 'get' | 'delete'>;
	refresher: Refresher;
	seenLimits: SeenLimits;
}): PersonCalls {
	const callAs = async (
		id: string,
		call: Call,
		given: CallOptions,
		mayRepeat: boolean,
	): Promise<ServiceResponse> => {
		const found = await sessions.get(id);
		if (found === undefined) throw sessionOver('session_expired');
		const options = { ...given, person: found.userId === '' ? hashSecret(id) : found.userId };
		let session = refresher.isOver(id, found.tokens)
			? await refresher.refresh(id, found.tokens.accessToken)
			: found;
		let response = await upstream.call(call, session.tokens.accessToken, options);
		if (response.error?.code === 106) {
			// A call that was rejected with 106 had no effect, so repeating it is safe for writes too.
			session = await refresher.refresh(id, session.tokens.accessToken);
			response = await upstream.call(call, session.tokens.accessToken, options);
		}
		const ending = endingOf(response.error?.code);
		if (ending !== undefined && !isAboutOther(response.error?.code, call, session.userId)) {
			// Another process may have renewed the tokens while this call was under way.
			const now = await sessions.get(id);
			if (now !== undefined && now.version !== session.version && mayRepeat)
				return callAs(id, call, given, false);
			await sessions.delete(id);
			throw sessionOver(ending, response.error?.code);
		}
		if (response.rateLimit !== null) seenLimits.set(id, response.rateLimit);
		return response;
	};
	return { call: (id, call, options = {}) => callAs(id, call, options, true) };
}
