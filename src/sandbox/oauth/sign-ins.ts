/** Sign-ins at the sandbox's own pages: a cookie with an opaque id, which is stored as a hash. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createRowLimit } from '../row-limit.ts';
import type { Sandbox } from '../sandbox.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import type { User } from '../users.ts';

const cookieName = 'sandbox_sign_in';
/** Lifetime of a sign-in in milliseconds. */
const lifetime = 12 * 3_600_000;

/** What is read of a request, and set in a response. */
type Cookies = Pick<FastifyRequest, 'cookies'>;
type CookieSetter = Pick<FastifyReply, 'setCookie'>;

export interface SignIns {
	/** The user who is signed in. @throws ServiceError 121, 122, 128 when the account can no longer be used */
	current(request: Cookies): User | undefined;
	/** Signs in under a new id. The sign-in that the browser had before ends. */
	begin(request: Cookies, reply: CookieSetter, user: Pick<User, 'id'>): void;
	end(request: Cookies, reply: Pick<FastifyReply, 'clearCookie'>): void;
	/** A secret that binds a form to this sign-in; another site cannot know it. */
	guardOf(request: Cookies): string;
}

/** Sign-ins that are kept; the oldest end first. */
const maxKept = 10_000;

/** @param max sign-ins that are kept */
export function openSignIns(
	{ database, clock, users, publicOrigin }: Pick<Sandbox, 'database' | 'clock' | 'users' | 'publicOrigin'>,
	max = maxKept,
): SignIns {
	const insert = database.prepare('INSERT INTO sign_ins (id_hash, user_id, ends_at) VALUES (?, ?, ?)');
	const select = database.prepare('SELECT user_id FROM sign_ins WHERE id_hash = ? AND ends_at > ?');
	const remove = database.prepare('DELETE FROM sign_ins WHERE id_hash = ?');
	const removeEnded = database.prepare('DELETE FROM sign_ins WHERE ends_at <= ?');
	const limitSignIns = createRowLimit(database, {
		table: 'sign_ins',
		key: 'id_hash',
		age: 'ends_at',
		max,
	});
	return {
		current(request) {
			const id = request.cookies[cookieName];
			const row = id === undefined ? undefined : select.get(hashSecret(id), clock.now());
			return row === undefined ? undefined : users.checkUsable(String(row.user_id));
		},
		begin(request, reply, user) {
			remove.run(hashSecret(request.cookies[cookieName] ?? ''));
			removeEnded.run(clock.now());
			const id = newSecret();
			insert.run(hashSecret(id), user.id, clock.now() + lifetime);
			limitSignIns();
			reply.setCookie(cookieName, id, {
				httpOnly: true,
				sameSite: 'lax',
				secure: publicOrigin().startsWith('https:'),
				path: '/',
			});
		},
		end(request, reply) {
			remove.run(hashSecret(request.cookies[cookieName] ?? ''));
			reply.clearCookie(cookieName, { path: '/' });
		},
		guardOf: (request) => hashSecret(`form ${request.cookies[cookieName] ?? ''}`),
	};
}
