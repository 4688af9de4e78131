/** Events, cities and people's relations to events: what is stored, filtered and counted (Spec §2, §3.2, §4.2). */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { dayRange } from '../../contract/day-range.ts';
import type { DayType, RelationStatus } from '../../contract/filters.ts';
import type { Event, Loc, UserSummary } from '../../contract/resources.ts';
import type { Clock } from '../clock.ts';
import { inTransaction } from '../database.ts';
import { ServiceError } from '../service-error.ts';
import type { Users } from '../users.ts';
import { createCityLists } from './city-lists.ts';

export interface Page {
	start: number;
	count: number;
}
export interface ListOf<Element> {
	total: number;
	items: Element[];
}
type Relation = 'participants' | 'wishers';

export interface EventStore {
	/** @throws ServiceError 107 for an event that does not exist, or is private and not the caller's to see */
	event(id: string, callerId?: string): Event;
	/** An event as anyone sees it, in JSON. @throws ServiceError 107 as `event` */
	publicJson(id: string): Buffer;
	/** Identifiers of what is neither over nor private. @param type word of the category; undefined for all */
	list(
		filters: { locId: string | undefined; dayType: DayType | undefined; type: string | undefined },
		page: Page,
	): ListOf<string>;
	created(userId: string, page: Page, callerId?: string): ListOf<Event>;
	related(
		relation: Relation,
		userId: string,
		status: RelationStatus | undefined,
		page: Page,
		callerId?: string,
	): ListOf<Event>;
	people(relation: Relation, eventId: string, page: Page, callerId?: string): ListOf<UserSummary>;
	/** @param idOrUid identifier or short name. @throws ServiceError 107 */
	loc(idOrUid: string): Loc;
	locs(page: Page): ListOf<Loc>;
	/** Joining again changes the date only. @throws ServiceError 107, 999 when the event is over or the date is outside it */
	join(eventId: string, userId: string, participateDate: string | undefined): void;
	wish(eventId: string, userId: string): void;
	/** Leaving what one has not joined changes nothing. */
	remove(relation: Relation, eventId: string, userId: string): void;
	counts(): { events: number; cities: number };
	/** Drops what is kept of the database's rows, which somebody else has changed. */
	forget(): void;
}

const counterOf = { participants: 'participant_count', wishers: 'wisher_count' } as const;
const selectEvents = `SELECT events.*, locs.name AS loc_name, users.uid AS owner_uid, users.name AS owner_name
	FROM events JOIN locs ON locs.id = events.loc_id JOIN users ON users.id = events.owner_id`;
/** Private events are their owner's and their participants'. Takes the caller's id twice. */
const visible = `(events.is_priv = 0 OR events.owner_id = ? OR EXISTS
	(SELECT 1 FROM participants AS own WHERE own.event_id = events.id AND own.user_id = ?))`;

