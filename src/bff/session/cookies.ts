/** The BFF's two cookies: the session, and the nonce of a sign-in under way (design §4). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret } from './encryption.ts';

export interface Cookies {
	session(request: FastifyRequest): string | undefined;
	setSession(reply: FastifyReply, id: string): void;
	clearSession(reply: FastifyReply): void;
	/** Each sign-in has a nonce of its own, so that two tabs can sign in at once. */
	nonce(request: FastifyRequest, state: string): string | undefined;
	/**
	 * Sets the nonce of a sign-in and clears the oldest ones, so that requests stay small.
	 *
	 * @param seconds lifetime of the cookie
	 */
	setNonce(request: FastifyRequest, reply: FastifyReply, state: string, nonce: string, seconds: number): void;
}

/** Lifetime of the session cookie in seconds. The session in the store ends earlier. */
const sessionSeconds = 180 * 86_400;

/** Sign-ins that one browser can have under way at once, each in a tab. */
const maxSignIns = 5;

/** @param publicUrl https makes the cookies Secure and gives their names the `__Host-` prefix */
export function createCookies(publicUrl: string): Cookies {
	const secure = publicUrl.startsWith('https:');
	const prefix = secure ? '__Host-' : '';
	const attributes = { httpOnly: true, sameSite: 'strict', path: '/', secure } as const;
	const noncePrefix = `${prefix}daybill-sign-in-`;
	const names = {
		session: `${prefix}daybill`,
		nonce: (state: string) => `${noncePrefix}${hashSecret(state).slice(0, 12)}`,
	};
	return {
		session: (request) => request.cookies[names.session],
		setSession: (reply, id) =>
			void reply.setCookie(names.session, id, { ...attributes, maxAge: sessionSeconds }),
		clearSession: (reply) => void reply.clearCookie(names.session, attributes),
		nonce: (request, state) => request.cookies[names.nonce(state)],
		setNonce(request, reply, state, nonce, seconds) {
			// Browsers send the oldest first (RFC 6265 §5.4).
			const begun = Object.keys(request.cookies).filter((name) => name.startsWith(noncePrefix));
			for (const name of begun.slice(0, 1 - maxSignIns)) reply.clearCookie(name, attributes);
			reply.setCookie(names.nonce(state), nonce, { ...attributes, maxAge: seconds });
		},
	};
}
