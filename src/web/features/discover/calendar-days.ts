/** Weeks of a month, and which events lie on which days, as arithmetic on wall-clock days. */
import { lastDay } from '../../../contract/day-range.ts';
import { isLongRunning } from '../../../contract/filters.ts';
import type { EventView } from '../events/event-view.ts';

const dayMs = 86_400_000;
const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** @param day `YYYY-MM-DD` */
export const addDays = (day: string, count: number): string => dayOf(msOf(day) + count * dayMs);

/** The Monday on or before a day. */
export function mondayOf(day: string): string {
	const weekday = (new Date(msOf(day)).getUTCDay() + 6) % 7;
	return addDays(day, -weekday);
}

/** The same day of another month, or that month's last. */
export function addMonths(day: string, count: number): string {
	const date = new Date(msOf(day));
	const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1);
	const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count + 1, 0)).getUTCDate();
	return dayOf(first + (Math.min(date.getUTCDate(), length) - 1) * dayMs);
}

/** The weeks that show a month, Monday first. */
export function weeksOfMonth(day: string): string[][] {
	const first = mondayOf(`${day.slice(0, 7)}-01`);
	const next = addMonths(`${day.slice(0, 7)}-01`, 1);
	const weeks: string[][] = [];
	for (let monday = first; monday < next; monday = addDays(monday, 7)) weeks.push(weekFrom(monday));
	return weeks;
}

export const weekFrom = (monday: string): string[] =>
	Array.from({ length: 7 }, (_, index) => addDays(monday, index));

/** Events that are on at a day. */
export function eventsOn(day: string, events: readonly EventView[]): EventView[] {
	return events.filter(
		(event) =>
			event.begin !== '' && event.begin.slice(0, 10) <= day && lastDay(event.begin, event.end) >= day,
	);
}

/** How many events each of some days has; what runs for weeks would fill every day, and is not counted. */
export function countDays(days: readonly string[], events: readonly EventView[]): Record<string, number> {
	const shorter = events.filter(({ begin, end }) => !isLongRunning(begin, end));
	return Object.fromEntries(days.map((day) => [day, eventsOn(day, shorter).length]));
}

/** Events that last several days, though not weeks. */
export const spansOf = (events: readonly EventView[]): EventView[] =>
	events.filter(({ begin, end }) => begin.slice(0, 10) !== lastDay(begin, end) && !isLongRunning(begin, end));

/** A bar across days of one week. */
export interface Bar {
	event: EventView;
	/** Column of the first day, 1 to 7, and how many days it spans. */
	from: number;
	span: number;
	/** Whether it begins before, or goes on after the week. */
	continues: boolean;
	lane: number;
}

/**
 * Bars of events that last several days, in as few lanes as they need.
 *
 * @returns the bars, and how many more there is no lane for
 */
export function barsOf(
	week: readonly string[],
	events: readonly EventView[],
	mostLanes: number,
): { bars: Bar[]; left: number } {
	const [monday = '', sunday = ''] = [week[0], week[6]];
	const lanes: string[] = [];
	const bars: Bar[] = [];
	let left = 0;
	for (const event of events) {
		const [first, last] = [event.begin.slice(0, 10), lastDay(event.begin, event.end)];
		if (event.begin === '' || first === last || last < monday || first > sunday) continue;
		const [, start = first] = [first, monday].toSorted();
		const [end = last] = [last, sunday].toSorted();
		const free = lanes.findIndex((taken) => taken < start);
		const lane = free === -1 ? lanes.length : free;
		if (lane >= mostLanes) {
			left += 1;
			continue;
		}
		lanes[lane] = end;
		bars.push({
			event,
			lane,
			from: week.indexOf(start) + 1,
			span: week.indexOf(end) - week.indexOf(start) + 1,
			continues: first < monday || last > sunday,
		});
	}
	return { bars, left };
}
