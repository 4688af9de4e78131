/** Files of the last builds in SQLite, in DATA_DIR. */
import { inTransaction } from '../../servers/transaction.ts';
import { type AssetStore, buildOf, keptBuilds, namesOf } from './asset-store.ts';
import { openDatabase } from './sqlite.ts';

const schema = `
CREATE TABLE IF NOT EXISTS builds (id TEXT PRIMARY KEY, kept_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files (build TEXT NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (build, name)) STRICT;
CREATE INDEX IF NOT EXISTS files_by_name ON files (name);
`;

/** @param clock milliseconds since 1970 */
export function openSqliteAssetStore(file: string, clock: () => number): AssetStore {
	const database = openDatabase(file, schema);
	const noteBuild = database.prepare(
		'INSERT INTO builds (id, kept_at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET kept_at = excluded.kept_at',
	);
	const findBuild = database.prepare('SELECT 1 FROM builds WHERE id = ?');
	const insert = database.prepare('INSERT OR REPLACE INTO files (build, name, body) VALUES (?, ?, ?)');
	const removeBuilds = database.prepare(
		'DELETE FROM builds WHERE id NOT IN (SELECT id FROM builds ORDER BY kept_at DESC LIMIT ?)',
	);
	const removeFiles = database.prepare('DELETE FROM files WHERE build NOT IN (SELECT id FROM builds)');
	const select = database.prepare('SELECT body FROM files WHERE name = ? LIMIT 1');
	return {
		async keep(files) {
			const build = buildOf(files);
			inTransaction(database, () => {
				if (findBuild.get(build) === undefined)
					for (const { name, body } of files) insert.run(build, name, body);
				noteBuild.run(build, clock());
				if (removeBuilds.run(keptBuilds).changes > 0) removeFiles.run();
			});
		},
		async find(name) {
			for (const each of namesOf(name)) {
				const body = select.get(each)?.body;
				if (body instanceof Uint8Array) return { name: each, body: Buffer.from(body) };
			}
			return undefined;
		},
		close: () => database.close(),
	};
}
