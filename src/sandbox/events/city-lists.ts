/**
 * Lists of a city by day and type (Spec §4.2), at a cost that does not grow with what the city has had: totals come
 * from counts kept for each day, and a page from two walks along an index.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Page } from './event-store.ts';

type Prepare = (sql: string) => ReturnType<DatabaseSync['prepare']>;

/** What is asked for: events that are on between `from` and `to` and not over at `endsAfter` (wall-clock times). */
export interface Range {
	locId: string | undefined;
	type: string | undefined;
	from: string;
	to: string;
	endsAfter: string;
}

/** Identifiers in the list's order: what begins within the range first, then what was running already, soonest over first. */
export interface CityList {
	total: number;
	ids: string[];
}

const dayOf = (wallClock: string) => wallClock.slice(0, 10);

/** @param prepare prepares a statement once */
export function createCityLists(prepare: Prepare) {
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
	/** Events that begin, or end, on days before the day of a time. */
	const countDays = (range: Range, column: 'begins' | 'ends', time: string): number =>
		Number(
			prepare(
				`SELECT coalesce(sum(${column}), 0) AS n FROM event_days WHERE loc_id = ? AND category = ? AND day < ?`,
			).get(range.locId ?? '', range.type ?? '', dayOf(time))?.n,
		);
	const beginsBefore = (range: Range, time: string) =>
		countDays(range, 'begins', time) +
		countRows(range, 'events.begin_time >= ? AND events.begin_time < ?', [dayOf(time), time]);
	const endsUpTo = (range: Range, time: string) =>
		countDays(range, 'ends', time) +
		countRows(range, 'events.end_time >= ? AND events.end_time <= ?', [dayOf(time), time]);

	// A plus keeps the planner off the other time's index: the order wanted is that of the one that is left.
	const read = (range: Range, condition: string, order: string, values: SQLInputValue[], page: Page) => {
		if (page.count <= 0) return [];
		const base = where(range);
		return prepare(
			`SELECT events.id FROM events WHERE ${base.condition} AND ${condition} ORDER BY ${order} LIMIT ? OFFSET ?`,
		)
			.all(...base.values, ...values, page.count, page.start)
			.map(({ id }) => String(id));
	};

	return (range: Range, { start, count }: Page): CityList => {
		const { from, to, endsAfter } = range;
		// An event begins no later than it ends, so what is over had begun: the difference is what is wanted.
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
}
