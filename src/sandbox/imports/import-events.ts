/** Adds a calendar's events to the sandbox's database, or replaces the events in it. */
import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../database.ts';
import { dayOf } from '../dates.ts';
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

/** An event of an earlier import. */
interface Known {
	id: string;
	source: string;
	uid: string;
	occurrence: string;
	title: string;
	begin: string;
	end: string;
	address: string;
	loc: string;
}

type Compared = Pick<Known, 'uid' | 'occurrence' | 'title' | 'begin' | 'address'>;

/**
 * What makes an event the one of an earlier import, from the surest: programs change the title or time of an event, its
 * UID, or give a UID to another event.
 */
const sameEvent: readonly ((event: Compared) => readonly string[])[] = [
	({ uid, occurrence, title }) => ['uid', uid, occurrence, title],
	({ title, begin, address }) => ['place', title, begin, address],
	({ title, begin }) => ['time', title, begin],
	({ uid, occurrence }) => ['uid', uid, occurrence],
	({ uid, title, begin }) => ['day', uid, title, dayOf(begin)],
	// Such as “Reading (now in hall B)”.
	({ title, begin }) => ['words', begin, ...title.split(' ', 2)],
];
/** What makes it the one of a file that had another name. Two calendars of a city may have the same UIDs. */
const sameInOtherFile = sameEvent.slice(0, 2);

/** Prefix of the source of a file, which may get another name, unlike a URL. */
const filePrefix = 'file ';

/**
 * Whether a new calendar is a new version of a known one: it has at least half of its events, with their UIDs. Those of
 * a file may all have changed.
 */
function isRenamed(
	events: readonly ImportedEvent[],
	known: readonly Known[],
	now: string,
	isFile: boolean,
): boolean {
	const areFiles = isFile && known.every(({ source }) => source.startsWith(filePrefix));
	const found = new Map<ImportedEvent, Known>();
	match(events, known, areFiles ? sameInOtherFile : sameEvent.slice(0, 1), found);
	return found.size > 0 && found.size * 2 >= known.filter(({ end }) => end > now).length;
}

/** Adds to `matches`. Each known event matches one event at most. */
function match(
	events: readonly ImportedEvent[],
	known: readonly Known[],
	rules: typeof sameEvent,
	matches: Map<ImportedEvent, Known>,
): void {
	for (const rule of rules) {
		const keyOf = (event: Compared) => JSON.stringify(rule(event));
		const taken = new Set(matches.values());
		const byKey = Map.groupBy(
			known.filter((each) => !taken.has(each)),
			keyOf,
		);
		for (const event of events) {
			if (matches.has(event)) continue;
			const found = byKey.get(keyOf(event))?.shift();
			if (found !== undefined) matches.set(event, found);
		}
	}
}

/** Writes all of an import, or nothing. Its time zone becomes the sandbox's. */
export function importEvents(
	database: DatabaseSync,
	{ reading, source, city, organizer, only, now }: Import,
) {
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
	const isFile = !/^\w{2,}:\/\//.test(source);
	const sourceId = `${isFile ? filePrefix : ''}${hashOf(source)}`;
	const insertImport = database.prepare(
		`INSERT OR REPLACE INTO imports (event_id, source, uid, occurrence, image, page, all_day)
		 VALUES (:id, :sourceId, :uid, :occurrence, :image, :page, :allDay)`,
	);
	const exists = database.prepare('SELECT 1 FROM events WHERE id = ?');
	const newId = ({ uid, occurrence }: ImportedEvent): string => {
		for (let number = 0; ; number += 1) {
			const id = hashOf([sourceId, uid, occurrence, number].join('\n'));
			if (exists.get(id) === undefined) return id;
		}
	};
	const writeEvent = (event: ImportedEvent, id: string, loc: string): void => {
		const { uid, occurrence, isAllDay, image, page, organizer: named, ...columns } = event;
		const name = named ?? organizer;
		const owner = hashOf(`organizer ${name}`);
		insertPerson.run({ id: owner, name });
		insertEvent.run({ ...columns, id, loc, owner });
		insertImport.run({ id, sourceId, uid, occurrence, image, page, allDay: Number(isAllDay) });
	};

	return inTransaction(database, () => {
		const loc = findOrAddCity(database, city);
		const known = database
			.prepare(
				`SELECT events.id, source, imports.uid, occurrence, title, begin_time AS begin, end_time AS end, address, loc_id AS loc
				 FROM imports JOIN events ON events.id = event_id`,
			)
			.all() as unknown as Known[];
		const bySource = Map.groupBy(known, (each) => each.source);
		const own = bySource.get(sourceId) ?? [];
		// A file that was never imported may be a new version of one that was.
		const others =
			own.length > 0
				? []
				: [...bySource.values()]
						.map((rows) => rows.filter((each) => each.loc === loc))
						.filter((rows) => rows.length > 0);
		const renamed = others.filter((rows) => isRenamed(reading.events, rows, now, isFile));
		own.push(...renamed.flat());
		const matches = new Map<ImportedEvent, Known>();
		match(reading.events, own, sameEvent, matches);
		match(reading.events, others.flat(), sameInOtherFile, matches);
		for (const event of reading.events) writeEvent(event, matches.get(event)?.id ?? newId(event), loc);
		const kept = new Set(matches.values());
		const gone = own.filter((each) => !kept.has(each) && each.end > now);
		removeEvents(
			database,
			gone.map(({ id }) => id),
		);
		if (only) {
			const seeded = database
				.prepare('SELECT id FROM events WHERE id NOT IN (SELECT event_id FROM imports)')
				.all();
			removeEvents(
				database,
				seeded.map(({ id }) => String(id)),
			);
			database.prepare('DELETE FROM locs WHERE id <> ? AND id NOT IN (SELECT loc_id FROM events)').run(loc);
		}
		database.prepare(`INSERT OR REPLACE INTO facts (name, value) VALUES ('time_zone', ?)`).run(reading.zone);
		const recognized = [...matches].filter(
			([event, { uid, occurrence }]) => event.uid !== uid || event.occurrence !== occurrence,
		);
		return {
			added: reading.events.length - matches.size,
			updated: matches.size,
			removed: gone.length,
			/** Titles of events whose UID or occurrence changed, recognized by title and time. */
			recognized: recognized.map(([{ title }]) => title),
		};
	});
}
