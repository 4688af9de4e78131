/** Adds a calendar's events to the sandbox's database, or replaces the events in it. */
import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { importedTimeZone } from '../clock.ts';
import { inTransaction } from '../database.ts';
import { addDays, dayOf } from '../dates.ts';
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
	/** Also if that removes most events, or shifts those of other calendars to another time zone. */
	force: boolean;
	/** All calendars that are imported together. */
	sources: readonly string[];
	/** Current local time in the city. */
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
	city: string;
}

type Compared = Pick<Known, 'uid' | 'occurrence' | 'title' | 'begin' | 'address'>;

type Rule = (event: Compared) => readonly string[];

const sameOccurrence: Rule = ({ uid, occurrence, title }) => ['uid', uid, occurrence, title];
const samePlace: Rule = ({ title, begin, address }) => ['place', title, begin, address];
const sameStart: Rule = ({ uid, begin }) => ['start', uid, begin];
/** Such as “Long walk (now in hall B)”. */
const sameWords: Rule = ({ title, begin }) => ['words', begin, ...title.split(' ', 2)];
const isSimilar = (a: Compared, b: Compared): boolean =>
	(a.address !== '' && a.address === b.address) || a.title.includes(b.title) || b.title.includes(a.title);

/**
 * What makes an event the one of an earlier import, from the surest: programs change the title or time of an event, its
 * UID, or give a UID to another event.
 */
const sameEvent: readonly Rule[] = [
	sameOccurrence,
	samePlace,
	sameStart,
	({ title, begin }) => ['time', title, begin],
	({ uid, occurrence }) => ['uid', uid, occurrence],
	({ uid, title, begin }) => ['day', uid, title, dayOf(begin)],
	sameWords,
];

/** Google gives what follows a change of a series a UID such as `ab_R20261215T180000@google.com`. */
const baseOf = (uid: string): string => uid.replace(/_R\d{8}(?:T\d{6}Z?)?(?=@|$)/, '');
/** A series that is moved has no date of its own left. Nearest first. */
const nearbyDays = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6];
const sameSeries: Rule = ({ uid, begin }) => [baseOf(uid), dayOf(begin)];
const isOfSeries = ({ occurrence }: Compared): boolean => /^\d{4}-\d\d-\d\d(?:T[\d:]+)?$/.test(occurrence);

/** Fewest upcoming events whose removal, if they are most, looks like a mistake. */
const minSuspicious = 10;

/** Prefix of the source of a file, which may get another name, unlike a URL. */
const filePrefix = 'file ';

/** The source is only compared, and a calendar's secret URL should not be stored. */
const sourceIdOf = (source: string): string =>
	`${/^\w{2,}:\/\//.test(source) ? '' : filePrefix}${hashOf(source)}`;

/**
 * Whether a new calendar is a new version of a known one: most events of each are those of the other, with their UIDs.
 * Those of a file may all have changed.
 */
function isRenamed(events: readonly ImportedEvent[], sourceId: string, known: readonly Known[]): boolean {
	const areFiles = [sourceId, ...known.map(({ source }) => source)].every((id) => id.startsWith(filePrefix));
	const found = new Map<ImportedEvent, Known>();
	match(events, known, [sameOccurrence, sameStart, ...(areFiles ? [samePlace] : [])], found);
	return found.size * 2 > Math.max(events.length, known.length);
}

/** Adds to `matches`. Each known event matches one event at most, which is this number of days later. */
function match(
	events: readonly ImportedEvent[],
	known: readonly Known[],
	rules: readonly Rule[],
	matches: Map<ImportedEvent, Known>,
	days = 0,
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
			const begin = days === 0 ? event.begin : addDays(dayOf(event.begin), -days);
			const group = byKey.get(keyOf({ ...event, begin })) ?? [];
			const index = rule === sameWords ? group.findIndex((each) => isSimilar(each, event)) : 0;
			const [found] = index === -1 ? [] : group.splice(index, 1);
			if (found !== undefined) matches.set(event, found);
		}
	}
}

/** Writes all of an import, or nothing. Its time zone becomes the sandbox's. */
export function importEvents(
	database: DatabaseSync,
	{ reading, source, city, organizer, only, force, sources, now }: Import,
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
	const sourceId = sourceIdOf(source);
	const together = new Set(sources.map(sourceIdOf));
	const upcoming = <Event extends { end: string }>(events: readonly Event[]) =>
		events.filter(({ end }) => end > now);
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
				`SELECT events.id, source, imports.uid, occurrence, title, begin_time AS begin, end_time AS end, address, loc_id AS loc,
					locs.name AS city
				 FROM imports JOIN events ON events.id = event_id JOIN locs ON locs.id = loc_id`,
			)
			.all() as unknown as Known[];
		const zoneBefore = importedTimeZone(database);
		const shifted = known.filter((each) => !together.has(each.source));
		if (zoneBefore !== null && zoneBefore !== reading.zone && shifted.length > 0 && !force)
			throw new Error(
				`${reading.zone} would shift the events of other calendars, which are in ${zoneBefore}: leave out --zone, or add --force and import them again, for ${[...new Set(shifted.map((each) => each.city))].join(', ')}`,
			);
		const own = known.filter((each) => each.source === sourceId);
		const others = known.filter((each) => each.source !== sourceId && each.loc === loc);
		// A file that was never imported may be a new version of one that was.
		const renamed =
			own.length > 0
				? []
				: [...Map.groupBy(others, (each) => each.source)]
						.filter(
							([id, rows]) =>
								!together.has(id) && isRenamed(upcoming(reading.events), sourceId, upcoming(rows)),
						)
						.flatMap(([, rows]) => rows);
		own.push(...renamed);
		const isWithdrawn = ({ uid, occurrence }: Known) =>
			reading.withdrawn.has(uid) || reading.withdrawn.has(`${uid}\n${occurrence}`);
		const matches = new Map<ImportedEvent, Known>();
		match(reading.events, own, sameEvent, matches);
		// Calendars of a city may share events. Numbers are UIDs in many.
		match(reading.events, others, [samePlace], matches);
		const global = others.filter(({ uid }) => /\D/.test(uid));
		match(reading.events, global, [sameStart], matches);
		const dates = upcoming(reading.events).filter(isOfSeries);
		const datesBefore = upcoming(own).filter((each) => isOfSeries(each) && !isWithdrawn(each));
		for (const days of nearbyDays) match(dates, datesBefore, [sameSeries], matches, days);
		for (const event of reading.events) writeEvent(event, matches.get(event)?.id ?? newId(event), loc);
		const kept = new Set(matches.values());
		const unread = new Set(reading.lost);
		const isMissing = ({ uid, end }: Known) =>
			end > now ||
			end >= reading.since ||
			reading.events.some((event) => event.uid === uid && event.end <= end);
		const gone = own.filter(
			(each) => !kept.has(each) && (isWithdrawn(each) || (!unread.has(each.uid) && isMissing(each))),
		);
		const suspicious = upcoming(gone).filter((each) => !isWithdrawn(each)).length;
		if (suspicious >= minSuspicious && suspicious * 2 > upcoming(own).length && !force)
			throw new Error(
				`${suspicious} of ${upcoming(own).length} upcoming events are no longer in the calendar: if that is right, add --force to remove them`,
			);
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
			/** Titles of events whose UID or occurrence changed. */
			recognized: recognized.map(([{ title }]) => title),
			/** Titles of the events of an earlier calendar that this one replaces. */
			replaced: renamed.map(({ title }) => title),
		};
	});
}
