/** Routes that begin a sign-in, describe the session, and end it: `/auth/login`, `/auth/session`, `/auth/logout`. */
import type { FastifyInstance } from 'fastify';
import { loginSchema, logoutSchema, type Session, sessionSchema } from '../../contract/bff-api/auth.ts';
import { bffPatterns } from '../../contract/paths.ts';
import { noBody } from '../http/route-schemas.ts';
import type { Parts } from '../parts.ts';
import { newSecret } from '../session/encryption.ts';
import { epochOf, loginSeconds, type NewSession } from '../session/session-store.ts';

const login = {
	summary: 'Begins a sign-in: binds the `state` to this browser by a nonce cookie.',
	body: loginSchema,
	response: { 204: noBody },
};
const session = {
	summary: 'The session, which alone tells whether somebody is signed in. Never 401.',
	response: { 200: sessionSchema },
};
const logout = {
	summary: 'Ends the session.',
	body: logoutSchema,
	response: { 204: noBody },
};

/** What the browser learns about the session: neither its tokens nor its id. */
export function describeSession(id: string, session: NewSession): Session {
	const { userId, scope, tokens } = session;
	return {
		signed_in: true,
		epoch: epochOf(id, session),
		service_user_id: userId,
		scope,
		token_received_at: new Date(tokens.receivedAt).toISOString(),
		token_expires_at: new Date(tokens.receivedAt + tokens.expiresIn * 1000).toISOString(),
	};
}

export function addSessionRoutes(app: FastifyInstance, { sessions, cookies }: Parts): void {
	/**
	 * Begins a sign-in: sets a one-time nonce cookie, bound to the `state`. The state alone would not prevent an
	 * attacker's page from signing another person's browser in to the attacker's account (RFC 9700 §4.7).
	 */
	app.post(bffPatterns.login, { schema: login }, async (request, reply) => {
		const { state } = request.body;
		const nonce = newSecret();
		await sessions.beginLogin(nonce, state);
		cookies.setNonce(reply, state, nonce, loginSeconds);
		return reply.code(204).send();
	});

	app.get(bffPatterns.session, { schema: session }, async (request): Promise<Session> => {
		const id = cookies.session(request);
		if (id === undefined) return { signed_in: false };
		const session = await sessions.get(id);
		return session === undefined
			? { signed_in: false, ended: await sessions.reasonOf(id) }
			: describeSession(id, session);
	});

	app.post(bffPatterns.logout, { schema: logout }, async (request, reply) => {
		const id = cookies.session(request);
		// Clears the cookie before the store is used, which may be unreachable.
		cookies.clearSession(reply);
		if (id === undefined) return reply.code(204).send();
		try {
			const session = request.body.everywhere ? await sessions.get(id) : undefined;
			if (session?.userId) await sessions.deleteAll(session.userId);
		} finally {
			await sessions.delete(id);
		}
		return reply.code(204).send();
	});
}
