/** `GET /auth/session` and `POST /auth/logout` (design §4). */
import type { FastifyInstance } from 'fastify';
import type { LRUCache } from 'lru-cache';
import type { RateLimit, Session } from '../../contract/session.ts';
import type { Cookies } from '../session/cookies.ts';
import type { SessionStore, StoredSession } from '../session/session.ts';

/** What the browser may know of its session: no token. */
export function describeSession(
	{ userId, scope, tokens }: Omit<StoredSession, 'version'>,
	rateLimit: RateLimit | null = null,
): Session {
	return {
		signed_in: true,
		service_user_id: userId,
		scope,
		token_received_at: new Date(tokens.receivedAt).toISOString(),
		token_expires_at: new Date(tokens.receivedAt + tokens.expiresIn * 1000).toISOString(),
		rate_limit: rateLimit,
	};
}

/** The limits last seen in this process, by session id. */
export type SeenLimits = LRUCache<string, RateLimit>;

export function addSessionRoutes(
	app: FastifyInstance,
	{ store, cookies, seenLimits }: { store: SessionStore; cookies: Cookies; seenLimits: SeenLimits },
): void {
	app.get('/auth/session', async (request, reply): Promise<Session> => {
		const id = cookies.session(request);
		if (id === undefined) return { signed_in: false };
		const session = await store.get(id);
		if (session !== undefined) return describeSession(session, seenLimits.get(id) ?? null);
		cookies.clearSession(reply);
		return { signed_in: false, ended: 'session_expired' };
	});

	app.post('/auth/logout', async (request, reply) => {
		const id = cookies.session(request);
		if (id !== undefined) await store.delete(id);
		cookies.clearSession(reply);
		return reply.code(204).send();
	});
}
