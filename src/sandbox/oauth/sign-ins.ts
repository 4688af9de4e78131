/** Sign-ins on the sandbox's own pages: a cookie with an opaque id, which is stored as a hash. */
import type { DatabaseSync } from 'node:sqlite';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { prepareTrim } from '../database.ts';
import { hashSecret, newSecret } from './secrets.ts';
import type { User, Users } from './users.ts';

const cookieName = 'sandbox_sign_in';
export const cookieNames = [/^sandbox_sign_in=/];
const lifetimeMs = 12 * 3_600_000;

type Cookies = Pick<FastifyRequest, 'cookies'>;
type CookieSetter = Pick<FastifyReply, 'setCookie'>;

/** Maximum number of stored sign-ins; those that end first are deleted. */
const maxSignIns = 10_000;

export function openSignIns(database: DatabaseSync, clock: Pick<Clock, 'now'>, users: Users) {
	const insert = database.prepare('INSERT INTO sign_ins (id_hash, user_id, ends_at) VALUES (?, ?, ?)');
	const select = database.prepare('SELECT user_id FROM sign_ins WHERE id_hash = ? AND ends_at > ?');
	const remove = database.prepare('DELETE FROM sign_ins WHERE id_hash = ?');
	const trim = prepareTrim(database, 'sign_ins', 'ends_at', maxSignIns);
	return {
		/** The user who is signed in. @throws ServiceError 121, 122, 128 if the account can no longer be used */
		current(request: Cookies): User | undefined {
			const id = request.cookies[cookieName];
			const row = id === undefined ? undefined : select.get(hashSecret(id), clock.now());
			return row === undefined ? undefined : users.checkUsable(String(row.user_id));
		},
		/** Signs in under a new id. The browser's previous sign-in ends. */
		begin(request: Cookies, reply: CookieSetter, user: Pick<User, 'id'>): void {
			remove.run(hashSecret(request.cookies[cookieName] ?? ''));
			const id = newSecret();
			insert.run(hashSecret(id), user.id, clock.now() + lifetimeMs);
			trim.run();
			reply.setCookie(cookieName, id, { httpOnly: true, sameSite: 'lax', path: '/' });
		},
		end(request: Cookies, reply: Pick<FastifyReply, 'clearCookie'>): void {
			remove.run(hashSecret(request.cookies[cookieName] ?? ''));
			reply.clearCookie(cookieName, { path: '/' });
		},
	};
}
