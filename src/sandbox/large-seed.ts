/** Adds any number of users, events and relations to the seeded data, for trying a sandbox at scale. */
import type { DatabaseSync } from 'node:sqlite';
import { createRandom } from './data/random.ts';
import { makeEvents } from './data/seed.ts';
import { inTransaction } from './database.ts';
import { insertEvents } from './seeding.ts';

const batch = 20_000;
/** First identifiers of the added users and events, beyond the usual ones. */
const first = { user: 5_000_000, event: 20_000_000 };

/** @param now date to place the events around */
export function addLargeSeed(
	database: DatabaseSync,
	now: string,
	{ events, relations }: { events: number; relations: number },
	report: (done: string) => void,
): void {
	const writeAll = (what: string, total: number, write: (indexes: readonly number[]) => void) => {
		for (let from = 0; from < total; from += batch) {
			const count = Math.min(batch, total - from);
			inTransaction(database, () => write(Array.from({ length: count }, (_, index) => from + index)));
			report(`${from + count} of ${total} ${what}`);
		}
	};

	const userIds = Array.from({ length: Math.max(300, Math.round(events / 20)) }, (_, index) =>
		String(first.user + index),
	);
	const insertUser = database.prepare('INSERT INTO users (id, uid, name) VALUES (?, ?, ?)');
	writeAll('users', userIds.length, (indexes) => {
		for (const index of indexes) {
			const id = String(first.user + index);
			insertUser.run(id, `p${id}`, `Person ${index + 1}`);
		}
	});

	const source = makeEvents(20_262, now, userIds);
	writeAll('events', events, (indexes) =>
		insertEvents(
			database,
			indexes.map((index) => ({ ...source.next().value, id: String(first.event + index) })),
		),
	);

	const random = createRandom(20_263);
	const insertParticipant = database.prepare(
		'INSERT OR IGNORE INTO participants (event_id, user_id) VALUES (?, ?)',
	);
	const insertWisher = database.prepare('INSERT OR IGNORE INTO wishers (event_id, user_id) VALUES (?, ?)');
	writeAll('relations', events === 0 ? 0 : relations, (indexes) => {
		for (const index of indexes) {
			// Squared, so that some events have many users and most have few.
			const event = String(first.event + Math.floor(random.next() ** 2 * events));
			(index % 2 === 0 ? insertParticipant : insertWisher).run(event, random.pick(userIds));
		}
	});
}
