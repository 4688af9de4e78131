/**
 * `npm run seed -- --events 10000 --relations 50000 --db file`: creates a database for a sandbox with more
 * events. Start the sandbox with SANDBOX_DB set to the file.
 */
import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { openClock } from '../sandbox/clock.ts';
import { createRandom } from '../sandbox/data/random.ts';
import { makeEvents } from '../sandbox/data/seed-data.ts';
import { inTransaction, openDatabase } from '../sandbox/database.ts';
import { insertRows, seedIfEmpty } from '../sandbox/seed-database.ts';
import { fail } from './run.ts';

function readArguments(args: readonly string[]) {
	const { db, events, relations } = parseArgs({
		args: [...args],
		options: {
			db: { type: 'string' },
			events: { type: 'string', default: '10000' },
			relations: { type: 'string', default: '50000' },
		},
	}).values;
	for (const [name, text] of Object.entries({ events, relations }))
		if (!/^\d{1,8}$/.test(text))
			throw new Error(`--${name}: expected a whole number, got ${JSON.stringify(text)}`);
	if (db === undefined) throw new Error('--db: missing; pass a file for the database');
	if (existsSync(db)) throw new Error(`--db: ${db} exists; pass a new file`);
	return { db, events: Number(events), relations: Number(relations) };
}

/** Id of the first event, higher than the demo's ids. */
const firstEvent = 20_000_000;

/** @param now date to place the events around */
function addLargeSeed(
	database: DatabaseSync,
	now: string,
	{ events, relations }: { events: number; relations: number },
): void {
	const users = database.prepare('SELECT id FROM users').all();
	const userIds = users.map(({ id }) => String(id));
	const rows = makeEvents(20_262, now, userIds)
		.take(events)
		.map((event, index) => ({ ...event, id: String(firstEvent + index) }));
	const random = createRandom(20_263);
	const newRelation = () => ({
		// Squared, so that some events have many users and most have few.
		event_id: String(firstEvent + Math.floor(random.next() ** 2 * events)),
		user_id: random.pick(userIds),
	});
	inTransaction(database, () => {
		insertRows(database, 'events', rows);
		if (events === 0) return;
		for (const table of ['participants', 'wishers'])
			insertRows(database, table, Array.from({ length: relations / 2 }, newRelation));
	});
}

export async function seed(args: readonly string[]): Promise<void> {
	try {
		const { db, ...sizes } = readArguments(args);
		const database = openDatabase(db);
		// Nothing has to be durable: after a crash the file is useless anyway.
		database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; PRAGMA foreign_keys = OFF;');
		const now = openClock(database).wallClock();
		seedIfEmpty(database, now, 'demo');
		addLargeSeed(database, now, sizes);
		database.exec('ANALYZE');
		database.close();
		console.log(`Done. Start it with: SANDBOX_DB=${db} npm run sandbox`);
	} catch (error) {
		fail(error, 'Nothing was created');
	}
}
