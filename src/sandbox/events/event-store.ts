/** Events, cities and people's relations to events: storing, filtering, counting (Spec §2, §3.2, §4.2). */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { dayRange, type EventTimes, isWithin, phaseOf } from '../../contract/event/times.ts';
import { addDays, type Day, startOfDay, type WallClock } from '../../contract/event/wall-clock.ts';
import type { DayType, RelationStatus } from '../../contract/spec/filters.ts';
import type { WireEvent, WireLoc, WireUser } from '../../contract/spec/resources.ts';
import type { Clock } from '../clock.ts';
import type { PosterSize } from '../data/pictures.ts';
import type { GroupCommit } from '../group-commit.ts';
import { pagePath } from '../pages/page-paths.ts';
import { posterPath } from '../pictures.ts';
import { ServiceError } from '../service-error.ts';
import type { Users } from '../users.ts';
import { createCityLists } from './city-lists.ts';
import type { ListOf, Page } from './page.ts';

type Relation = 'participants' | 'wishers';

export interface EventStore {
	/** @throws ServiceError 107 for an event that does not exist, or is private and not visible to the caller */
	event(id: string, callerId?: string): WireEvent;
	/** An event as JSON without the caller's view. @throws ServiceError 107 as `event` */
	publicJson(id: string): Buffer;
	/** Identifiers of events that are neither over nor private. @param type word of the category; undefined for all */
	list(
		filters: { locId: string | undefined; dayType: DayType | undefined; type: string | undefined },
		page: Page,
	): ListOf<string>;
	created(userId: string, page: Page, callerId?: string): ListOf<WireEvent>;
	related(
		relation: Relation,
		userId: string,
		status: RelationStatus | undefined,
		page: Page,
		callerId?: string,
	): ListOf<WireEvent>;
	people(relation: Relation, eventId: string, page: Page, callerId?: string): ListOf<WireUser>;
	/** @param idOrUid identifier or short name. @throws ServiceError 107 */
	loc(idOrUid: string): WireLoc;
	locs(page: Page): ListOf<WireLoc>;
	/**
	 * Joining again changes the date only. This and the following resolve once the change is on the disk.
	 *
	 * @throws ServiceError 107, 999 when the event is over or not on at that day
	 */
	join(eventId: string, userId: string, participateDate: Day | undefined): Promise<void>;
	wish(eventId: string, userId: string): Promise<void>;
	/** Removing a relation that does not exist changes nothing. */
	remove(relation: Relation, eventId: string, userId: string): Promise<void>;
	counts(): { events: number; cities: number };
	/** Clears the caches, after the database was changed from outside. */
	forget(): void;
}

const counterOf = { participants: 'participant_count', wishers: 'wisher_count' } as const;
const selectEvents = `SELECT events.*, locs.name AS loc_name, users.uid AS owner_uid, users.name AS owner_name
	FROM events JOIN locs ON locs.id = events.loc_id JOIN users ON users.id = events.owner_id`;
/** Only the owner, the participants and who is invited see a private event. Takes the caller's id three times. */
const visible = `(events.is_priv = 0 OR events.owner_id = ? OR EXISTS
	(SELECT 1 FROM participants AS own WHERE own.event_id = events.id AND own.user_id = ?) OR EXISTS
	(SELECT 1 FROM invitations WHERE invitations.event_id = events.id AND invitations.user_id = ?))`;

const selectEvent = `${selectEvents} WHERE events.id = ? AND ${visible}`;
const selectTimes = `SELECT begin_time, end_time FROM events WHERE id = ? AND ${visible}`;

/** Whether an event is on at any time of a day; the morning after a night is such a day too. */
const isOnAt = (times: EventTimes, day: Day): boolean =>
	isWithin(times, { from: startOfDay(day), to: startOfDay(addDays(day, 1)) });

