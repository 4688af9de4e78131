/** The sandbox's tables. With WAL, a write survives a SIGKILL once its 202 has been sent. */
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../servers/private-file.ts';

/** Increase it with every change to the tables. Give new columns a default, so that earlier rows fit. */
const schemaVersion = 2;

const schema = `
PRAGMA user_version = ${schemaVersion};
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS locs (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, uid TEXT NOT NULL UNIQUE, parent TEXT NOT NULL,
  habitable INTEGER NOT NULL, rank INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS users (
  id TEXT PRIMARY KEY, uid TEXT NOT NULL UNIQUE, name TEXT NOT NULL, password_hash TEXT,
  blocked INTEGER NOT NULL DEFAULT 0, locked INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
  id TEXT PRIMARY KEY, title TEXT NOT NULL, content TEXT NOT NULL, begin_time TEXT NOT NULL, end_time TEXT NOT NULL,
  address TEXT NOT NULL, geo TEXT NOT NULL, loc_id TEXT NOT NULL REFERENCES locs (id),
  owner_id TEXT NOT NULL REFERENCES users (id), category TEXT NOT NULL, album TEXT NOT NULL, is_priv INTEGER NOT NULL,
  extra TEXT NOT NULL DEFAULT '{}'
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS events_in_lists ON events (end_time, begin_time, loc_id, category, is_priv, owner_id);
CREATE INDEX IF NOT EXISTS events_of_owner ON events (owner_id, begin_time);
CREATE TABLE IF NOT EXISTS imports (
  event_id TEXT PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE, source TEXT NOT NULL, uid TEXT NOT NULL, image TEXT, page TEXT,
  occurrence TEXT NOT NULL DEFAULT '', all_day INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS participants (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE, user_id TEXT NOT NULL REFERENCES users (id),
  participate_date TEXT, PRIMARY KEY (event_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS participants_of_user ON participants (user_id, event_id);
CREATE TABLE IF NOT EXISTS wishers (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE, user_id TEXT NOT NULL REFERENCES users (id),
  PRIMARY KEY (event_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS wishers_of_user ON wishers (user_id, event_id);
CREATE TABLE IF NOT EXISTS invitations (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE, user_id TEXT NOT NULL REFERENCES users (id),
  PRIMARY KEY (event_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS apps (client_id TEXT PRIMARY KEY, fields TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS secrets (
  hash TEXT PRIMARY KEY, kind TEXT NOT NULL, grant_id TEXT NOT NULL, client_id TEXT NOT NULL, user_id TEXT NOT NULL,
  scope TEXT NOT NULL, begins_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, ended TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS secrets_of_user ON secrets (user_id);
CREATE INDEX IF NOT EXISTS secrets_of_grant ON secrets (grant_id);
CREATE INDEX IF NOT EXISTS secrets_end ON secrets (kind, ends_at);
`;

/** Moves the rows of an earlier version into new tables, with the columns that both have. Keeps a copy of the file. */
function migrate(database: DatabaseSync, file: string): void {
	rmSync(`${file}.old`, { force: true });
	createPrivateFile(`${file}.old`);
	database.prepare('VACUUM INTO ?').run(`${file}.old`);
	inTransaction(database, () => {
		const tables = database
			.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
			.all();
		for (const { name } of tables) database.exec(`ALTER TABLE ${name} RENAME TO old_${name}`);
		database.exec(schema);
		const shared = database.prepare(
			'SELECT group_concat(name) AS names FROM pragma_table_info(?) JOIN pragma_table_info(?) USING (name)',
		);
		for (const { name } of tables) {
			const names = shared.get(String(name), `old_${name}`)?.names;
			if (names != null)
				database.exec(`INSERT OR IGNORE INTO ${name} (${names}) SELECT ${names} FROM old_${name}`);
			database.exec(`DROP TABLE old_${name}`);
		}
	});
}

/** @param file path, or `:memory:` @throws Error if it is from a later version */
export function openDatabase(file: string): DatabaseSync {
	if (file !== ':memory:') createPrivateFile(file);
	// Long enough to wait for an import, which may write for a second while the sandbox runs.
	const database = new DatabaseSync(file, { allowUnknownNamedParameters: true, timeout: 5_000 });
	database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = OFF;');
	const isNew = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
	const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
	if (version > schemaVersion)
		throw new Error(`${file} is from a later version of Daybill: update this one, or restart it`);
	if (version < schemaVersion && !isNew) migrate(database, file);
	// After a migration, this creates the indexes: while the old tables existed, their indexes had these names.
	database.exec(`${schema} PRAGMA foreign_keys = ON;`);
	return database;
}

/** Runs `work`, which must be synchronous, in a transaction. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
	database.exec('BEGIN IMMEDIATE');
	try {
		const result = work();
		database.exec('COMMIT');
		return result;
	} catch (error) {
		// On a full disk, SQLite has already rolled back: a second rollback's error would hide the cause.
		if (database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}
