/** Fills an empty database with the seeded cities, people, events and relations, dated around now. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { seedData } from './data/seed.ts';
import type { SeedEvent } from './data/seed-event.ts';
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
		insertRows(
			database,
			'locs',
			locs.map(({ id, uid, name, parent, habitable }, rank) => ({
				id,
				uid,
				name,
				parent,
				habitable: Number(habitable),
				rank,
			})),
		);
		insertRows(
			database,
			'users',
			users.map(({ password, ...user }) => ({
				...user,
				password_hash: password === null ? null : hashPassword(password),
			})),
		);
		insertEvents(database, events);
		insertRows(database, 'participants', participations);
		insertRows(database, 'wishers', wishes);
		insertRows(database, 'invitations', invitations);
	});
}

export function insertEvents(database: DatabaseSync, events: readonly SeedEvent[]): void {
	insertRows(
		database,
		'events',
		events.map((event) => ({ ...event, is_priv: Number(event.is_priv) })),
	);
}

/** Inserts rows that all have the same columns; skips those that the table already has. */
function insertRows(database: DatabaseSync, table: string, rows: readonly object[]): void {
	const columns = Object.keys(rows[0] ?? {});
	const places = columns.map((column) => `:${column}`);
	const insert = database.prepare(
		`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) ON CONFLICT DO NOTHING`,
	);
	for (const row of rows) insert.run(row as Record<string, SQLInputValue>);
}
