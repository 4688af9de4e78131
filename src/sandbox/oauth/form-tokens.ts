/**
 * Tokens of the sign-in forms. Without them another site could sign a person in to an account of its own (login CSRF,
 * RFC 6749 §10.12), and see what the person then does. A token belongs to one browser by a cookie, and works once.
 */
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import { newSecret, sameSecret } from '../secrets.ts';

const cookieName = 'sandbox_form';
/** How long a form can be sent after it was shown, in milliseconds. */
const lifetime = 3_600_000;
/** Used tokens that are remembered. Each was used by the browser it was issued to, so an older one is no danger to others. */
const maxUsed = 10_000;

export interface FormTokens {
	/** A token for a form in the response. Gives the browser its cookie if it has none. */
	issue(request: FastifyRequest, reply: FastifyReply): string;
	/** Uses a token up. @returns false when it was not issued to this browser, is too old, or was used before */
	use(request: FastifyRequest, token: string): boolean;
}

export function createFormTokens({
	clock,
	publicOrigin,
}: Pick<Sandbox, 'clock' | 'publicOrigin'>): FormTokens {
	const key = newSecret();
	const used = new Set<string>();
	const sign = (browser: string, endsAt: string, id: string) =>
		createHmac('sha256', key).update(`${browser}.${endsAt}.${id}`).digest('base64url');

	/** The browser's cookie; undefined when it has none that the sandbox could have made. */
	const browserOf = (request: FastifyRequest): string | undefined => {
		const value = request.cookies[cookieName];
		return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
	};
	return {
		issue(request, reply) {
			const known = browserOf(request);
			const browser = known ?? newSecret();
			if (known === undefined)
				reply.setCookie(cookieName, browser, {
					httpOnly: true,
					sameSite: 'lax',
					secure: publicOrigin().startsWith('https:'),
					path: '/',
				});
			const endsAt = String(clock.now() + lifetime);
			const id = newSecret();
			return [endsAt, id, sign(browser, endsAt, id)].join('.');
		},
		use(request, token) {
			const browser = browserOf(request);
			const [endsAt = '', id = '', signature = ''] = token.split('.');
			if (browser === undefined || !sameSecret(signature, sign(browser, endsAt, id))) return false;
			if (Number(endsAt) <= clock.now() || used.has(id)) return false;
			used.add(id);
			for (const oldest of used) {
				if (used.size <= maxUsed) break;
				used.delete(oldest);
			}
			return true;
		},
	};
}
