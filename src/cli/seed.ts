/**
 * `npm run seed -- --events 1000000 --relations 5000000 --db file`: creates a database for a sandbox of any size, with a
 * progress bar. Start the sandbox with SANDBOX_DB set to the file. Users, events and relations are added to the usual ones.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { openClock } from '../sandbox/clock.ts';
import { createRandom } from '../sandbox/data/random.ts';
import { makeEvents } from '../sandbox/data/seed.ts';
import { inTransaction, openDatabase } from '../sandbox/database.ts';
import { prepareEventInsert, seedIfEmpty } from '../sandbox/seeding.ts';

/** Rows written in one transaction. */
const batch = 20_000;
/** First identifiers of the added users and events, beyond the usual ones. */
const first = { user: 5_000_000, event: 20_000_000 };

/** Prints why the command cannot run, and exits. */
function fail(message: string): never {
	console.error(message);
	process.exit(1);
}

function readArguments() {
	const { values } = parseArgs({
		options: { events: { type: 'string' }, relations: { type: 'string' }, db: { type: 'string' } },
	});
	const number = (name: 'events' | 'relations', fallback: number) => {
		const text = values[name] ?? String(fallback);
		if (!/^\d{1,8}$/.test(text)) fail(`--${name}: expected a whole number, got ${JSON.stringify(text)}`);
		return Number(text);
	};
	if (values.db === undefined) fail('--db: missing; give a file for the database');
	if (existsSync(values.db)) fail(`--db: ${values.db} exists; give a new file`);
	return { events: number('events', 1_000_000), relations: number('relations', 5_000_000), file: values.db };
}

const { events, relations, file } = readArguments();
const database = openDatabase(file);
// After a crash the file is worthless anyway, so nothing has to be durable.
database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; PRAGMA foreign_keys = OFF;');
const now = openClock(database).wallClock();
seedIfEmpty(database, now, 'demo');

const bar = new SingleBar({
	format: '{what} [{bar}] {percentage}% {value}/{total}, {eta_formatted} left',
	hideCursor: true,
});

/** Calls `write` for 0 to `total`, in transactions, with a progress bar. */
function writeAll(what: string, total: number, write: (index: number) => void): void {
	if (total === 0) return;
	bar.start(total, 0, { what });
	for (let from = 0; from < total; from += batch) {
		const to = Math.min(total, from + batch);
		inTransaction(database, () => {
			for (let index = from; index < to; index++) write(index);
		});
		bar.update(to);
	}
	bar.stop();
}

const userCount = Math.max(300, Math.round(events / 20));
const insertUser = database.prepare('INSERT INTO users (id, uid, name) VALUES (?, ?, ?)');
writeAll('users    ', userCount, (index) => {
	const id = String(first.user + index);
	insertUser.run(id, `p${id}`, `Person ${index + 1}`);
});

const source = makeEvents(
	20_262,
	now,
	Array.from({ length: userCount }, (_, index) => String(first.user + index)),
);
const insertEvent = prepareEventInsert(database);
writeAll('events   ', events, (index) => {
	insertEvent({ ...source.next().value, id: String(first.event + index) });
});

const random = createRandom(20_263);
const insertRelation = {
	participants: database.prepare('INSERT OR IGNORE INTO participants (event_id, user_id) VALUES (?, ?)'),
	wishers: database.prepare('INSERT OR IGNORE INTO wishers (event_id, user_id) VALUES (?, ?)'),
};
writeAll('relations', events === 0 ? 0 : relations, (index) => {
	// Squared, so that some events have many users and most have few.
	const event = String(first.event + Math.floor(random.next() ** 2 * events));
	const user = String(first.user + Math.floor(random.next() * userCount));
	insertRelation[index % 2 === 0 ? 'participants' : 'wishers'].run(event, user);
});

console.log('Counting …');
for (const [column, table] of [
	['participant_count', 'participants'],
	['wisher_count', 'wishers'],
] as const)
	database.exec(`UPDATE events SET ${column} = counted.n
		FROM (SELECT event_id, count(*) AS n FROM ${table} GROUP BY event_id) AS counted WHERE counted.event_id = events.id`);
database.exec('ANALYZE');
database.close();
console.log(`Done. SANDBOX_DB=${file} npm run sandbox`);
