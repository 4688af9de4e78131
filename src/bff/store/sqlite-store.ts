/** The store in `node:sqlite`, for one process. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Driver } from './store.ts';

const schema = `
CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, ends_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS entries_end ON entries (ends_at);
`;

/** How long to wait for another program that writes, and the pause between two attempts. */
const [patienceMs, pauseMs] = [2_000, 20];
/** SQLITE_BUSY, the low byte of its extended codes. */
const busy = 5;
const sweepIntervalMs = 60_000;

/** @param file path, or `:memory:`; its folder is created */
export function openSqliteStore(file: string, clock: () => number): Driver {
	if (file !== ':memory:') mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
	const database = new DatabaseSync(file, { timeout: patienceMs });
	// Doesn't wait for the disk, which would block all requests. A power failure may lose the last seconds, so
	// that some users have to sign in again.
	database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${schema}`);
	// SQLite's own wait would block all requests.
	database.exec('PRAGMA busy_timeout = 0');
	const select = database.prepare('SELECT value FROM entries WHERE key = ? AND ends_at > ?');
	const upsert = database.prepare(
		`INSERT INTO entries (key, value, ends_at) VALUES (?, ?, ?)
		 ON CONFLICT (key) DO UPDATE SET value = excluded.value, ends_at = excluded.ends_at`,
	);
	const insert = database.prepare(
		`INSERT INTO entries (key, value, ends_at) VALUES (?1, ?2, ?3)
		 ON CONFLICT (key) DO UPDATE SET value = excluded.value, ends_at = excluded.ends_at WHERE entries.ends_at <= ?4`,
	);
	const replace = database.prepare(
		'UPDATE entries SET value = ?, ends_at = ? WHERE key = ? AND value = ? AND ends_at > ?',
	);
	const remove = database.prepare('DELETE FROM entries WHERE key = ?');
	const sweep = database.prepare('DELETE FROM entries WHERE ends_at <= ?');

	const run = async <Result>(statement: () => Result): Promise<Result> => {
		for (const giveUpAt = performance.now() + patienceMs; ; await wait(pauseMs)) {
			try {
				return statement();
			} catch (error) {
				const { errcode = 0 } = error as { errcode?: number };
				if (errcode % 256 !== busy || performance.now() > giveUpAt) throw error;
			}
		}
	};
	const removeOld = () => run(() => sweep.run(clock()));
	const sweeping = setInterval(() => void removeOld().catch(() => undefined), sweepIntervalMs).unref();
	return {
		get: (key) =>
			run(() => {
				const row = select.get(key, clock());
				return row === undefined ? undefined : String(row.value);
			}),
		async set(key, value, ttlMs) {
			await run(() => upsert.run(key, value, clock() + ttlMs));
		},
		async delete(key) {
			await run(() => remove.run(key));
		},
		compareAndSet: (key, expected, value, ttlMs) =>
			run(() => {
				const now = clock();
				const { changes } =
					expected === undefined
						? insert.run(key, value, now + ttlMs, now)
						: replace.run(value, now + ttlMs, key, expected, now);
				return changes === 1;
			}),
		async close() {
			clearInterval(sweeping);
			database.close();
		},
	};
}
