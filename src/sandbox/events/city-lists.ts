/**
 * Lists of a city by day and type (Spec §4.2). The cost does not grow with the number of events that the city has had:
 * totals come from counts for each day, and a page from two walks along an index. It grows with those of one day, so a page
 * is read once, and then kept for as long as time changes nothing in it.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { dayOf, type WallClock, wallClockFromMs } from '../../contract/event/wall-clock.ts';
import type { Page } from './page.ts';

type Prepare = (sql: string) => ReturnType<DatabaseSync['prepare']>;

/** The events of a list: on at any time between `from` and `to`, and not over at `endsAfter`. */
interface Range {
	locId: string | undefined;
	type: string | undefined;
	from: WallClock;
	/** Null for no bound. */
	to: WallClock | null;
	endsAfter: WallClock;
}

/** Identifiers in the order of the list: events that begin within the range, then those that began before, by their end. */
interface CityList {
	readonly total: number;
	readonly ids: readonly string[];
}

export interface CityLists {
	read(range: Range, page: Page): CityList;
	/** Clears what is kept, after other events were put into the database. */
	forget(): void;
}

/** A page, and the range that it was read for. */
interface Kept {
	list: CityList;
	range: Range;
	/** The first start in or after the range: once the range begins later, that event is among those that began before it. */
	nextBegin: string;
	/** The first end of an event that is not over: once it is, the list has lost that event. */
	nextEnd: string;
}

/**
 * Whether a page is the same for a later range. Both times of a range only move past starts and ends of events; where they
 * have passed none, the same events are in the list, in the same order. A clock that is turned back reads the page anew.
 */
const isSame = ({ range, nextBegin, nextEnd }: Kept, { from, to, endsAfter }: Range): boolean =>
	to === range.to &&
	from >= range.from &&
	from <= nextBegin &&
	endsAfter >= range.endsAfter &&
	endsAfter < nextEnd;

/** Where a range has no bound: the last time there is. */
const lastTime = wallClockFromMs(Number.POSITIVE_INFINITY);

/**
 * @param prepare prepares a statement once
 * @param maxKept pages that are kept in memory, of 100 identifiers (4 KB) at most
 */
export function createCityLists(prepare: Prepare, maxKept = 2_000): CityLists {
	const where = ({ locId, type }: Range) => {
		const conditions = ['events.is_priv = 0'];
		const values: SQLInputValue[] = [];
		if (locId !== undefined) {
			conditions.push('events.loc_id = ?');
			values.push(locId);
		}
		if (type !== undefined) {
			conditions.push('events.category = ?');
			values.push(type);
		}
		return { condition: conditions.join(' AND '), values };
	};
	const countRows = (range: Range, condition: string, values: SQLInputValue[]): number => {
		const base = where(range);
		const sql = `SELECT count(*) AS n FROM events WHERE ${base.condition} AND ${condition}`;
		return Number(prepare(sql).get(...base.values, ...values)?.n);
	};
	/** Number of events that begin, or end, on days before the day of a time. */
	const countDays = (range: Range, column: 'begins' | 'ends', time: WallClock): number =>
		Number(
			prepare(
				`SELECT coalesce(sum(${column}), 0) AS n FROM event_days WHERE loc_id = ? AND category = ? AND day < ?`,
			).get(range.locId ?? '', range.type ?? '', dayOf(time))?.n,
		);
	const beginsBefore = (range: Range, time: WallClock) =>
		countDays(range, 'begins', time) +
		countRows(range, 'events.begin_time >= ? AND events.begin_time < ?', [dayOf(time), time]);
	const endsUpTo = (range: Range, time: WallClock) =>
		countDays(range, 'ends', time) +
		countRows(range, 'events.end_time >= ? AND events.end_time <= ?', [dayOf(time), time]);

	// The plus keeps the query planner from the index of the other column, whose order is not the list's.
	const read = (range: Range, condition: string, order: string, values: SQLInputValue[], page: Page) => {
		if (page.count <= 0) return [];
		const base = where(range);
		return prepare(
			`SELECT events.id FROM events WHERE ${base.condition} AND ${condition} ORDER BY ${order} LIMIT ? OFFSET ?`,
		)
			.all(...base.values, ...values, page.count, page.start)
			.map(({ id }) => String(id));
	};

	/** The first start from a time on, or the first end after it; the last time there is where there is none. */
	const next = (range: Range, column: 'begin_time' | 'end_time', comparison: '>=' | '>', time: WallClock) => {
		const base = where(range);
		const first = (of: string) =>
			`(SELECT events.${column} FROM events WHERE ${base.condition} ${of} AND events.${column} ${comparison} ? ORDER BY 1 LIMIT 1)`;
		// No index has a type without its city, so a type of all cities is looked up in each.
		const sql =
			range.locId === undefined && range.type !== undefined
				? `SELECT min(${first('AND events.loc_id = locs.id')}) AS time FROM locs`
				: `SELECT ${first('')} AS time`;
		return String(prepare(sql).get(...base.values, time)?.time ?? lastTime);
	};

	const readPage = (range: Range, { start, count }: Page): CityList => {
		const { from, endsAfter } = range;
		const to = range.to ?? lastTime;
		// An event that is over has begun, so the difference counts what is on.
		const begun = beginsBefore(range, to);
		const total = begun - endsUpTo(range, endsAfter);
		const beganAndOver = countRows(
			range,
			'events.begin_time >= ? AND events.begin_time <= ? AND +events.end_time <= ?',
			[from, endsAfter, endsAfter],
		);
		const beginning = begun - beginsBefore(range, from) - beganAndOver;
		const first = read(
			range,
			'events.begin_time >= ? AND events.begin_time < ? AND +events.end_time > ?',
			'events.begin_time, events.id',
			[from, to, endsAfter],
			{ start, count: Math.min(count, beginning - start) },
		);
		const running = read(
			range,
			'events.end_time > ? AND +events.begin_time < ?',
			'events.end_time, events.id',
			[endsAfter, from],
			{ start: Math.max(0, start - beginning), count: count - first.length },
		);
		return { total, ids: [...first, ...running] };
	};

	const kept = new LRUCache<string, Kept>({ max: maxKept });
	return {
		read(range, page) {
			const key = [range.locId, range.type, dayOf(range.from), range.to, page.start, page.count].join(' ');
			const known = kept.get(key);
			if (known !== undefined && isSame(known, range)) return known.list;
			const list = readPage(range, page);
			kept.set(key, {
				list,
				range,
				nextBegin: next(range, 'begin_time', '>=', range.from),
				nextEnd: next(range, 'end_time', '>', range.endsAfter),
			});
			return list;
		},
		forget: () => kept.clear(),
	};
}
