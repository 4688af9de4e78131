/** Adds a calendar's events to the sandbox's database, or replaces the events in it. */
import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../database.ts';
import type { CalendarReading, ImportedEvent } from './read-calendar.ts';

export interface Import {
	reading: CalendarReading;
	/** Identifies the calendar: events from an earlier import of it that it no longer contains are removed. */
	source: string;
	/** Name or short name of the city. Created if it doesn't exist. */
	city: string;
	/** The organizer of events that name none. */
	organizer: string;
	/** Whether to remove everything that was not imported, except people. */
	only: boolean;
	/** Current local time in the city. Events that are already over are not removed. */
	now: string;
}

/** Stable across imports, so that an event keeps its participants. */
const hashOf = (text: string): string => hash('sha256', text).slice(0, 20);

function findOrAddCity(database: DatabaseSync, name: string): string {
	const known = database
		.prepare('SELECT id FROM locs WHERE name = :name COLLATE NOCASE OR uid = :name COLLATE NOCASE')
		.get({ name });
	if (known !== undefined) return String(known.id);
	const next = database
		.prepare('SELECT max(CAST(id AS INTEGER)) + 1 AS id, min(rank) - 1 AS rank FROM locs')
		.get();
	const id = String(next?.id ?? 1);
	const word = name
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-')
		.replaceAll(/^-|-$/g, '');
	const isFree = word !== '' && database.prepare('SELECT 1 FROM locs WHERE uid = ?').get(word) === undefined;
	// First in the list: a user who imports a calendar wants to see its city.
	database
		.prepare('INSERT INTO locs (id, name, uid, parent, habitable, rank) VALUES (?, ?, ?, ?, 1, ?)')
		.run(id, name, isFree ? word : id, '', Number(next?.rank ?? 0));
	return id;
}

/** Also deletes everything that refers to the events. */
function removeEvents(database: DatabaseSync, ids: readonly string[]): void {
	const deletions = ['participants', 'wishers', 'invitations', 'imports'].map((table) =>
		database.prepare(`DELETE FROM ${table} WHERE event_id = ?`),
	);
	const deleteEvent = database.prepare('DELETE FROM events WHERE id = ?');
	for (const id of ids) for (const deletion of [...deletions, deleteEvent]) deletion.run(id);
}

/** Writes all of an import, or nothing. Its time zone becomes the sandbox's. */
export function importEvents(
	database: DatabaseSync,
	{ reading, source, city, organizer, only, now }: Import,
) {
	const idsOf = (query: string, ...values: string[]) =>
		database
			.prepare(query)
			.all(...values)
			.map(({ id }) => String(id));
	const insertPerson = database.prepare(
		'INSERT INTO users (id, uid, name) VALUES (:id, :id, :name) ON CONFLICT DO NOTHING',
	);
	const insertEvent = database.prepare(
		`INSERT INTO events (id, title, content, begin_time, end_time, address, geo, loc_id, owner_id, category, album, is_priv)
		 VALUES (:id, :title, :content, :begin, :end, :address, :geo, :loc, :owner, :type, :id, 0)
		 ON CONFLICT DO UPDATE SET title = excluded.title, content = excluded.content, begin_time = excluded.begin_time,
			end_time = excluded.end_time, address = excluded.address, geo = excluded.geo, loc_id = excluded.loc_id,
			owner_id = excluded.owner_id, category = excluded.category`,
	);
	// The source is only compared, and a calendar's secret URL should not be stored.
	const sourceId = hashOf(source);
	const insertImport = database.prepare(
		`INSERT INTO imports (event_id, source, uid, occurrence, image, page, all_day)
		 VALUES (:id, :sourceId, :uid, :occurrence, :image, :page, :allDay)
		 ON CONFLICT DO UPDATE SET source = excluded.source, image = excluded.image, page = excluded.page,
			all_day = excluded.all_day`,
	);
	const writeEvent = (event: ImportedEvent, loc: string): string => {
		const { uid, occurrence, isAllDay, image, page, organizer: named, ...columns } = event;
		const id = hashOf(`${uid}\n${occurrence}`);
		const name = named ?? organizer;
		const owner = hashOf(`organizer ${name}`);
		insertPerson.run({ id: owner, name });
		insertEvent.run({ ...columns, id, loc, owner });
		insertImport.run({ id, sourceId, uid, occurrence, image, page, allDay: Number(isAllDay) });
		return id;
	};

	return inTransaction(database, () => {
		const before = new Set(idsOf('SELECT event_id AS id FROM imports'));
		const loc = findOrAddCity(database, city);
		const written = new Set(reading.events.map((event) => writeEvent(event, loc)));
		const gone = database
			.prepare(
				`SELECT event_id AS id, source, uid FROM imports JOIN events ON events.id = event_id WHERE end_time > ?`,
			)
			.all(now)
			.filter(({ source: from, uid }) => from === sourceId || reading.uids.has(String(uid)))
			.map(({ id }) => String(id))
			.filter((id) => !written.has(id));
		removeEvents(database, gone);
		if (only) {
			removeEvents(database, idsOf('SELECT id FROM events WHERE id NOT IN (SELECT event_id FROM imports)'));
			database.prepare('DELETE FROM locs WHERE id <> ? AND id NOT IN (SELECT loc_id FROM events)').run(loc);
		}
		database.prepare(`INSERT OR REPLACE INTO facts (name, value) VALUES ('time_zone', ?)`).run(reading.zone);
		const updated = [...written].filter((id) => before.has(id)).length;
		return { added: written.size - updated, updated, removed: gone.length };
	});
}
