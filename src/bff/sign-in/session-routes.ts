/** `GET /auth/session` and `POST /auth/logout` (design §4). */
import type { FastifyInstance } from 'fastify';
import { epochHeader, type RateLimit, type Session } from '../../contract/bff-api/session.ts';
import { bffPatterns } from '../../contract/paths.ts';
import type { SeenLimits } from '../service/session-calls.ts';
import type { Cookies } from '../session/cookies.ts';
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
	{
		store,
		cookies,
		seenLimits,
		onSignOut,
	}: {
		store: SessionStore;
		cookies: Cookies;
		seenLimits: SeenLimits;
		/** Called when a session has been ended by its person. */
		onSignOut: (userId: string) => Promise<void>;
	},
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
		const session = id === undefined ? undefined : await store.get(id);
		if (id !== undefined) await store.delete(id);
		cookies.clearSession(reply);
		if (session !== undefined) await onSignOut(session.userId);
		return reply.code(204).send();
	});
}
