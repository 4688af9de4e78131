/**
 * `POST /auth/login` (design §4) starts a sign-in: a one-time nonce in a cookie of this browser, bound to the `state`.
 * The state alone does not stop an attacker from posting their own code in another person's browser (RFC 9700 §4.7).
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { bffPatterns } from '../../contract/paths.ts';
import { ProblemError } from '../http/problem.ts';
import type { Cookies } from '../session/cookies.ts';
import { hashSecret, newSecret } from '../session/encryption.ts';
import type { SessionStore } from '../session/session-store.ts';

/** How long a sign-in may take on the service's pages, in seconds. */
const loginSeconds = 600;

const loginSchema = z.strictObject({ state: z.string().min(16).max(512) });

export function addLoginRoute(
	app: FastifyInstance,
	store: SessionStore,
	cookies: Cookies,
	clock: () => number,
): void {
	app.post(bffPatterns.login, async (request, reply) => {
		const body = loginSchema.safeParse(request.body);
		if (!body.success)
			throw new ProblemError('invalid_request', 'state must be a text of 16 to 512 characters.');
		const nonce = newSecret();
		await store.beginLogin(nonce, {
			stateHash: hashSecret(body.data.state),
			endsAt: clock() + loginSeconds * 1000,
		});
		cookies.setNonce(request, reply, body.data.state, nonce, loginSeconds);
		return reply.code(204).send();
	});
}
