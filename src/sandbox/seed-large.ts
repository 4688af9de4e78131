/**
 * `npm run seed -- --events 1000000 --relations 5000000 --db file`: a sandbox of any size, with a progress bar. Start it
 * with SANDBOX_DB set to the file. The usual cities, people and posters; events and relations on top of the usual ones.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { openClock } from './clock.ts';
import { createRandom } from './data/random.ts';
import { makeEvents } from './data/seed.ts';
import { inTransaction, openDatabase } from './database.ts';
import { prepareEventInsert, seedIfEmpty } from './seeding.ts';

/** Rows written in one transaction. */
const batch = 20_000;
/** Identifiers of the added people and events begin here, clear of the usual ones. */
const first = { user: 5_000_000, event: 20_000_000 };

/** Why the command cannot run, in one line. */
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
	if (values.db === undefined) fail('--db: a file for the database is needed');
	if (existsSync(values.db)) fail(`--db: ${values.db} is there already; give a new file`);
	return { events: number('events', 1_000_000), relations: number('relations', 5_000_000), file: values.db };
}

const { events, relations, file } = readArguments();
const database = openDatabase(file);
// Nothing is lost by a crash here but the run itself.
database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; PRAGMA foreign_keys = OFF;');
const now = openClock(database).wallClock();
seedIfEmpty(database, now, 'demo');

const bar = new SingleBar({
	format: '{what} [{bar}] {percentage}% {value}/{total}, {eta_formatted} left',
	hideCursor: true,
});

/** Calls `write` so many times, in transactions, showing how far it is. */
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

const people = Math.max(300, Math.round(events / 20));
const insertUser = database.prepare('INSERT INTO users (id, uid, name) VALUES (?, ?, ?)');
writeAll('people   ', people, (index) => {
	const id = String(first.user + index);
	insertUser.run(id, `p${id}`, `Person ${index + 1}`);
});

const source = makeEvents(
	20_262,
	now,
	Array.from({ length: people }, (_, index) => String(first.user + index)),
);
const insertEvent = prepareEventInsert(database);
writeAll('events   ', events, (index) => {
	const { value } = source.next() as {
		value: ReturnType<typeof makeEvents> extends Generator<infer Event> ? Event : never;
	};
	insertEvent({ ...value, id: String(first.event + index) });
});

const random = createRandom(20_263);
const insertRelation = {
	participants: database.prepare('INSERT OR IGNORE INTO participants (event_id, user_id) VALUES (?, ?)'),
	wishers: database.prepare('INSERT OR IGNORE INTO wishers (event_id, user_id) VALUES (?, ?)'),
};
writeAll('relations', events === 0 ? 0 : relations, (index) => {
	// Squared, so that some events have many people and most have few.
	const event = String(first.event + Math.floor(random.next() ** 2 * events));
	const user = String(first.user + Math.floor(random.next() * people));
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
