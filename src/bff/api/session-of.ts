/** The session of a request to `/api`, and the headers of a response that was made for one person. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { epochHeader } from '../../contract/bff-api/session.ts';
import { ProblemError } from '../http/problem.ts';
import type { Cookies } from '../session/cookies.ts';
import { sessionEpoch } from '../session/encryption.ts';
import { sessionOver } from '../session/refresh.ts';
import type { SessionStore, StoredSession } from '../session/session-store.ts';
import type { ServiceResponse } from '../upstream/client.ts';

export interface Signed {
	id: string;
	session: StoredSession;
}

interface Parts {
	sessions: Pick<SessionStore, 'get'>;
	cookies: Cookies;
}

/** The session; undefined when nobody is signed in. Clears the cookie of a session that is over. */
export async function sessionOf(
	request: FastifyRequest,
	reply: FastifyReply,
	{ sessions, cookies }: Parts,
): Promise<Signed | undefined> {
	const id = cookies.session(request);
	if (id === undefined) return undefined;
	const session = await sessions.get(id);
	if (session === undefined) {
		cookies.clearSession(reply);
		return undefined;
	}
	reply.header(epochHeader, sessionEpoch(id));
	return { id, session };
}

/** @throws ProblemError signed_out, session_expired */
export function requireSession(
	signed: Signed | undefined,
	request: FastifyRequest,
	{ cookies }: Parts,
): Signed {
	if (signed !== undefined) return signed;
	throw cookies.session(request) === undefined
		? new ProblemError('signed_out', 'Please sign in first.')
		: sessionOver('session_expired');
}

/** Sets status and headers of a response that was made for one person. */
export function asPrivate(
	reply: FastifyReply,
	{ status, limitHeaders, retryAfter }: Pick<ServiceResponse, 'status' | 'limitHeaders' | 'retryAfter'>,
): FastifyReply {
	// Past Fastify, which would write the names in lower case.
	for (const [name, value] of Object.entries(limitHeaders)) reply.raw.setHeader(name, value);
	if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
	return reply
		.code(status)
		.header('cache-control', 'private, no-store')
		.type('application/json; charset=utf-8');
}
