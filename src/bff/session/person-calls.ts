/** Calls the service for a signed-in person, and refreshes expired tokens. */
import type { Call } from '../../contract/spec/call.ts';
import { personLists } from '../../contract/spec/operations.ts';
import type { CallOptions, ServiceResponse, Upstream } from '../upstream/client.ts';
import { endingOf, type Refresher, sessionEnded } from './refresh.ts';
import { personOf, type SessionStore } from './session-store.ts';

/** Codes about an account (Spec §7): the caller's, or that of the person whose list was requested. */
const accountCodes: ReadonlySet<number | undefined> = new Set([122, 128]);

function isAboutOther(code: number | undefined, { operation, parameters }: Call, callerId: string): boolean {
	// A deleted caller would get 103, since the token is invalid too.
	if (code === 121) return true;
	const isPersonList = personLists.some((name) => name === operation);
	return accountCodes.has(code) && isPersonList && parameters.id !== callerId;
}

export type PersonCalls = ReturnType<typeof createPersonCalls>;

export function createPersonCalls({
	upstream,
	sessions,
	refresher,
}: {
	upstream: Pick<Upstream, 'call'>;
	sessions: Pick<SessionStore, 'get' | 'delete'>;
	refresher: Pick<Refresher, 'isExpired' | 'refresh'>;
}) {
	const callAs = async (
		id: string,
		call: Call,
		given: CallOptions,
		mayRepeat: boolean,
	): Promise<ServiceResponse> => {
		const found = await sessions.get(id);
		if (found === undefined) throw sessionEnded('session_expired');
		const options = { ...given, person: personOf(id, found) };
		let session = refresher.isExpired(id, found.tokens)
			? await refresher.refresh(id, found.tokens.accessToken)
			: found;
		let response = await upstream.call(call, session.tokens.accessToken, options);
		if (response.error?.code === 106) {
			// A 106 means that the call had no effect, so repeating a write is safe.
			session = await refresher.refresh(id, session.tokens.accessToken);
			response = await upstream.call(call, session.tokens.accessToken, options);
		}
		const code = response.error?.code;
		const ending = endingOf(code);
		if (ending !== undefined && !isAboutOther(code, call, session.userId)) {
			// Another process may have refreshed the tokens in the meantime.
			const now = await sessions.get(id);
			if (now !== undefined && now.version !== session.version && mayRepeat)
				return callAs(id, call, given, false);
			await sessions.delete(id);
			throw sessionEnded(ending, code);
		}
		return response;
	};
	return {
		/**
		 * @param id of the session: the cookie's value
		 * @throws ProblemError with the reason if the session has ended, which is then deleted; otherwise
		 * whatever `Upstream.call` throws
		 */
		call: (id: string, call: Call, options: CallOptions = {}) => callAs(id, call, options, true),
	};
}
