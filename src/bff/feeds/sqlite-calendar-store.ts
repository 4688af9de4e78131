/** Calendars in SQLite, in DATA_DIR: for one process, or several on one machine. */
import { hashSecret } from '../session/encryption.ts';
import { openDatabase } from '../sqlite.ts';
import { type CalendarStore, revisionLife, stampOf } from './calendar-store.ts';

const schema = `
CREATE TABLE IF NOT EXISTS revisions (
  event_id TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, sequence INTEGER NOT NULL, stamp INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS calendar_addresses (user_id TEXT PRIMARY KEY, secret_hash TEXT NOT NULL UNIQUE) STRICT, WITHOUT ROWID;
`;

/**
 * @param file path, or `:memory:`
 * @param clock milliseconds since 1970
 */
export function openSqliteCalendarStore(file: string, clock: () => number): CalendarStore {
	const database = openDatabase(file, schema);
	database.prepare('DELETE FROM revisions WHERE stamp < ?').run(clock() - revisionLife);
	const revise = database.prepare(
		`INSERT INTO revisions (event_id, fingerprint, sequence, stamp) VALUES (?, ?, 0, ?)
		 ON CONFLICT (event_id) DO UPDATE SET fingerprint = excluded.fingerprint, sequence = sequence + 1, stamp = excluded.stamp
		 WHERE fingerprint <> excluded.fingerprint`,
	);
	const select = database.prepare('SELECT sequence, stamp FROM revisions WHERE event_id = ?');
	const setAddress = database.prepare(
		'INSERT OR REPLACE INTO calendar_addresses (user_id, secret_hash) VALUES (?, ?)',
	);
	const remove = database.prepare('DELETE FROM calendar_addresses WHERE user_id = ?');
	const byUser = database.prepare('SELECT 1 FROM calendar_addresses WHERE user_id = ?');
	const bySecret = database.prepare('SELECT user_id FROM calendar_addresses WHERE secret_hash = ?');
	return {
		async revise(events) {
			const now = stampOf(clock());
			return events.map(({ id, fingerprint }) => {
				revise.run(id, fingerprint, now);
				const row = select.get(id);
				return { sequence: Number(row?.sequence), stamp: Number(row?.stamp) };
			});
		},
		async setAddress(userId, secret) {
			setAddress.run(userId, hashSecret(secret));
		},
		async revoke(userId) {
			remove.run(userId);
		},
		hasAddress: async (userId) => byUser.get(userId) !== undefined,
		async ownerOf(secret) {
			const row = bySecret.get(hashSecret(secret));
			return row === undefined ? undefined : String(row.user_id);
		},
		close: async () => database.close(),
	};
}
