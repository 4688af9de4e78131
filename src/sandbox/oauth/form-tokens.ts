/**
 * Tokens of the sign-in forms. Without them, another site could sign a person in to the attacker's account
 * (login CSRF, RFC 6749 §10.12), and see what the person then does. A token is bound to one browser by a
 * cookie, and works once. Only clicking the button twice sends the same form again within seconds, and the
 * browser shows the second response.
 */
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Sandbox } from '../sandbox.ts';
import { newSecret, sameSecret } from '../secrets.ts';

const cookieName = 'sandbox_form';
const lifetimeMs = 3_600_000;
/** How long after a sign-in the same form counts as a second click on its button. */
const secondClickMs = 5_000;
/** Used tokens to remember. Each was used by the browser it was issued to, so dropping old ones is safe. */
const maxUsed = 10_000;

export function createFormTokens({ clock, publicOrigin }: Pick<Sandbox, 'clock' | 'publicOrigin'>) {
	const key = newSecret();
	/** By token id: the user it signed in and when; the user is null until it has. */
	const used = new LRUCache<string, { uid: string | null; at: number }>({
		// `max` would allocate every entry in advance.
		maxSize: maxUsed,
		sizeCalculation: () => 1,
	});
	const sign = (browser: string, endsAt: string, id: string) =>
		createHmac('sha256', key).update(`${browser}.${endsAt}.${id}`).digest('base64url');

	/** The browser's cookie; undefined if it has none that the sandbox could have issued. */
	const browserOf = (request: FastifyRequest): string | undefined => {
		const value = request.cookies[cookieName];
		return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
	};
	return {
		/** A form token for the response. Gives the browser its cookie if it has none. */
		issue(request: FastifyRequest, reply: FastifyReply): string {
			const known = browserOf(request);
			const browser = known ?? newSecret();
			if (known === undefined)
				reply.setCookie(cookieName, browser, {
					httpOnly: true,
					sameSite: 'lax',
					secure: publicOrigin().startsWith('https:'),
					path: '/',
				});
			const endsAt = String(clock.now() + lifetimeMs);
			const id = newSecret();
			return [endsAt, id, sign(browser, endsAt, id)].join('.');
		},
		/**
		 * Uses up a token.
		 * @param uid user name in the form
		 * @returns false if it was not issued to this browser, is too old, or was used before; a second click on
		 * the button that has just signed in the same user is allowed
		 */
		use(request: FastifyRequest, token: string, uid: string): boolean {
			const browser = browserOf(request);
			const [endsAt = '', id = '', signature = ''] = token.split('.');
			if (browser === undefined || !sameSecret(signature, sign(browser, endsAt, id))) return false;
			if (Number(endsAt) <= clock.now()) return false;
			const signedIn = used.get(id);
			if (signedIn !== undefined)
				return signedIn.uid === uid && Math.abs(clock.now() - signedIn.at) < secondClickMs;
			used.set(id, { uid: null, at: 0 });
			return true;
		},
		noteSignIn(token: string, uid: string): void {
			const [, id = ''] = token.split('.');
			if (used.has(id)) used.set(id, { uid, at: clock.now() });
		},
	};
}
