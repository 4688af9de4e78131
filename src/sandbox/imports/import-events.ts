/** Adds a calendar's events to the sandbox's database, or replaces the events in it. */
import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { importedTimeZone } from '../clock.ts';
import { inTransaction } from '../database.ts';
import { isNewVersion, type KnownEvent, matchKnown } from './match-known.ts';
import type { CalendarReading, ImportedEvent } from './read-calendar.ts';

export interface Import {
	reading: CalendarReading;
	/** Identifies the calendar. Its upcoming events that an earlier import had, and this one lacks, are removed. */
	source: string;
	/** Name or short name of the city. Created if it doesn't exist. */
	city: string;
	/** The organizer of events that name none. */
	organizer: string;
	/** Whether to remove everything that was not imported, except people. */
	only: boolean;
	/** Whether to import even if that removes most events, or changes the time zone of other calendars. */
	force: boolean;
	/** All calendars that are imported together. */
	sources: readonly string[];
	/** Current local time in the city. */
	now: string;
}

/** The same in every import, so that an event keeps its participants. */
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
	// Put the city first in the list: a user who imports a calendar wants to see its city.
	database
		.prepare('INSERT INTO locs (id, name, uid, parent, habitable, rank) VALUES (?, ?, ?, ?, 1, ?)')
		.run(id, name, isFree ? word : id, '', Number(next?.rank ?? 0));
	return id;
}

/** An import that removes most upcoming events, and at least this many, looks like a mistake. */
const minSuspicious = 10;

/** Marks a source as a file. A file, unlike a URL, may have been renamed since the last import. */
const filePrefix = 'file ';

/** A hash is enough to compare sources, and a calendar's secret URL should not be stored. */
const sourceIdOf = (source: string): string =>
	`${/^\w{2,}:\/\//.test(source) ? '' : filePrefix}${hashOf(source)}`;

const readKnown = (database: DatabaseSync): KnownEvent[] =>
	database
		.prepare(
			`SELECT events.id, source, imports.uid, occurrence, title, begin_time AS begin, end_time AS end, address, loc_id AS loc,
				locs.name AS city
			 FROM imports JOIN events ON events.id = event_id JOIN locs ON locs.id = loc_id`,
		)
		.all() as unknown as KnownEvent[];

/** Key in the table `facts`. Marks a calendar as imported before, even if other calendars have all its events. */
const importedFact = (sourceId: string): string => `imported ${sourceId}`;

/**
 * Decides which known event each event of the calendar is (`matches`), which of its events another calendar of the city
 * already has (`shared`), and which known events are removed (`gone`).
 * @throws Error if the import looks like a mistake, unless it is forced
 */
function planOf(database: DatabaseSync, loc: string, given: Import) {
	const { reading, source, force, sources, now } = given;
	const { events, lost, withdrawn, zone } = reading;
	const known = readKnown(database);
	const zoneBefore = importedTimeZone(database);
	const sourceId = sourceIdOf(source);
	const together = sources.map(sourceIdOf);
	const shifted = known.filter((each) => !together.includes(each.source));
	if (zoneBefore !== null && zoneBefore !== zone && shifted.length > 0 && !force)
		throw new Error(
			`${zone} would shift the events of other calendars, which are in ${zoneBefore}: leave out --zone, or add --force and import them again, for ${[...new Set(shifted.map(({ city }) => city))].join(', ')}`,
		);

	const isUpcoming = ({ end }: { end: string }) => end > now;
	const isWithdrawn = ({ uid, occurrence }: KnownEvent) =>
		withdrawn.has(uid) || withdrawn.has(`${uid}\n${occurrence}`);
	const mine = known.filter((each) => each.source === sourceId);
	/** Ignores calendars that are named later: they must not take an event from this one by publishing it first. */
	const later = together.slice(together.indexOf(sourceId) + 1);
	const others = known.filter(
		(each) => each.source !== sourceId && each.loc === loc && !later.includes(each.source),
	);
	const isReplaced = (id: string, rows: readonly KnownEvent[]) => {
		const areFiles = [id, sourceId].every((each) => each.startsWith(filePrefix));
		return (
			!together.includes(id) && isNewVersion(events.filter(isUpcoming), rows.filter(isUpcoming), areFiles)
		);
	};
	const fact = database.prepare('SELECT 1 FROM facts WHERE name = ?').get(importedFact(sourceId));
	const isNew = mine.length === 0 && fact === undefined;
	const calendars = isNew ? [...Map.groupBy(others, (each) => each.source)] : [];
	const replaced = calendars.flatMap(([id, rows]) => (isReplaced(id, rows) ? rows : []));
	const own = [...mine, ...replaced];
	const { matches, shared } = matchKnown(events, own, others);

	const kept = new Set(matches.values());
	// Keeps events that are over, because many calendars leave them out.
	const gone = own.filter(
		(each) => !kept.has(each) && (isWithdrawn(each) || (isUpcoming(each) && !lost.includes(each.uid))),
	);
	const suspicious = gone.filter((each) => isUpcoming(each) && !isWithdrawn(each)).length;
	const upcoming = own.filter(isUpcoming).length;
	if (suspicious >= minSuspicious && suspicious * 2 > upcoming && !force)
		throw new Error(
			`${suspicious} of ${upcoming} upcoming events are no longer in the calendar: if that is right, add --force to remove them`,
		);
	return { matches, shared, gone, replaced };
}

