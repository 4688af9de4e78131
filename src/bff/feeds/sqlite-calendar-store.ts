/** Calendars in SQLite, in DATA_DIR: for one process, or several on one machine. */
import { createRowLimit } from '../../servers/row-limit.ts';
import { inTransaction } from '../../servers/transaction.ts';
import { type Encryption, hashSecret } from '../session/encryption.ts';
import { openDatabase } from '../storage/sqlite.ts';
import {
	type CalendarStore,
	maxRevisions,
	revisionLifetime,
	sessionContext,
	stampOf,
} from './calendar-store.ts';

const schema = `
CREATE TABLE IF NOT EXISTS revisions (
  event_id TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, sequence INTEGER NOT NULL, stamp INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS revisions_stamp ON revisions (stamp);
CREATE TABLE IF NOT EXISTS own_calendars (
  user_id TEXT PRIMARY KEY, secret_hash TEXT NOT NULL UNIQUE, session TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/**
 * @param file path, or `:memory:`
 * @param clock milliseconds since 1970
 */
export function openSqliteCalendarStore(
	file: string,
	encryption: Encryption,
	clock: () => number,
	max = maxRevisions,
): CalendarStore {
	const database = openDatabase(file, schema);
	database.prepare('DELETE FROM revisions WHERE stamp < ?').run(clock() - revisionLifetime);
	const revise = database.prepare(
		`INSERT INTO revisions (event_id, fingerprint, sequence, stamp) VALUES (?, ?, 0, ?)
		 ON CONFLICT (event_id) DO UPDATE SET fingerprint = excluded.fingerprint, sequence = sequence + 1, stamp = excluded.stamp
		 WHERE fingerprint <> excluded.fingerprint`,
	);
	const limitRevisions = createRowLimit(database, {
		table: 'revisions',
		key: 'event_id',
		age: 'stamp',
		max,
	});
	const select = database.prepare('SELECT fingerprint, sequence, stamp FROM revisions WHERE event_id = ?');
	const setSecret = database.prepare(
		'INSERT OR REPLACE INTO own_calendars (user_id, secret_hash, session) VALUES (?, ?, ?)',
	);
	const attachSession = database.prepare('UPDATE own_calendars SET session = ? WHERE user_id = ?');
	const remove = database.prepare('DELETE FROM own_calendars WHERE user_id = ?');
	const byUser = database.prepare('SELECT 1 FROM own_calendars WHERE user_id = ?');
	const bySecret = database.prepare('SELECT user_id, session FROM own_calendars WHERE secret_hash = ?');
	const seal = (userId: string, sessionId: string) => encryption.seal(sessionId, sessionContext(userId));
	return {
		async revise(events) {
			const now = stampOf(clock());
			const isCurrent = events.every(({ id, fingerprint }) => select.get(id)?.fingerprint === fingerprint);
			// One transaction, since each waits for the disk.
			if (!isCurrent)
				inTransaction(database, () => {
					for (const { id, fingerprint } of events)
						if (revise.run(id, fingerprint, now).changes > 0) limitRevisions();
				});
			return events.map(({ id }) => {
				const row = select.get(id);
				return { sequence: Number(row?.sequence), stamp: Number(row?.stamp) };
			});
		},
		async setSecret(userId, secret, sessionId) {
			setSecret.run(userId, hashSecret(secret), seal(userId, sessionId));
		},
		async attachSession(userId, sessionId) {
			attachSession.run(seal(userId, sessionId), userId);
		},
		async revoke(userId) {
			remove.run(userId);
		},
		hasSecret: async (userId) => byUser.get(userId) !== undefined,
		async find(secret) {
			const row = bySecret.get(hashSecret(secret));
			if (row === undefined) return undefined;
			const userId = String(row.user_id);
			return { userId, sessionId: encryption.open(String(row.session), sessionContext(userId)) };
		},
		close: async () => database.close(),
	};
}
