/** Transactions of SQLite. */
import type { DatabaseSync } from 'node:sqlite';

/** Runs a piece of work as one transaction: all of it, or nothing. It must not wait for anything. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
	database.exec('BEGIN IMMEDIATE');
	try {
		const result = work();
		database.exec('COMMIT');
		return result;
	} catch (error) {
		database.exec('ROLLBACK');
		throw error;
	}
}
