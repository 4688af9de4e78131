/** The signed-in person behind a request, for reads that the service does not show to strangers. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../http/problem.ts';
import type { ServiceResponse } from '../service/client.ts';
import { sessionOver } from '../service/refresh.ts';
import type { SessionCalls } from '../service/session-calls.ts';
import type { Cookies } from '../session/cookies.ts';
import type { SessionStore } from '../session/session-store.ts';

export interface Caller {
	/** A secret: it is the value of the cookie. */
	sessionId: string;
	/**
	 * Reads a path below {base_url} with the person's token.
	 *
	 * @throws ProblemError with the reason when the session is over; else as `Service.call`
	 */
	read(path: string): Promise<ServiceResponse>;
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

export function createWithCaller({
	store,
	cookies,
	sessionCalls,
}: {
	store: SessionStore;
	cookies: Cookies;
	sessionCalls: SessionCalls;
}): WithCaller {
	const callerOf = (sessionId: string): Caller => ({
		sessionId,
		async read(path) {
			// Read anew for each call: it may have been renewed, or be over, since the request.
			const session = await store.get(sessionId);
			if (session === undefined) throw sessionOver('session_expired');
			return sessionCalls.call(sessionId, session, 'GET', path);
		},
	});
	return async (request, reply, work) => {
		const sessionId = cookies.session(request);
		const isOver = sessionId !== undefined && (await store.get(sessionId)) === undefined;
		if (isOver) cookies.clearSession(reply);
		try {
			return await work(sessionId === undefined || isOver ? null : callerOf(sessionId));
		} catch (error) {
			if (error instanceof ProblemError && error.problem.status === 401) cookies.clearSession(reply);
			throw error;
		}
	};
}
