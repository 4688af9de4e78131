/** Finds the signed-in user who sent a request. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../../contract/spec/call.ts';
import { ProblemError } from '../problems/problem.ts';
import type { CallOptions, ServiceResponse } from '../upstream/client.ts';
import type { Cookies } from './cookies.ts';
import type { PersonCalls } from './person-calls.ts';
import { sessionEnded } from './refresh.ts';
import type { SessionStore } from './session-store.ts';

export interface Caller {
	/** Secret: the cookie's value. */
	sessionId: string;
	/** Empty if the service doesn't say who signed in. */
	userId: string;
	call(call: Call, options?: CallOptions): Promise<ServiceResponse>;
}

export type Callers = ReturnType<typeof addCallers>;

/** Applies to all routes added to `app` afterwards. */
export function addCallers(
	app: FastifyInstance,
	{
		sessions,
		cookies,
		personCalls,
	}: { sessions: Pick<SessionStore, 'get'>; cookies: Cookies; personCalls: PersonCalls },
) {
	// 401: the session has ended, so the browser must drop its cookie and data.
	app.addHook('onError', async (request, reply, error) => {
		const hasEnded = error instanceof ProblemError && error.problem.status === 401;
		if (hasEnded && cookies.session(request) !== undefined) cookies.clearSession(reply);
	});

	// A shared cache may store the cookie and send it to others (RFC 9111 §7.3).
	app.addHook('onSend', async (_request, reply) => {
		const isPublic = String(reply.getHeader('cache-control')).includes('public');
		if (isPublic && reply.hasHeader('set-cookie')) reply.header('cache-control', 'no-store');
	});

	/** Null if nobody is signed in. Clears the cookie of an ended session. */
	const find = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller | null> => {
		const sessionId = cookies.session(request);
		if (sessionId === undefined) return null;
		const session = await sessions.get(sessionId);
		if (session === undefined) {
			cookies.clearSession(reply);
			return null;
		}
		return {
			sessionId,
			userId: session.userId,
			call: (call, options) => personCalls.call(sessionId, call, options),
		};
	};
	return {
		find,
		/** @throws ProblemError signed_out, session_expired */
		async require(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
			const caller = await find(request, reply);
			if (caller !== null) return caller;
			throw cookies.session(request) === undefined
				? new ProblemError('signed_out', 'Sign in first.')
				: sessionEnded('session_expired');
		},
	};
}
