/** People in the sandbox: their accounts, and how they appear in responses (Spec §2.2). */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { WireUser } from '../../contract/spec/resources.ts';
import { inTransaction } from '../database.ts';
import { avatarPath } from '../image-routes.ts';
import { pagePath } from '../pages/html.ts';
import { ServiceError } from '../requests/service-error.ts';
import { controlText } from './applications.ts';
import { hashPassword, passwordMatches, type Secrets } from './secrets.ts';

export interface User {
	id: string;
	uid: string;
	name: string;
	blocked: boolean;
	locked: boolean;
	deleted: boolean;
}

export const userChanges = z
	.strictObject({
		password: controlText,
		blocked: z.boolean(),
		locked: z.boolean(),
		deleted: z.boolean(),
	})
	.partial();

export type Users = ReturnType<typeof openUsers>;

const toUser = (row: Record<string, unknown>): User => ({
	id: String(row.id),
	uid: String(row.uid),
	name: String(row.name),
	blocked: row.blocked === 1,
	locked: row.locked === 1,
	deleted: row.deleted === 1,
});

export function openUsers(database: DatabaseSync, ownOrigin: () => string, secrets: Secrets) {
	const byId = database.prepare('SELECT * FROM users WHERE id = ?');
	const byUid = database.prepare('SELECT * FROM users WHERE uid = ?');
	const highestId = database.prepare('SELECT max(CAST(id AS INTEGER)) AS id FROM users');
	const insert = database.prepare('INSERT INTO users (id, uid, name, password_hash) VALUES (?, ?, ?, ?)');
	const update = database.prepare(
		`UPDATE users SET password_hash = coalesce(:hash, password_hash), blocked = coalesce(:flags ->> 'blocked', blocked),
			locked = coalesce(:flags ->> 'locked', locked), deleted = coalesce(:flags ->> 'deleted', deleted)
		 WHERE id = :id RETURNING *`,
	);

	const unknownHash = hashPassword('');

	const usable = (user: User): User => {
		if (user.blocked) throw new ServiceError(122);
		if (user.locked) throw new ServiceError(128);
		return user;
	};
	/** @throws ServiceError 121 for an unknown or deleted user */
	const find = (id: string): User => {
		const row = byId.get(id);
		if (row === undefined || row.deleted === 1) throw new ServiceError(121);
		return toUser(row);
	};
	return {
		find,
		/** @throws ServiceError 121, 122 if blocked, 128 if locked */
		checkUsable: (id: string): User => usable(find(id)),
		/** The id of the account with this uid and password. @throws ServiceError 120 */
		async idOf(uid: string, password: string): Promise<string> {
			const row = byUid.get(uid);
			const stored = row?.password_hash;
			// Takes as long for a nonexistent account, so that timing doesn't reveal which accounts exist.
			const matches = await passwordMatches(password, typeof stored === 'string' ? stored : unknownHash);
			if (row === undefined || typeof stored !== 'string' || !matches) throw new ServiceError(120);
			return String(row.id);
		},
		/** @throws ServiceError 999 if the uid is taken */
		create({ uid, name, password }: { uid: string; name: string; password: string }): User {
			if (byUid.get(uid) !== undefined) throw new ServiceError(999, `the uid ${uid} is taken`);
			const id = String(Number(highestId.get()?.id ?? 1000) + 1);
			insert.run(id, uid, name, hashPassword(password));
			return find(id);
		},
		/** Changing the password ends the user's tokens (Spec §3.1) and sign-ins. @throws ServiceError 121 */
		change(id: string, { password, ...flags }: z.output<typeof userChanges>): User {
			const hash = password === undefined ? null : hashPassword(password);
			return inTransaction(database, () => {
				const row = update.get({ id, hash, flags: JSON.stringify(flags) });
				if (row === undefined) throw new ServiceError(121);
				if (hash !== null) secrets.endOfUser(id);
				return toUser(row);
			});
		},
		summary: ({ id, uid, name }: Pick<User, 'id' | 'uid' | 'name'>): WireUser => ({
			id,
			uid,
			name,
			avatar: `${ownOrigin()}${avatarPath(id)}`,
			alt: `${ownOrigin()}${pagePath('user', id)}`,
		}),
	};
}
