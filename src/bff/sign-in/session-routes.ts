/**
 * Routes that begin a sign-in, describe the session, and end it: `/auth/login`, `/auth/session`, `/auth/logout`. The
 * sign-in is completed in `token-route.ts`, which checks the state and exchanges the code.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { loginSchema, logoutSchema, type Session, sessionSchema } from '../../contract/bff-api/auth.ts';
import { bffPatterns } from '../../contract/paths.ts';
import { noBody } from '../http/route-schemas.ts';
import type { Parts } from '../parts.ts';
import { hasReason } from '../problems/problem.ts';
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
	problems: ['session'],
} as const;

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

export function addSessionRoutes(app: FastifyInstance, { sessions, cookies, callers }: Parts): void {
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

	/** Clears the cookie before the store is used, which may be unreachable. */
	const endHere = async (request: FastifyRequest, reply: FastifyReply) => {
		cookies.clearSession(reply);
		const id = cookies.session(request);
		if (id !== undefined) await sessions.delete(id);
	};

	app.post(bffPatterns.logout, { schema: logout }, async (request, reply) => {
		const { everywhere } = request.body;
		try {
			const id = cookies.session(request);
			const isOver = id === undefined || (await sessions.get(id)) === undefined;
			// A session that is over can't end others. `require` also rejects a page that belongs to another person.
			if (everywhere || !isOver) {
				const { userId } = await callers.require(request);
				if (everywhere && userId !== '') await sessions.deleteAll(userId);
			}
		} catch (error) {
			if (hasReason(error, 'store_unreachable')) await endHere(request, reply);
			throw error;
		}
		await endHere(request, reply);
		return reply.code(204).send();
	});
}