export function openEventStore(
	database: DatabaseSync,
	clock: Clock,
	users: Users,
	publicOrigin: () => string,
): EventStore {
	const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
	const prepare = (sql: string) => {
		const statement = prepared.get(sql) ?? database.prepare(sql);
		prepared.set(sql, statement);
		return statement;
	};

	const toEvent = (row: Record<string, unknown>, callerId: string | undefined): Event => {
		const text = (column: string) => String(row[column]);
		const poster = (size: string) =>
			`${publicOrigin()}/pictures/posters/${size}/${text('category')}-${text('id')}.webp`;
		const isPrivate = row.is_priv === 1;
		const isOwner = callerId !== undefined && row.owner_id === callerId;
		const invited = isPrivate && callerId !== undefined && !isOwner;
		return {
			id: text('id'),
			title: text('title'),
			content: text('content'),
			begin_time: text('begin_time'),
			end_time: text('end_time'),
			address: text('address'),
			geo: text('geo'),
			loc_id: text('loc_id'),
			loc_name: text('loc_name'),
			owner: users.summary({ id: text('owner_id'), uid: text('owner_uid'), name: text('owner_name') }),
			participant_count: Number(row.participant_count),
			wisher_count: Number(row.wisher_count),
			album: text('album'),
			image: poster('medium'),
			'image-hlarge': poster('hlarge'),
			'image-lmobile': poster('lmobile'),
			alt: `${publicOrigin()}/event/${text('id')}`,
			adapt_url: `${publicOrigin()}/m/event/${text('id')}`,
			is_priv: isPrivate ? 'yes' : 'no',
			has_invited: invited ? 'yes' : 'no',
			can_invite: isOwner || (callerId !== undefined && !isPrivate) ? 'yes' : 'no',
			category: text('category'),
		};
	};

	const page = (
		from: string,
		where: string,
		order: string,
		values: SQLInputValue[],
		{ start, count }: Page,
		callerId?: string,
	) => ({
		total: Number(prepare(`SELECT count(*) AS total FROM ${from} WHERE ${where}`).get(...values)?.total),
		items: prepare(
			`${selectEvents} ${from.replace(/^events/, '')} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
		)
			.all(...values, count, start)
			.map((row) => toEvent(row, callerId)),
	});

	const find = (id: string, callerId = ''): Record<string, unknown> => {
		const row = prepare(`${selectEvents} WHERE events.id = ? AND ${visible}`).get(id, callerId, callerId);
		if (row === undefined) throw new ServiceError(107, 'no such event');
		return row;
	};
	const findOpen = (id: string, userId: string) => {
		const row = find(id, userId);
		if (String(row.end_time) <= clock.wallClock()) throw new ServiceError(999, 'the event is over');
		return row;
	};
	// Twenty events are 50 KB of JSON: a list would cost five times as much if each were read and written anew.
	const jsonOf = new LRUCache<string, Buffer>({ max: 5_000 });
	const knownLocs = new Map<string, Loc>();
	const count = (relation: Relation, eventId: string, change: number) => {
		prepare(`UPDATE events SET ${counterOf[relation]} = ${counterOf[relation]} + ? WHERE id = ?`).run(
			change,
			eventId,
		);
		jsonOf.delete(eventId);
	};
	const toLoc = (row: Record<string, unknown>): Loc => ({
		id: String(row.id),
		name: String(row.name),
		uid: String(row.uid),
		parent: String(row.parent),
		habitable: row.habitable === 1 ? 'yes' : 'no',
	});

	const cityList = createCityLists(prepare);

	return {
		event: (id, callerId) => toEvent(find(id, callerId), callerId),
		publicJson(id) {
			const kept = jsonOf.get(id) ?? Buffer.from(JSON.stringify(toEvent(find(id), undefined)));
			jsonOf.set(id, kept);
			return kept;
		},
		list({ locId, dayType, type }, paging) {
			const now = clock.wallClock();
			const { from, to } = dayRange(dayType, now);
			const endsAfter = [from, now].toSorted().at(-1) ?? now;
			const { total, ids } = cityList({ locId, type, from, to, endsAfter }, paging);
			return { total, items: ids };
		},
		created(userId, paging, callerId = '') {
			users.find(userId);
			return page(
				'events',
				`events.owner_id = ? AND ${visible}`,
				'events.begin_time DESC, events.id',
				[userId, callerId, callerId],
				paging,
				callerId,
			);
		},
		related(relation, userId, status, paging, callerId = '') {
			users.find(userId);
			const over = { ongoing: '>', expired: '<=' } as const;
			const time = status === undefined ? '' : `AND events.end_time ${over[status]} ?`;
			const values: SQLInputValue[] = [
				userId,
				callerId,
				callerId,
				...(status === undefined ? [] : [clock.wallClock()]),
			];
			const order =
				status === 'expired' ? 'events.begin_time DESC, events.id' : 'events.begin_time, events.id';
			return page(
				`events JOIN ${relation} AS relation ON relation.event_id = events.id`,
				`relation.user_id = ? AND ${visible} ${time}`,
				order,
				values,
				paging,
				callerId,
			);
		},
		people(relation, eventId, { start, count: limit }, callerId) {
			const row = find(eventId, callerId);
			return {
				total: Number(row[counterOf[relation]]),
				items: prepare(
					`SELECT users.id, users.uid, users.name FROM ${relation} AS relation JOIN users ON users.id = relation.user_id
					 WHERE relation.event_id = ? ORDER BY relation.user_id LIMIT ? OFFSET ?`,
				)
					.all(eventId, limit, start)
					.map((user) =>
						users.summary({ id: String(user.id), uid: String(user.uid), name: String(user.name) }),
					),
			};
		},
		loc(idOrUid) {
			const kept = knownLocs.get(idOrUid);
			if (kept !== undefined) return kept;
			const row = prepare('SELECT * FROM locs WHERE id = ? OR uid = ?').get(idOrUid, idOrUid);
			if (row === undefined) throw new ServiceError(107, 'no such city');
			const loc = toLoc(row);
			knownLocs.set(idOrUid, loc);
			return loc;
		},
		locs: ({ start, count: limit }) => ({
			total: Number(prepare('SELECT count(*) AS total FROM locs').get()?.total),
			items: prepare('SELECT * FROM locs ORDER BY rank, id LIMIT ? OFFSET ?').all(limit, start).map(toLoc),
		}),
		join: (eventId, userId, participateDate) =>
			inTransaction(database, () => {
				const { begin_time, end_time } = findOpen(eventId, userId);
				const outside =
					participateDate !== undefined &&
					(participateDate < String(begin_time).slice(0, 10) ||
						participateDate > String(end_time).slice(0, 10));
				if (outside) throw new ServiceError(999, 'the event is not on that day');
				const added = prepare('INSERT OR IGNORE INTO participants (event_id, user_id) VALUES (?, ?)').run(
					eventId,
					userId,
				).changes;
				prepare('UPDATE participants SET participate_date = ? WHERE event_id = ? AND user_id = ?').run(
					participateDate ?? null,
					eventId,
					userId,
				);
				count('participants', eventId, Number(added));
			}),
		wish: (eventId, userId) =>
			inTransaction(database, () => {
				findOpen(eventId, userId);
				count(
					'wishers',
					eventId,
					Number(
						prepare('INSERT OR IGNORE INTO wishers (event_id, user_id) VALUES (?, ?)').run(eventId, userId)
							.changes,
					),
				);
			}),
		remove: (relation, eventId, userId) =>
			inTransaction(database, () => {
				find(eventId, userId);
				const { changes } = prepare(`DELETE FROM ${relation} WHERE event_id = ? AND user_id = ?`).run(
					eventId,
					userId,
				);
				count(relation, eventId, -Number(changes));
			}),
		counts: () => ({
			events: Number(prepare('SELECT count(*) AS n FROM events').get()?.n),
			cities: Number(prepare('SELECT count(*) AS n FROM locs').get()?.n),
		}),
		forget() {
			jsonOf.clear();
			knownLocs.clear();
		},
	};
}
