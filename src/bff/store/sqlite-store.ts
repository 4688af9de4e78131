/** Implements the store in `node:sqlite`, for one process. */
import { DatabaseSync } from 'node:sqlite';
import { ConstantBackoff, handleWhen, retry } from 'cockatiel';
import { createPrivateFile } from '../../servers/private-file.ts';
import type { Driver } from './store.ts';

const schema = `
CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, ends_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS entries_end ON entries (ends_at);
`;

/** Whether another program is writing: SQLITE_BUSY (5) is in the low byte of the error code. */
const isBusy = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;
/** Tries for two seconds. If SQLite itself waited, it would block all requests. */
const retrying = retry(handleWhen(isBusy), { maxAttempts: 100, backoff: new ConstantBackoff(20) });
const sweepIntervalMs = 60_000;

/**
 * @param file path, or `:memory:`; its folder is created
 * @param prefix begins all keys
 */
export function openSqliteStore(file: string, clock: () => number, prefix = 'daybill:'): Driver {
	// SQLite gives its other files, such as the write-ahead log, the same mode.
	if (file !== ':memory:') createPrivateFile(file);
	const database = new DatabaseSync(file, { timeout: 2_000 });
	// Writes don't wait for the disk, which would block all requests. If the power fails, the last seconds may be lost,
	// and some people have to sign in again.
	database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${schema}`);
	database.exec('PRAGMA busy_timeout = 0');
	const select = database.prepare('SELECT value FROM entries WHERE key = ? AND ends_at > ?');
	/** Replaces an existing entry only if it expires no later than the fourth parameter. */
	const insert = database.prepare(
		`INSERT INTO entries (key, value, ends_at) VALUES (?1, ?2, ?3)
		 ON CONFLICT (key) DO UPDATE SET value = excluded.value, ends_at = excluded.ends_at WHERE entries.ends_at <= ?4`,
	);
	const replace = database.prepare(
		'UPDATE entries SET value = ?, ends_at = ? WHERE key = ? AND value = ? AND ends_at > ?',
	);
	const remove = database.prepare('DELETE FROM entries WHERE key = ?');
	const sweep = database.prepare('DELETE FROM entries WHERE ends_at <= ?');

	const run = <Result>(statement: () => Result): Promise<Result> => retrying.execute(statement);
	const removeOld = () => run(() => sweep.run(clock()));
	const sweeping = setInterval(() => void removeOld().catch(() => undefined), sweepIntervalMs).unref();
	return {
		get: (key) =>
			run(() => {
				const row = select.get(prefix + key, clock());
				return row === undefined ? undefined : String(row.value);
			}),
		set: (key, value, ttlMs) =>
			run(() => insert.run(prefix + key, value, clock() + ttlMs, Number.MAX_SAFE_INTEGER)),
		delete: (key) => run(() => remove.run(prefix + key)),
		compareAndSet: (key, expected, value, ttlMs) =>
			run(() => {
				const now = clock();
				const { changes } =
					expected === undefined
						? insert.run(prefix + key, value, now + ttlMs, now)
						: replace.run(value, now + ttlMs, prefix + key, expected, now);
				return changes === 1;
			}),
		async close() {
			clearInterval(sweeping);
			database.close();
		},
	};
}
