/** `GET /auth/session` and `POST /auth/logout` (design §4). */
import type { FastifyInstance } from 'fastify';
import { epochHeader, type RateLimit, type Session } from '../../contract/bff-api/session.ts';
import { bffPatterns } from '../../contract/paths.ts';
import type { Cookies } from '../session/cookies.ts';
import type { SeenLimits } from '../session/person-calls.ts';
import { sessionEpoch } from '../session/session-epoch.ts';
import type { NewSession, SessionStore } from '../session/session-store.ts';

/** What the browser gets to know about its session: no token, and not its id. */
export function describeSession(
	id: string,
	{ userId, scope, tokens }: NewSession,
	rateLimit: RateLimit | null = null,
): Session {
	return {
		signed_in: true,
		epoch: sessionEpoch(id),
		service_user_id: userId,
		scope,
		token_received_at: new Date(tokens.receivedAt).toISOString(),
		token_expires_at: new Date(tokens.receivedAt + tokens.expiresIn * 1000).toISOString(),
		rate_limit: rateLimit,
	};
}

export function addSessionRoutes(
	app: FastifyInstance,
	{ store, cookies, seenLimits }: { store: SessionStore; cookies: Cookies; seenLimits: SeenLimits },
): void {
	app.get(bffPatterns.session, async (request, reply): Promise<Session> => {
		const id = cookies.session(request);
		if (id === undefined) return { signed_in: false };
		const session = await store.get(id);
		if (session !== undefined) {
			reply.header(epochHeader, sessionEpoch(id));
			return describeSession(id, session, seenLimits.get(id) ?? null);
		}
		cookies.clearSession(reply);
		return { signed_in: false, ended: 'session_expired' };
	});

	app.post(bffPatterns.logout, async (request, reply) => {
		const id = cookies.session(request);
		// The browser forgets it also where the store cannot be reached.
		cookies.clearSession(reply);
		if (id !== undefined) await store.delete(id);
		return reply.code(204).send();
	});
}
