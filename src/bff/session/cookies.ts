/** The BFF's two cookies: the session and the nonce of a sign-in that has begun (design §4). */
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Cookies {
	session(request: FastifyRequest): string | undefined;
	setSession(reply: FastifyReply, id: string): void;
	clearSession(reply: FastifyReply): void;
	nonce(request: FastifyRequest): string | undefined;
	/** @param seconds its life */
	setNonce(reply: FastifyReply, nonce: string, seconds: number): void;
	clearNonce(reply: FastifyReply): void;
}

/** Life of the session cookie in seconds: browsers keep none longer than 400 days. */
const sessionSeconds = 180 * 86_400;

/** @param publicUrl https makes them Secure and gives them the `__Host-` prefix */
export function createCookies(publicUrl: string): Cookies {
	const secure = publicUrl.startsWith('https:');
	const prefix = secure ? '__Host-' : '';
	const attributes = { httpOnly: true, sameSite: 'strict', path: '/', secure } as const;
	const names = { session: `${prefix}daybill`, nonce: `${prefix}daybill-sign-in` };
	return {
		session: (request) => request.cookies[names.session],
		setSession: (reply, id) =>
			void reply.setCookie(names.session, id, { ...attributes, maxAge: sessionSeconds }),
		clearSession: (reply) => void reply.clearCookie(names.session, attributes),
		nonce: (request) => request.cookies[names.nonce],
		setNonce: (reply, nonce, seconds) =>
			void reply.setCookie(names.nonce, nonce, { ...attributes, maxAge: seconds }),
		clearNonce: (reply) => void reply.clearCookie(names.nonce, attributes),
	};
}
