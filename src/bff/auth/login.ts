/**
 * Beginning a sign-in: a one-time nonce in a cookie of this browser, bound to the state that the sign-in carries.
 * State alone does not stop somebody from posting their own code into another person's browser (RFC 9700 §4.7).
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ProblemError } from '../problem.ts';
import type { Cookies } from '../session/cookies.ts';
import { hashSecret, newSecret } from '../session/encryption.ts';
import type { SessionStore } from '../session/session.ts';

/** How long a person may take on the service's pages, in seconds. */
const loginSeconds = 600;

const loginSchema = z.strictObject({ state: z.string().min(16).max(512) });

export function addLoginRoute(
	app: FastifyInstance,
	store: SessionStore,
	cookies: Cookies,
	clock: () => number,
): void {
	app.post('/auth/login', async (request, reply) => {
		const body = loginSchema.safeParse(request.body);
		if (!body.success)
			throw new ProblemError('invalid_request', 'state: a text of 16 to 512 characters is needed.');
		const nonce = newSecret();
		await store.beginLogin(nonce, {
			stateHash: hashSecret(body.data.state),
			endsAt: clock() + loginSeconds * 1000,
		});
		cookies.setNonce(request, reply, body.data.state, nonce, loginSeconds);
		return reply.code(204).send();
	});
}
