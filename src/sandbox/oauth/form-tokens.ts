/**
 * Tokens of the sign-in forms. Without them another site could sign a person in to an account of its own (login CSRF,
 * RFC 6749 §10.12), and see what the person then does. A token belongs to one browser by a cookie, and works once. Only a
 * button that is clicked twice sends the same form again at once, and the browser shows the second response.
 */
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import { newSecret, sameSecret } from '../secrets.ts';

const cookieName = 'sandbox_form';
/** How long a form can be sent after it was shown, in milliseconds. */
const lifetime = 3_600_000;
/** How long after a sign-in the same form counts as a second click of its button. */
const secondClickMs = 5_000;
/** Used tokens that are remembered. Each was used by the browser it was issued to, so an older one is no danger to others. */
const maxUsed = 10_000;

export function createFormTokens({ clock, publicOrigin }: Pick<Sandbox, 'clock' | 'publicOrigin'>) {
	const key = newSecret();
	/** By id of the token; whom it signed in and when, once it has. */
	const used = new Map<string, { uid: string; at: number } | undefined>();
	const sign = (browser: string, endsAt: string, id: string) =>
		createHmac('sha256', key).update(`${browser}.${endsAt}.${id}`).digest('base64url');

	/** The browser's cookie; undefined when it has none that the sandbox could have made. */
	const browserOf = (request: FastifyRequest): string | undefined => {
		const value = request.cookies[cookieName];
		return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
	};
	return {
		/** A token for a form in the response. Gives the browser its cookie if it has none. */
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
			const endsAt = String(clock.now() + lifetime);
			const id = newSecret();
			return [endsAt, id, sign(browser, endsAt, id)].join('.');
		},
		/**
		 * Uses a token up.
		 *
		 * @param uid user name in the form
		 * @returns false when it was not issued to this browser, is too old, or was used before; a second click of the button
		 * that has just signed in the same user is no other use
		 */
		use(request: FastifyRequest, token: string, uid: string): boolean {
			const browser = browserOf(request);
			const [endsAt = '', id = '', signature = ''] = token.split('.');
			if (browser === undefined || !sameSecret(signature, sign(browser, endsAt, id))) return false;
			if (Number(endsAt) <= clock.now()) return false;
			if (used.has(id)) {
				const signedIn = used.get(id);
				return signedIn?.uid === uid && Math.abs(clock.now() - signedIn.at) < secondClickMs;
			}
			used.set(id, undefined);
			for (const oldest of used.keys()) {
				if (used.size <= maxUsed) break;
				used.delete(oldest);
			}
			return true;
		},
		/** Notes that the form with this token has signed a user in. */
		noteSignIn(token: string, uid: string): void {
			const [, id = ''] = token.split('.');
			if (used.has(id)) used.set(id, { uid, at: clock.now() });
		},
	};
}
