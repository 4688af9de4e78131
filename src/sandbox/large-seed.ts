/** Adds any number of events and relations to the seeded data, for trying a sandbox at scale. */
import type { DatabaseSync } from 'node:sqlite';
import { createRandom } from './data/random.ts';
import { makeEvents } from './data/seed-data.ts';
import { inTransaction } from './database.ts';
import { insertRows } from './seed-database.ts';

const batch = 20_000;
/** Beyond the identifiers of the seeded events. */
const firstEvent = 20_000_000;

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

	const users = database.prepare('SELECT id FROM users').all();
	const userIds = users.map(({ id }) => String(id));
	const source = makeEvents(20_262, now, userIds);
	writeAll('events', events, (indexes) =>
		insertRows(
			database,
			'events',
			indexes.map((index) => ({ ...source.next().value, id: String(firstEvent + index) })),
		),
	);

	const random = createRandom(20_263);
	const [insertParticipant, insertWisher] = ['participants', 'wishers'].map((table) =>
		database.prepare(`INSERT OR IGNORE INTO ${table} (event_id, user_id) VALUES (?, ?)`),
	);
	writeAll('relations', events === 0 ? 0 : relations, (indexes) => {
		for (const index of indexes) {
			// Squared, so that some events have many users and most have few.
			const event = String(firstEvent + Math.floor(random.next() ** 2 * events));
			(index % 2 === 0 ? insertParticipant : insertWisher)?.run(event, random.pick(userIds));
		}
	});
}
