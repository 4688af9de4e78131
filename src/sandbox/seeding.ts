/** Fills an empty database with the seeded cities, people, events and relations, dated around now. */
import type { DatabaseSync } from 'node:sqlite';
import type { WallClock } from '../contract/event/wall-clock.ts';
import { seedData } from './data/seed.ts';
import type { SeedEvent } from './data/seed-event.ts';
import { inTransaction } from './database.ts';
import { hashPassword } from './secrets.ts';

/** All tables: a reset removes what is seeded and what people did since. */
const tables = [
	'invitations',
	'wishers',
	'participants',
	'events',
	'event_days',
	'tokens',
	'codes',
	'sign_ins',
	'consents',
	'users',
	'locs',
	'apps',
	'facts',
];

/** Empties all tables. */
export function wipe(database: DatabaseSync): void {
	inTransaction(database, () => {
		for (const table of tables) database.exec(`DELETE FROM ${table}`);
	});
}

/**
 * Seeds the database if it is empty.
 *
 * @param now the events are dated around it
 * @returns whether it was empty
 */
export function seedIfEmpty(database: DatabaseSync, now: WallClock, size: 'demo' | 'small'): boolean {
	if (database.prepare('SELECT 1 FROM locs LIMIT 1').get() !== undefined) return false;
	const { locs, users, events, participations, wishes, invitations } = seedData({ seed: 20_261, now, size });
	inTransaction(database, () => {
		const insertLoc = database.prepare(
			'INSERT INTO locs (id, name, uid, parent, habitable, rank) VALUES (?, ?, ?, ?, ?, ?)',
		);
		for (const [rank, { id, uid, name, parent, habitable }] of locs.entries())
			insertLoc.run(id, name, uid, parent, habitable ? 1 : 0, rank);
		const insertUser = database.prepare(
			'INSERT INTO users (id, uid, name, password_hash) VALUES (?, ?, ?, ?)',
		);
		for (const { id, uid, name, password } of users)
			insertUser.run(id, uid, name, password === null ? null : hashPassword(password));
		const insertEvent = prepareEventInsert(database);
		for (const event of events) insertEvent(event);
		const insertParticipant = database.prepare(
			'INSERT OR IGNORE INTO participants (event_id, user_id, participate_date) VALUES (?, ?, ?)',
		);
		for (const { event_id, user_id, participate_date } of participations)
			insertParticipant.run(event_id, user_id, participate_date);
		const insertWisher = database.prepare('INSERT OR IGNORE INTO wishers (event_id, user_id) VALUES (?, ?)');
		for (const { event_id, user_id } of wishes) insertWisher.run(event_id, user_id);
		const insertInvitation = database.prepare(
			'INSERT OR IGNORE INTO invitations (event_id, user_id) VALUES (?, ?)',
		);
		for (const { event_id, user_id } of invitations) insertInvitation.run(event_id, user_id);
		database.exec(`UPDATE events SET
			participant_count = (SELECT count(*) FROM participants WHERE event_id = events.id),
			wisher_count = (SELECT count(*) FROM wishers WHERE event_id = events.id)`);
	});
	return true;
}

/** Prepares the insertion of an event. */
export function prepareEventInsert(database: DatabaseSync): (event: SeedEvent) => void {
	const insert = database.prepare(
		`INSERT INTO events (id, title, content, begin_time, end_time, address, geo, loc_id, owner_id, category, album, is_priv)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	return (event) => {
		insert.run(
			event.id,
			event.title,
			event.content,
			event.begin_time,
			event.end_time,
			event.address,
			event.geo,
			event.loc_id,
			event.owner_id,
			event.category,
			event.album,
			event.is_priv ? 1 : 0,
		);
	};
}
