/** Calls of the service on behalf of a signed-in person: with the session's token, renewed when it has expired (design §4). */
import { LRUCache } from 'lru-cache';
import type { RateLimit } from '../../contract/bff-api/session.ts';
import { personOf } from '../../contract/spec/match-operation.ts';
import type { Operation } from '../../contract/spec/operations.ts';
import type { SessionStore, StoredSession } from '../session/session-store.ts';
import type { Budget } from './budget.ts';
import type { CallOptions, Service, ServiceResponse } from './client.ts';
import { readRateLimit } from './rate-limit.ts';
import { endingOf, type Refresher, sessionOver } from './refresh.ts';

/** The limits last seen in this process, by session id: those of 10,000 sessions. */
export type SeenLimits = Pick<LRUCache<string, RateLimit>, 'get' | 'set'>;

export const createSeenLimits = (): SeenLimits => new LRUCache<string, RateLimit>({ max: 10_000 });

/** Codes about an account (Spec §7): the caller's, or that of the person whose list was asked for. */
const accountCodes: ReadonlySet<number | undefined> = new Set([122, 128]);

/** Whether a code is about somebody else than the caller. */
function isAboutOther(code: number | undefined, path: string, callerId: string): boolean {
	// A caller whose account was deleted has no valid token either (103).
	if (code === 121) return true;
	const person = personOf(path);
	return accountCodes.has(code) && person !== undefined && person !== callerId;
}

export interface SessionCalls {
	/**
	 * Calls an operation with a session's token. An expired token is renewed first, and the call is repeated once when
	 * the service says 106.
	 *
	 * @param id of the session
	 * @param session as it was read from the store
	 * @param path below {base_url}, with its query
	 * @throws ProblemError with the reason when the session is over, whose row is then deleted; else as `Service.call`
	 */
	call(
		id: string,
		session: StoredSession,
		method: Operation['method'],
		path: string,
		options?: CallOptions,
	): Promise<ServiceResponse>;
}

export function createSessionCalls({
	service,
	store,
	refresher,
	seenLimits,
	budget,
	clock,
}: {
	service: Service;
	store: SessionStore;
	refresher: Refresher;
	seenLimits: SeenLimits;
	budget: Budget;
	/** Milliseconds since 1970. */
	clock: () => number;
}): SessionCalls {
	const callAs = async (
		id: string,
		found: StoredSession,
		method: Operation['method'],
		path: string,
		options: CallOptions,
		mayRepeat: boolean,
	): Promise<ServiceResponse> => {
		let session = refresher.isOver(id, found.tokens)
			? await refresher.refresh(id, found.tokens.accessToken)
			: found;
		let response = await service.call(method, path, session.tokens.accessToken, options);
		if (response.error?.code === 106) {
			// A call that was rejected with 106 had no effect, so repeating it is safe for writes too.
			session = await refresher.refresh(id, session.tokens.accessToken);
			response = await service.call(method, path, session.tokens.accessToken, options);
		}
		const ending = endingOf(response.error?.code);
		if (ending !== undefined && !isAboutOther(response.error?.code, path, session.userId)) {
			// Another process may have renewed the tokens while this call was under way.
			const now = await store.get(id);
			if (now !== undefined && now.version !== session.version && mayRepeat)
				return callAs(id, now, method, path, options, false);
			await store.delete(id);
			throw sessionOver(ending, response.error?.code);
		}
		const rateLimit = readRateLimit(response.limitHeaders, clock());
		if (rateLimit !== null) {
			seenLimits.set(id, rateLimit);
			budget.see(rateLimit);
		}
		if (response.error?.code === 112) budget.seeSpent();
		return response;
	};
	return {
		call: (id, session, method, path, options = {}) => callAs(id, session, method, path, options, true),
	};
}
