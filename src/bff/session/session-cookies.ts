/** Reads and sets the cookies of sessions and sign-ins. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret } from './encryption.ts';
import { sessionLifetimeMs } from './session-store.ts';

export type Cookies = ReturnType<typeof createCookies>;

/**
 * The value of `Clear-Site-Data` at the end of a session: clears the HTTP cache and the back/forward cache of this
 * origin. `"cookies"` would also clear language, theme and the cookies of sibling sites; `"storage"` would unregister
 * the service worker. The app itself removes what it has stored.
 */
const leftovers = '"cache"';

/** @param publicUrl https makes the cookies Secure and prefixes their names with `__Host-` */
export function createCookies(publicUrl: string) {
	const secure = publicUrl.startsWith('https:');
	const prefix = secure ? '__Host-' : '';
	const attributes = { httpOnly: true, sameSite: 'strict', path: '/', secure } as const;
	const names = {
		session: `${prefix}daybill`,
		nonce: (state: string) => `${prefix}daybill-sign-in-${hashSecret(state).slice(0, 12)}`,
	};
	return {
		/**
		 * Match the cookies to read: for session, sign-ins, preferences and redirects (`known-hosts.ts`). With https, those
		 * for session and sign-ins need the prefix: a subdomain could set cookies without it.
		 */
		patterns: [
			secure ? /^__Host-daybill=/ : /^daybill=/,
			secure ? /^__Host-daybill-sign-in-/ : /^daybill-sign-in-/,
			/^daybill-(?:locale|theme|city|redirected)=/,
		],
		session: (request: FastifyRequest) => request.cookies[names.session],
		/** Sets the cookie of a session. If the browser had another session, clears its caches. */
		setSession(request: FastifyRequest, reply: FastifyReply, id: string): void {
			const before = request.cookies[names.session];
			if (before !== undefined && before !== id) reply.header('clear-site-data', leftovers);
			reply.setCookie(names.session, id, { ...attributes, maxAge: sessionLifetimeMs.absolute / 1_000 });
		},
		/** Only for signing out: any other response could arrive after a sign-in in another tab, and clear its cookie. */
		clearSession: (reply: FastifyReply) =>
			void reply.clearCookie(names.session, attributes).header('clear-site-data', leftovers),
		clearCaches: (reply: FastifyReply) => void reply.header('clear-site-data', leftovers),
		/** Each sign-in has its own nonce, so that two tabs can sign in at the same time. */
		nonce: (request: FastifyRequest, state: string) => request.cookies[names.nonce(state)],
		setNonce: (reply: FastifyReply, state: string, nonce: string, seconds: number) =>
			void reply.setCookie(names.nonce(state), nonce, { ...attributes, maxAge: seconds }),
	};
}
