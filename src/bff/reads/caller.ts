/** The signed-in person behind a request, for reads that the service does not show to strangers. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../../contract/spec/call.ts';
import { ProblemError } from '../http/problem.ts';
import type { Cookies } from '../session/cookies.ts';
import type { PersonCalls } from '../session/person-calls.ts';
import { sessionOver } from '../session/refresh.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { ServiceResponse } from '../upstream/client.ts';

export interface Caller {
	/** A secret: it is the value of the cookie. */
	sessionId: string;
	/**
	 * Calls with the person's token.
	 *
	 * @throws ProblemError with the reason when the session is over; else as `Upstream.call`
	 */
	call(call: Call): Promise<ServiceResponse>;
}

/**
 * Runs `work` for the person who made a request; null when nobody is signed in. The cookie of a session that is over, or
 * turns out to be, is cleared.
 *
 * @throws what `work` throws
 */
export type WithCaller = <Result>(
	request: FastifyRequest,
	reply: FastifyReply,
	work: (caller: Caller | null) => Promise<Result>,
) => Promise<Result>;

interface Parts {
	sessions: Pick<SessionStore, 'get'>;
	personCalls: PersonCalls;
}

export const createCallerOf =
	({ sessions, personCalls }: Parts) =>
	(sessionId: string): Caller => ({
		sessionId,
		async call(call) {
			// Read again for each call: it may have been renewed, or be over, since the request.
			const session = await sessions.get(sessionId);
			if (session === undefined) throw sessionOver('session_expired');
			return personCalls.call(sessionId, session, call);
		},
	});

export function createWithCaller({
	sessions,
	cookies,
	personCalls,
}: Parts & { cookies: Cookies }): WithCaller {
	const callerOf = createCallerOf({ sessions, personCalls });
	return async (request, reply, work) => {
		const sessionId = cookies.session(request);
		const isOver = sessionId !== undefined && (await sessions.get(sessionId)) === undefined;
		if (isOver) cookies.clearSession(reply);
		try {
			return await work(sessionId === undefined || isOver ? null : callerOf(sessionId));
		} catch (error) {
			if (error instanceof ProblemError && error.problem.status === 401) cookies.clearSession(reply);
			throw error;
		}
	};
}
