/** Keeps a table of SQLite within a number of rows, where strangers can add rows. */
import type { DatabaseSync } from 'node:sqlite';

export interface RowLimit {
	readonly table: string;
	/** The primary key. */
	readonly key: string;
	/** The column by which the oldest rows are found; an index on it makes that cheap. */
	readonly age: string;
	readonly max: number;
}

/**
 * Counting costs time, so it is done once for every tenth of `max`: the table has up to a tenth more rows, for each process
 * that adds some.
 *
 * @returns a function to call after each new row; it deletes the oldest rows when there are more than `max`
 */
export function createRowLimit(database: DatabaseSync, { table, key, age, max }: RowLimit): () => void {
	const trim = database.prepare(
		`DELETE FROM ${table} WHERE ${key} IN
		 (SELECT ${key} FROM ${table} ORDER BY ${age} LIMIT max(0, (SELECT count(*) FROM ${table}) - ?))`,
	);
	let uncounted = max;
	return () => {
		uncounted += 1;
		if (uncounted <= max / 10) return;
		uncounted = 0;
		trim.run(max);
	};
}
