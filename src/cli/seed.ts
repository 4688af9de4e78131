/**
 * `npm run seed -- --events 10000 --relations 50000 --db file`: creates a database for a sandbox with more
 * events. Start the sandbox with SANDBOX_DB set to the file.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openClock } from '../sandbox/clock.ts';
import { openDatabase } from '../sandbox/database.ts';
import { addLargeSeed } from '../sandbox/large-seed.ts';
import { seedIfEmpty } from '../sandbox/seed-database.ts';

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

export async function seed(args: readonly string[]): Promise<void> {
	try {
		const { db, ...sizes } = readArguments(args);
		const database = openDatabase(db);
		// Nothing has to be durable: after a crash the file is useless anyway.
		database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; PRAGMA foreign_keys = OFF;');
		const now = openClock(database).wallClock();
		seedIfEmpty(database, now, 'demo');
		addLargeSeed(database, now, sizes, console.log);
		database.exec('ANALYZE');
		database.close();
		console.log(`Done. Start it with: SANDBOX_DB=${db} npm run sandbox`);
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	}
}
