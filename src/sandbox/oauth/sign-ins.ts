/** Sign-ins at the sandbox's own pages: a cookie with an opaque id, which is stored as a hash. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import type { User } from '../users.ts';

const cookieName = 'sandbox_sign_in';
/** Lifetime of a sign-in in milliseconds. */
const lifetime = 12 * 3_600_000;

export interface SignIns {
	/** The user who is signed in. @throws ServiceError 121, 122, 128 when the account can no longer be used */
	current(request: FastifyRequest): User | undefined;
	/** Signs in under a new id. The sign-in that the browser had before ends. */
	begin(request: FastifyRequest, reply: FastifyReply, user: User): void;
	end(request: FastifyRequest, reply: FastifyReply): void;
	/** A secret that binds a form to this sign-in; another site cannot know it. */
	guardOf(request: FastifyRequest): string;
}

export function openSignIns({ database, clock, users, publicOrigin }: Sandbox): SignIns {
	const insert = database.prepare('INSERT INTO sign_ins (id_hash, user_id, ends_at) VALUES (?, ?, ?)');
	const select = database.prepare('SELECT user_id FROM sign_ins WHERE id_hash = ? AND ends_at > ?');
	const remove = database.prepare('DELETE FROM sign_ins WHERE id_hash = ?');
	const removeEnded = database.prepare('DELETE FROM sign_ins WHERE ends_at <= ?');
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
