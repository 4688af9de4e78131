/** What feeds must remember: when an event was seen changed, and whose secret calendar address is which. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hashSecret } from '../session/encryption.ts';
import type { Revision } from './calendar.ts';

export interface CalendarStore {
	/** The revision of an event whose fingerprint is this one; a new fingerprint makes a new revision. */
	revise(eventId: string, fingerprint: string): Revision;
	/** Gives a person a secret address, in place of the one before. */
	setAddress(userId: string, secret: string): void;
	/** Takes the address back: nobody can read it any more. */
	revoke(userId: string): void;
	hasAddress(userId: string): boolean;
	/** Whose address this is. */
	ownerOf(secret: string): string | undefined;
	close(): void;
}

const schema = `
CREATE TABLE IF NOT EXISTS revisions (
  event_id TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, sequence INTEGER NOT NULL, stamp INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS calendar_addresses (user_id TEXT PRIMARY KEY, secret_hash TEXT NOT NULL UNIQUE) STRICT, WITHOUT ROWID;
`;
/** Milliseconds after which an event that has not changed is forgotten: it is long over. */
const memory = 400 * 86_400_000;

/**
 * On SQLite in DATA_DIR, whatever keeps the sessions: secrets as hashes only.
 *
 * @param file path, or `:memory:`
 * @param clock milliseconds since 1970
 */
export function openCalendarStore(file: string, clock: () => number): CalendarStore {
	if (file !== ':memory:') mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
	const database = new DatabaseSync(file);
	database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000;');
	database.exec(schema);
	database.prepare('DELETE FROM revisions WHERE stamp < ?').run(clock() - memory);
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
		revise(eventId, fingerprint) {
			const now = Math.floor(clock() / 1000) * 1000;
			revise.run(eventId, fingerprint, now);
			const row = select.get(eventId);
			return { sequence: Number(row?.sequence), stamp: Number(row?.stamp) };
		},
		setAddress: (userId, secret) => void setAddress.run(userId, hashSecret(secret)),
		revoke: (userId) => void remove.run(userId),
		hasAddress: (userId) => byUser.get(userId) !== undefined,
		ownerOf(secret) {
			const row = bySecret.get(hashSecret(secret));
			return row === undefined ? undefined : String(row.user_id);
		},
		close: () => database.close(),
	};
}
