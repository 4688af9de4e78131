/** Fills an empty database with the seeded cities, people, events and relations, dated around now. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { seedData } from './data/seed-data.ts';
import { inTransaction } from './database.ts';
import { hashPassword } from './oauth/secrets.ts';

export function wipe(database: DatabaseSync): void {
	inTransaction(database, () => {
		database.exec('PRAGMA defer_foreign_keys = ON');
		for (const { name } of database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all())
			database.exec(`DELETE FROM ${name}`);
	});
}

/** @param now date to place the events around */
export function seedIfEmpty(database: DatabaseSync, now: string, size: 'demo' | 'small'): void {
	if (database.prepare('SELECT 1 FROM locs LIMIT 1').get() !== undefined) return;
	const { locs, users, events, participations, wishes, invitations } = seedData({ seed: 20_261, now, size });
	inTransaction(database, () => {
		const ranked = locs.map((loc, rank) => ({ ...loc, rank }));
		insertRows(database, 'locs', ranked);
		const accounts = users.map(({ password, ...user }) => ({
			...user,
			password_hash: password === null ? null : hashPassword(password),
		}));
		insertRows(database, 'users', accounts);
		insertRows(database, 'events', events);
		insertRows(database, 'participants', participations);
		insertRows(database, 'wishers', wishes);
		insertRows(database, 'invitations', invitations);
	});
}

// SQLite has no booleans.
const toSql = (value: unknown) => (typeof value === 'boolean' ? Number(value) : (value as SQLInputValue));

/** Inserts rows that all have the same columns in the same order; skips those that the table already has. */
export function insertRows(database: DatabaseSync, table: string, rows: Iterable<object>): void {
	let insert: StatementSync | undefined;
	for (const row of rows) {
		const columns = Object.keys(row);
		insert ??= database.prepare(
			`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`,
		);
		insert.run(...Object.values(row).map(toSql));
	}
}
