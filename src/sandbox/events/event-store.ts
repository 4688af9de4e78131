/** Events, cities and people's relations to events: storing, filtering, counting (Spec §2, §3.2, §4.2). */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { DayType, RelationStatus } from '../../contract/spec/filters.ts';
import type { WireEvent, WireLoc, WireUser } from '../../contract/spec/resources.ts';
import type { Clock } from '../clock.ts';
import type { PosterSize } from '../data/draw-images.ts';
import { addDays, dayRange, startOfDay } from '../dates.ts';
import { posterPath } from '../image-routes.ts';
import type { User, Users } from '../oauth/users.ts';
import { pagePath } from '../pages/html.ts';
import { ServiceError } from '../requests/service-error.ts';

/** The requested part of a list (Spec §2.3). */
export interface Page {
	start: number;
	count: number;
}

export interface ListOf<Element> {
	total: number;
	items: readonly Element[];
}

export type Relation = 'participants' | 'wishers';

/** Anyone who can see another person's private event counts as invited, even without a row in `invitations`. */
const isInvited = `:caller NOT IN ('', owner_id) AND (is_priv
	OR EXISTS (SELECT 1 FROM invitations WHERE event_id = events.id AND user_id = :caller))`;
const selectEvents = `SELECT events.id, title, content, begin_time, end_time, address, geo, loc_id, locs.name AS loc_name, album, category,
	(SELECT count(*) FROM participants WHERE event_id = events.id) AS participant_count,
	(SELECT count(*) FROM wishers WHERE event_id = events.id) AS wisher_count,
	iif(is_priv, 'yes', 'no') AS is_priv, iif(all_day, 'yes', 'no') AS all_day,
	iif(${isInvited}, 'yes', 'no') AS has_invited,
	iif(:caller = owner_id OR (:caller <> '' AND NOT is_priv), 'yes', 'no') AS can_invite,
	owner_id, users.uid AS owner_uid, users.name AS owner_name, imports.image, imports.page, extra
	FROM events JOIN locs ON locs.id = events.loc_id JOIN users ON users.id = events.owner_id
	LEFT JOIN imports ON imports.event_id = events.id`;
/** Only the owner, the participants and invited people see a private event. */
const visible = `(events.is_priv = 0 OR events.owner_id = :caller
	OR EXISTS (SELECT 1 FROM participants WHERE event_id = events.id AND user_id = :caller)
	OR EXISTS (SELECT 1 FROM invitations WHERE event_id = events.id AND user_id = :caller))`;

/** The columns that `toEvent` converts. All others are fields of the event, unchanged. */
interface EventRow {
	id: string;
	category: string;
	owner_id: string;
	owner_uid: string;
	owner_name: string;
	/** Null unless imported, like `page`. */
	image: string | null;
	page: string | null;
	/** Further fields, as JSON. */
	extra: string;
}

const selectLocs = `SELECT id, name, uid, parent, iif(habitable, 'yes', 'no') AS habitable FROM locs`;

