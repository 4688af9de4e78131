/** SQLite databases, for one process or several on one machine. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Opens a database; creates its folder and tables when they are missing. Several processes may have it open.
 *
 * @param file path, or `:memory:`
 * @param schema statements that may run at every start
 */
export function openDatabase(file: string, schema: string): DatabaseSync {
	if (file !== ':memory:') mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
	const database = new DatabaseSync(file);
	database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000;');
	database.exec(schema);
	return database;
}
