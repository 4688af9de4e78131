/** Sign-ins on the sandbox's own pages: a cookie with a secret. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Secrets } from './secrets.ts';
import type { User, Users } from './users.ts';

const cookieName = 'sandbox_sign_in';
export const cookieNames = [/^sandbox_sign_in=/];
const lifetimeSeconds = 12 * 3_600;

type Cookies = Pick<FastifyRequest, 'cookies'>;
type CookieSetter = Pick<FastifyReply, 'setCookie'>;

export function openSignIns(clock: Pick<Clock, 'now'>, secrets: Secrets, users: Users) {
	return {
		/** The user who is signed in. @throws ServiceError 121, 122, 128 if the account can no longer be used */
		current({ cookies }: Cookies): User | undefined {
			const signIn = secrets.find('sign-in', cookies[cookieName] ?? '');
			const isValid = signIn?.ended === null && signIn.endsAt > clock.now();
			return isValid ? users.checkUsable(signIn.userId) : undefined;
		},
		/** Signs in under a new secret. The browser's previous sign-in ends. */
		begin({ cookies }: Cookies, reply: CookieSetter, { id }: Pick<User, 'id'>): void {
			secrets.endUsed(cookies[cookieName] ?? '');
			const grant = { userId: id, clientId: '', scope: '', grantId: '' };
			const secret = secrets.issue('sign-in', grant, lifetimeSeconds);
			reply.setCookie(cookieName, secret, { httpOnly: true, sameSite: 'lax', path: '/' });
		},
		end({ cookies }: Cookies, reply: Pick<FastifyReply, 'clearCookie'>): void {
			secrets.endUsed(cookies[cookieName] ?? '');
			reply.clearCookie(cookieName, { path: '/' });
		},
	};
}