/** @returns a function that writes an event of this calendar: over the known one, or with a new id */
function writerOf(database: DatabaseSync, loc: string, { source, organizer }: Import) {
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
	const insertImport = database.prepare(
		`INSERT OR REPLACE INTO imports (event_id, source, uid, occurrence, image, page, all_day)
		 VALUES (:id, :sourceId, :uid, :occurrence, :image, :page, :allDay)`,
	);
	const exists = database.prepare('SELECT 1 FROM events WHERE id = ?');
	const sourceId = sourceIdOf(source);
	const newId = ({ uid, occurrence }: ImportedEvent): string => {
		for (let number = 0; ; number += 1) {
			const id = hashOf([sourceId, uid, occurrence, number].join('\n'));
			if (exists.get(id) === undefined) return id;
		}
	};
	return (event: ImportedEvent, known: KnownEvent | undefined): void => {
		const { uid, occurrence, isAllDay, image, page, organizer: named, ...columns } = event;
		const id = known?.id ?? newId(event);
		const name = named ?? organizer;
		const owner = hashOf(`organizer ${name}`);
		insertPerson.run({ id: owner, name });
		insertEvent.run({ ...columns, id, loc, owner });
		insertImport.run({ id, sourceId, uid, occurrence, image, page, allDay: Number(isAllDay) });
	};
}

/** Writes an import completely or not at all. Its time zone becomes the sandbox's. */
export const importEvents = (database: DatabaseSync, given: Import) =>
	inTransaction(database, () => {
		const { events, zone } = given.reading;
		const loc = findOrAddCity(database, given.city);
		const { matches, shared, gone, replaced } = planOf(database, loc, given);
		const write = writerOf(database, loc, given);
		for (const event of events) if (!shared.has(event)) write(event, matches.get(event));
		const deleteEvent = database.prepare('DELETE FROM events WHERE id = ?');
		for (const { id } of gone) deleteEvent.run(id);
		if (given.only) {
			database.exec('DELETE FROM events WHERE id NOT IN (SELECT event_id FROM imports)');
			database.prepare('DELETE FROM locs WHERE id <> ? AND id NOT IN (SELECT loc_id FROM events)').run(loc);
		}
		const forget = database.prepare('DELETE FROM facts WHERE name = ?');
		for (const { source } of replaced) forget.run(importedFact(source));
		const remember = database.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)');
		remember.run(importedFact(sourceIdOf(given.source)), given.now);
		remember.run('time_zone', zone);
		const recognized = [...matches].filter(
			([event, { uid, occurrence }]) => event.uid !== uid || event.occurrence !== occurrence,
		);
		return {
			added: events.length - matches.size - shared.size,
			updated: matches.size,
			removed: gone.length,
			/** Titles of events whose UID or occurrence changed. */
			recognized: recognized.map(([{ title }]) => title),
			/** Titles of events that another calendar of the city already has. */
			shared: [...shared].map(({ title }) => title),
			/** Titles of the events of an earlier calendar that this one replaces. */
			replaced: replaced.map(({ title }) => title),
		};
	});
