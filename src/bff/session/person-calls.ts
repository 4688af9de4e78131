/** Calls of the service for a signed-in person: with the session's token, renewed when it has expired (design §4). */
import type { Call } from '../../contract/spec/call.ts';
import type { CallOptions, ServiceResponse } from '../upstream/client.ts';
import type { StoredSession } from './session-store.ts';

export interface PersonCalls {
	/**
	 * Calls an operation with a session's token. An expired token is renewed first, and the call is repeated once when the
	 * service says 106.
	 *
	 * @param sessionId the value of the cookie
	 * @param session as it was read from the store
	 * @throws ProblemError with the reason when the session is over, which is then deleted; else as `Upstream.call`
	 */
	call(
		sessionId: string,
		session: StoredSession,
		call: Call,
		options?: CallOptions,
	): Promise<ServiceResponse>;
}