export function openEventStore(database: DatabaseSync, clock: Clock, users: Users, ownOrigin: () => string) {
	const toEvent = (row: object): WireEvent => {
		const { owner_id, owner_uid, owner_name, image, page, extra, ...fields } = row as EventRow;
		const { id, category } = fields;
		const poster = (size: PosterSize) => image ?? `${ownOrigin()}${posterPath(size, category, id)}`;
		return {
			...fields,
			owner: users.summary({ id: owner_id, uid: owner_uid, name: owner_name }),
			image: poster('medium'),
			'image-hlarge': poster('hlarge'),
			'image-lmobile': poster('lmobile'),
			alt: page ?? `${ownOrigin()}${pagePath('event', id)}`,
			adapt_url: page ?? `${ownOrigin()}${pagePath('mobileEvent', id)}`,
			...(JSON.parse(extra) as object),
		} as WireEvent;
	};

	/** @throws ServiceError 107 if an event doesn't exist, or is private and the caller may not see it */
	const find = (id: string, callerId: string): WireEvent => {
		const select = database.prepare(`${selectEvents} WHERE events.id = :id AND ${visible}`);
		const row = select.get({ id, caller: callerId });
		if (row === undefined) throw new ServiceError(107, 'no such event');
		return toEvent(row);
	};
	const findOpen = (id: string, callerId: string): WireEvent => {
		const event = find(id, callerId);
		if (event.end_time <= clock.wallClock()) throw new ServiceError(999, 'the event is over');
		return event;
	};

	/** A page of events. @param values for the named parameters in `where` and `order` */
	const page = (
		{ where, order }: { where: string; order: string },
		values: Record<string, SQLInputValue>,
		{ start, count }: Page,
		callerId: string,
	): ListOf<WireEvent> => {
		const bound = { ...values, caller: callerId };
		const from = `FROM events WHERE ${where} AND ${visible}`;
		// Selects identifiers first; otherwise SQLite would sort whole rows, including the events' texts.
		const items = database.prepare(
			`${selectEvents} WHERE events.id IN (SELECT events.id ${from} ORDER BY ${order} LIMIT :count OFFSET :start) ORDER BY ${order}`,
		);
		return {
			total: Number(database.prepare(`SELECT count(*) AS total ${from}`).get(bound)?.total),
			items: items.all({ ...bound, start, count }).map(toEvent),
		};
	};

	return {
		event: find,
		/** Events that are neither over nor private, as anyone sees them. An undefined filter accepts all events. */
		list(
			{
				loc,
				dayType,
				type,
			}: { loc: string | undefined; dayType: DayType | undefined; type: string | undefined },
			paging: Page,
		): ListOf<WireEvent> {
			const now = clock.wallClock();
			const { from, to } = dayRange(dayType, now);
			return page(
				{
					where: `events.is_priv = 0 AND events.end_time > max(:from, :now) AND (:to IS NULL OR events.begin_time < :to)
						AND (:loc IS NULL OR events.loc_id = :loc) AND (:type IS NULL OR events.category = :type)`,
					// Events that begin within the range come first, then earlier ones, ordered by their end.
					order: `events.begin_time < :from,
						CASE WHEN events.begin_time < :from THEN events.end_time ELSE events.begin_time END, events.id`,
				},
				{ now, from, to, loc: loc ?? null, type: type ?? null },
				paging,
				'',
			);
		},
		created(userId: string, paging: Page, callerId: string): ListOf<WireEvent> {
			users.find(userId);
			return page(
				{ where: 'events.owner_id = :user', order: 'events.begin_time DESC, events.id' },
				{ user: userId },
				paging,
				callerId,
			);
		},
		related(
			relation: Relation,
			userId: string,
			status: RelationStatus | undefined,
			paging: Page,
			callerId: string,
		): ListOf<WireEvent> {
			users.find(userId);
			return page(
				{
					where: `events.id IN (SELECT event_id FROM ${relation} WHERE user_id = :user)
						AND (:status IS NULL OR (:status = 'expired') = (events.end_time <= :now))`,
					order: `events.begin_time ${status === 'expired' ? 'DESC' : ''}, events.id`,
				},
				{ user: userId, status: status ?? null, now: clock.wallClock() },
				paging,
				callerId,
			);
		},
		people(relation: Relation, eventId: string, { start, count }: Page, callerId: string): ListOf<WireUser> {
			const event = find(eventId, callerId);
			const select = database.prepare(
				`SELECT users.id, users.uid, users.name FROM ${relation} AS relation JOIN users ON users.id = relation.user_id
				 WHERE relation.event_id = ? ORDER BY relation.user_id LIMIT ? OFFSET ?`,
			);
			return {
				total: relation === 'participants' ? event.participant_count : event.wisher_count,
				items: (select.all(eventId, count, start) as unknown as User[]).map(users.summary),
			};
		},
		/** @throws ServiceError 107 */
		loc(idOrUid: string): WireLoc {
			const loc = database.prepare(`${selectLocs} WHERE id = :loc OR uid = :loc`).get({ loc: idOrUid });
			if (loc === undefined) throw new ServiceError(107, 'no such city');
			return loc as WireLoc;
		},
		locs: ({ start, count }: Page): ListOf<WireLoc> => ({
			total: Number(database.prepare('SELECT count(*) AS total FROM locs').get()?.total),
			items: database
				.prepare(`${selectLocs} ORDER BY rank, id LIMIT ? OFFSET ?`)
				.all(count, start) as unknown as WireLoc[],
		}),
		/**
		 * Joining again changes only the date. @throws ServiceError 107; 999 if the event is over or not on
		 * that day
		 */
		join(eventId: string, userId: string, date: string | undefined): void {
			const { begin_time, end_time } = findOpen(eventId, userId);
			// An event that ends after midnight can be joined on either day.
			const isOn =
				date === undefined || (begin_time < startOfDay(addDays(date, 1)) && end_time > startOfDay(date));
			if (!isOn) throw new ServiceError(999, 'the event is not on that day');
			database
				.prepare(
					`INSERT INTO participants (event_id, user_id, participate_date) VALUES (?, ?, ?)
					 ON CONFLICT DO UPDATE SET participate_date = excluded.participate_date`,
				)
				.run(eventId, userId, date ?? null);
		},
		/** @throws ServiceError 107; 999 if the event is over */
		wish(eventId: string, userId: string): void {
			findOpen(eventId, userId);
			database
				.prepare('INSERT OR IGNORE INTO wishers (event_id, user_id) VALUES (?, ?)')
				.run(eventId, userId);
		},
		/** Removing a relation that does not exist changes nothing. @throws ServiceError 107 */
		remove(relation: Relation, eventId: string, userId: string): void {
			find(eventId, userId);
			database.prepare(`DELETE FROM ${relation} WHERE event_id = ? AND user_id = ?`).run(eventId, userId);
		},
	};
}