/** @param maxJson events whose JSON is kept in memory */
export function openEventStore(
	database: DatabaseSync,
	commits: GroupCommit,
	clock: Clock,
	users: Users,
	publicOrigin: () => string,
	maxJson = 5_000,
): EventStore {
	const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
	const prepare = (sql: string) => {
		const statement = prepared.get(sql) ?? database.prepare(sql);
		prepared.set(sql, statement);
		return statement;
	};

	const isInvited = (eventId: string, userId: string): boolean =>
		prepare('SELECT 1 FROM invitations WHERE event_id = ? AND user_id = ?').get(eventId, userId) !==
		undefined;

	const toEvent = (row: Record<string, unknown>, callerId: string | undefined): WireEvent => {
		const text = (column: string) => String(row[column]);
		const poster = (size: PosterSize) => `${publicOrigin()}${posterPath(size, text('category'), text('id'))}`;
		const isPrivate = row.is_priv === 1;
		const isOwner = callerId !== undefined && row.owner_id === callerId;
		// Who sees a private event of somebody else was invited to it, whether or not it is written down.
		const invited = callerId !== undefined && !isOwner && (isPrivate || isInvited(text('id'), callerId));
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
			alt: `${publicOrigin()}${pagePath('event', text('id'))}`,
			adapt_url: `${publicOrigin()}${pagePath('mobileEvent', text('id'))}`,
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
		const row = prepare(selectEvent).get(id, callerId, callerId, callerId);
		if (row === undefined) throw new ServiceError(107, 'no such event');
		return row;
	};
	/** Start and end of an event, without the texts, which would take longer to read than a write takes. */
	const findTimes = (id: string, callerId: string): EventTimes => {
		const row = prepare(selectTimes).get(id, callerId, callerId, callerId);
		if (row === undefined) throw new ServiceError(107, 'no such event');
		return { begin: row.begin_time as WallClock, end: row.end_time as WallClock };
	};
	/** Start and end of an event that is not over. */
	const findOpen = (id: string, userId: string): EventTimes => {
		const times = findTimes(id, userId);
		if (phaseOf(times, clock.wallClock()) === 'over') throw new ServiceError(999, 'the event is over');
		return times;
	};
	// Twenty events are 50 KB of JSON. Without this cache a list would cost five times as much.
	const jsonOf = new LRUCache<string, Buffer>({ max: maxJson });
	const knownLocs = new Map<string, WireLoc>();
	let knownCounts: { events: number; cities: number } | undefined;
	const count = (relation: Relation, eventId: string, change: number) => {
		if (change === 0) return;
		prepare(`UPDATE events SET ${counterOf[relation]} = ${counterOf[relation]} + ? WHERE id = ?`).run(
			change,
			eventId,
		);
		jsonOf.delete(eventId);
	};
	const toLoc = (row: Record<string, unknown>): WireLoc => ({
		id: String(row.id),
		name: String(row.name),
		uid: String(row.uid),
		parent: String(row.parent),
		habitable: row.habitable === 1 ? 'yes' : 'no',
	});

	const cityLists = createCityLists(prepare);

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
			const { total, ids } = cityLists.read({ locId, type, from, to, endsAfter }, paging);
			return { total, items: ids };
		},
		created(userId, paging, callerId = '') {
			users.find(userId);
			return page(
				'events',
				`events.owner_id = ? AND ${visible}`,
				'events.begin_time DESC, events.id',
				[userId, callerId, callerId, callerId],
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
			commits.write(() => {
				const times = findOpen(eventId, userId);
				if (participateDate !== undefined && !isOnAt(times, participateDate))
					throw new ServiceError(999, 'the event is not on that day');
				const date = participateDate ?? null;
				const { changes } = prepare(
					'UPDATE participants SET participate_date = ? WHERE event_id = ? AND user_id = ?',
				).run(date, eventId, userId);
				if (changes !== 0) return;
				prepare('INSERT INTO participants (event_id, user_id, participate_date) VALUES (?, ?, ?)').run(
					eventId,
					userId,
					date,
				);
				count('participants', eventId, 1);
			}),
		wish: (eventId, userId) =>
			commits.write(() => {
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
			commits.write(() => {
				findTimes(eventId, userId);
				const { changes } = prepare(`DELETE FROM ${relation} WHERE event_id = ? AND user_id = ?`).run(
					eventId,
					userId,
				);
				count(relation, eventId, -Number(changes));
			}),
		counts() {
			// Counting a million events stops everything else for 30 to 70 ms, and only seeding changes how many there are.
			knownCounts ??= {
				events: Number(prepare('SELECT count(*) AS n FROM events').get()?.n),
				cities: Number(prepare('SELECT count(*) AS n FROM locs').get()?.n),
			};
			return knownCounts;
		},
		forget() {
			jsonOf.clear();
			cityLists.forget();
			knownLocs.clear();
			knownCounts = undefined;
		},
	};
}
