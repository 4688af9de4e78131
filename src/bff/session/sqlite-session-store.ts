/** Sessions in `node:sqlite`: the default store, for one process or several on one machine. */
import { setTimeout as wait } from 'node:timers/promises';
import { createRowLimit } from '../../servers/row-limit.ts';
import { inTransaction } from '../../servers/transaction.ts';
import { ProblemError } from '../http/problem.ts';
import { openDatabase } from '../storage/sqlite.ts';
import { type Encryption, hashSecret, newSecret } from './encryption.ts';
import {
	lockPatience,
	lockTimes,
	maxSessionsOf,
	maxUnreadWrites,
	type SessionStore,
	type StoredSession,
	sessionLifetime,
	storeLimits,
	type TokenPair,
	unreadLifetime,
	whileRenewing,
} from './session-store.ts';

const schema = `
CREATE TABLE IF NOT EXISTS sessions (
  id_hash TEXT PRIMARY KEY, user_id TEXT NOT NULL, scope TEXT NOT NULL, tokens TEXT NOT NULL,
  version INTEGER NOT NULL, created_at INTEGER NOT NULL, used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS sessions_of_user ON sessions (user_id, created_at);
CREATE TABLE IF NOT EXISTS logins (nonce_hash TEXT PRIMARY KEY, state_hash TEXT NOT NULL, ends_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS logins_end ON logins (ends_at);
CREATE TABLE IF NOT EXISTS unread_writes (
  id_hash TEXT NOT NULL, event_id TEXT NOT NULL, number INTEGER NOT NULL, written_at INTEGER NOT NULL,
  PRIMARY KEY (id_hash, event_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS unpublished_writes (
  id_hash TEXT NOT NULL, event_id TEXT NOT NULL, PRIMARY KEY (id_hash, event_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS published_when_read AFTER DELETE ON unread_writes BEGIN
  DELETE FROM unpublished_writes WHERE id_hash = old.id_hash AND event_id = old.event_id;
END;
CREATE INDEX IF NOT EXISTS unread_writes_time ON unread_writes (written_at);
CREATE TABLE IF NOT EXISTS locks (id_hash TEXT PRIMARY KEY, owner TEXT NOT NULL, ends_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Milliseconds between two updates of a session's last use, so that most reads write nothing. */
const useGranularity = 3_600_000;
/** Milliseconds between two deletions of writes that are too old to be read. */
const sweepInterval = 60_000;

/**
 * @param file path, or `:memory:`
 * @param clock milliseconds since 1970
 */
export function openSqliteStore(
	file: string,
	encryption: Encryption,
	clock: () => number,
	limits = storeLimits,
): SessionStore {
	const database = openDatabase(file, schema);
	// A refresh token works once, so a saved pair must survive a crash of the machine too.
	database.exec('PRAGMA synchronous = FULL;');
	// A sign-in under way need not survive one, and anybody can begin any number: none of them waits for the disk.
	const logins = openDatabase(file, schema);
	logins.exec('PRAGMA synchronous = NORMAL;');

	const insert = database.prepare(
		'INSERT INTO sessions (id_hash, user_id, scope, tokens, version, created_at, used_at) VALUES (?, ?, ?, ?, 1, ?, ?)',
	);
	const select = database.prepare('SELECT * FROM sessions WHERE id_hash = ?');
	const updateTokens = database.prepare(
		'UPDATE sessions SET tokens = ?, version = version + 1 WHERE id_hash = ? AND version = ?',
	);
	const updateUse = database.prepare('UPDATE sessions SET used_at = ? WHERE id_hash = ?');
	const remove = database.prepare('DELETE FROM sessions WHERE id_hash = ?');
	const sweep = database.prepare('DELETE FROM sessions WHERE used_at < ? OR created_at < ?');
	const sweepOfUser = database.prepare(
		`DELETE FROM sessions WHERE id_hash IN
		 (SELECT id_hash FROM sessions WHERE user_id = ? ORDER BY created_at DESC LIMIT -1 OFFSET ?)`,
	);
	const insertLogin = logins.prepare('INSERT INTO logins (nonce_hash, state_hash, ends_at) VALUES (?, ?, ?)');
	const takeLogin = logins.prepare('DELETE FROM logins WHERE nonce_hash = ? RETURNING state_hash, ends_at');
	const sweepLogins = logins.prepare('DELETE FROM logins WHERE ends_at < ?');
	const limitLogins = createRowLimit(logins, {
		table: 'logins',
		key: 'nonce_hash',
		age: 'ends_at',
		max: limits.logins,
	});
	// What was written is known at the service: it need not survive a crash of the machine here.
	const insertWrite = logins.prepare(
		`INSERT INTO unread_writes (id_hash, event_id, number, written_at)
		 VALUES (?1, ?2, (SELECT coalesce(max(number), 0) + 1 FROM unread_writes WHERE id_hash = ?1), ?3)
		 ON CONFLICT (id_hash, event_id) DO UPDATE SET number = excluded.number, written_at = excluded.written_at`,
	);
	const insertUnpublished = logins.prepare(
		'INSERT INTO unpublished_writes (id_hash, event_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
	);
	const removeUnpublished = logins.prepare(
		'DELETE FROM unpublished_writes WHERE id_hash = ? AND event_id = ?',
	);
	const limitWrites = logins.prepare(
		`DELETE FROM unread_writes WHERE id_hash = ?1 AND event_id NOT IN
		 (SELECT event_id FROM unread_writes WHERE id_hash = ?1 ORDER BY number DESC LIMIT ?2)`,
	);
	/** When writes that nobody remembers any more were deleted, in milliseconds since 1970. They are not read. */
	let sweptAt = 0;
	const sweepWrites = logins.prepare('DELETE FROM unread_writes WHERE written_at < ?');
	const removeWrite = logins.prepare(
		'DELETE FROM unread_writes WHERE id_hash = ? AND event_id = ? AND written_at <= ?',
	);
	const selectWrites = logins.prepare(
		`SELECT event_id, EXISTS (SELECT 1 FROM unpublished_writes AS other
		   WHERE other.id_hash = writes.id_hash AND other.event_id = writes.event_id) AS is_unpublished
		 FROM unread_writes AS writes WHERE id_hash = ? AND written_at > ? ORDER BY number`,
	);
	/** A lock that a killed process has left, and nobody has needed since. */
	const sweepLocks = database.prepare('DELETE FROM locks WHERE ends_at < ?');
	const takeLock = database.prepare(
		`INSERT INTO locks (id_hash, owner, ends_at) VALUES (?, ?, ?)
		 ON CONFLICT (id_hash) DO UPDATE SET owner = excluded.owner, ends_at = excluded.ends_at WHERE locks.ends_at < ?`,
	);
	const findLock = database.prepare('SELECT owner FROM locks WHERE id_hash = ?');
	const renewLock = database.prepare('UPDATE locks SET ends_at = ? WHERE id_hash = ? AND owner = ?');
	const releaseLock = database.prepare('DELETE FROM locks WHERE id_hash = ? AND owner = ?');

	return {
		async create(id, session) {
			const now = clock();
			sweep.run(now - sessionLifetime.idle, now - sessionLifetime.absolute);
			sweepLocks.run(Date.now() - lockTimes.memory);
			const hash = hashSecret(id);
			insert.run(
				hash,
				session.userId,
				session.scope,
				encryption.seal(JSON.stringify(session.tokens), hash),
				now,
				now,
			);
			sweepOfUser.run(session.userId, maxSessionsOf(session.userId, limits));
		},
		async get(id) {
			const hash = hashSecret(id);
			const row = select.get(hash);
			const now = clock();
			if (row === undefined) return undefined;
			const usedAt = Number(row.used_at);
			if (usedAt < now - sessionLifetime.idle || Number(row.created_at) < now - sessionLifetime.absolute)
				return undefined;
			const tokens = encryption.open(String(row.tokens), hash);
			if (tokens === undefined) return undefined;
			if (now - usedAt > useGranularity) updateUse.run(now, hash);
			const writes = selectWrites.all(hash, now - unreadLifetime);
			return {
				userId: String(row.user_id),
				scope: String(row.scope),
				tokens: JSON.parse(tokens) as TokenPair,
				version: Number(row.version),
				unreadWrites: writes.map(({ event_id }) => String(event_id)),
				unpublishedWrites: writes
					.filter(({ is_unpublished }) => is_unpublished === 1)
					.map(({ event_id }) => String(event_id)),
			} satisfies StoredSession;
		},
		async saveTokens(id, tokens, version) {
			const hash = hashSecret(id);
			return updateTokens.run(encryption.seal(JSON.stringify(tokens), hash), hash, version).changes === 1;
		},
		async noteWrite(id, eventId, isPublished) {
			const hash = hashSecret(id);
			const now = clock();
			// Each statement would otherwise be a transaction of its own, which costs more than the statement.
			inTransaction(logins, () => {
				if (Math.abs(now - sweptAt) > sweepInterval) {
					sweepWrites.run(now - unreadLifetime);
					sweptAt = now;
				}
				(isPublished ? removeUnpublished : insertUnpublished).run(hash, eventId);
				insertWrite.run(hash, eventId, now);
				limitWrites.run(hash, maxUnreadWrites);
			});
		},
		async forgetWrite(id, eventId, until) {
			removeWrite.run(hashSecret(id), eventId, until);
		},
		async delete(id) {
			remove.run(hashSecret(id));
		},
		async withLock(id, work) {
			const [hash, owner] = [hashSecret(id), newSecret()];
			// Real time: a lock is about running processes, not about the sessions' clock.
			const giveUpAt = performance.now() + lockPatience;
			let hasLapsed = findLock.get(hash) !== undefined;
			while (takeLock.run(hash, owner, Date.now() + lockTimes.lease, Date.now()).changes === 0) {
				if (performance.now() > giveUpAt)
					throw new ProblemError('store_unreachable', 'The sign-in is being renewed. Please try again.');
				await wait(lockTimes.poll);
				// A row that is still there when the lock is taken is one that its owner has not deleted.
				hasLapsed = findLock.get(hash) !== undefined;
			}
			try {
				return await whileRenewing(
					async () => renewLock.run(Date.now() + lockTimes.lease, hash, owner),
					() => work({ hasLapsed }),
				);
			} finally {
				releaseLock.run(hash, owner);
			}
		},
		async beginLogin(nonce, { stateHash, endsAt }) {
			sweepLogins.run(clock());
			insertLogin.run(hashSecret(nonce), stateHash, endsAt);
			limitLogins();
		},
		async takeLogin(nonce) {
			const row = takeLogin.get(hashSecret(nonce));
			return row === undefined
				? undefined
				: { stateHash: String(row.state_hash), endsAt: Number(row.ends_at) };
		},
		isReady: async () => database.prepare('SELECT 1').get() !== undefined,
		async close() {
			logins.close();
			database.close();
		},
	};
}
