/** Months and weeks of a calendar, and which events are on which days. */
import type { Event } from '../../../contract/event/event.ts';
import { daySpan, isLongRunning, isOnDay } from '../../../contract/event/times.ts';
import { addDays, type Day, daysBetween, readDay, weekdayOf } from '../../../contract/event/wall-clock.ts';

/**
 * The first day of the week of a day.
 *
 * @param firstWeekday on which weeks begin, 0 for Sunday
 */
export const weekStart = (day: Day, firstWeekday: number): Day =>
	addDays(day, -((weekdayOf(day) + 7 - firstWeekday) % 7));

/** The month of a day, `YYYY-MM`. */
export const monthOf = (day: Day): string => day.slice(0, 7);

/** The same day of another month, or that month's last day. Beyond the years 1 to 9999 the day itself. */
export function addMonths(day: Day, count: number): Day {
	const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
	const months = year * 12 + month - 1 + count;
	const digits = (value: number, length: number) => String(value).padStart(length, '0');
	const start = `${digits(Math.floor(months / 12), 4)}-${digits((months % 12) + 1, 2)}`;
	// A month has 28 days at least.
	for (let fewer = 0; fewer <= 3; fewer += 1) {
		const found = readDay(`${start}-${digits(date - fewer, 2)}`);
		if (found !== null) return found;
	}
	return day;
}

/** The seven days from the start of a week on. */
export const weekFrom = (start: Day): Day[] => Array.from({ length: 7 }, (_, index) => addDays(start, index));

/** A month has days in at most so many weeks. */
const maxWeeks = 6;

/** The weeks with a day of a month. @param firstWeekday on which weeks begin, 0 for Sunday */
export function weeksOfMonth(day: Day, firstWeekday: number): Day[][] {
	const ownIn = (week: readonly Day[]) => week.some((each) => monthOf(each) === monthOf(day));
	const start = weekStart(addDays(day, 1 - Number(day.slice(8))), firstWeekday);
	const weeks = Array.from({ length: maxWeeks }, (_, index) => weekFrom(addDays(start, index * 7)));
	return weeks.filter(ownIn);
}

/** Events that are on at a day. */
export const eventsOn = (day: Day, events: readonly Event[]): Event[] =>
	events.filter((event) => isOnDay(event, day));

/** Number of events on each day, without long-running ones: they would fill every day. */
export function countDays(days: readonly Day[], events: readonly Event[]): Record<Day, number> {
	const shorter = events.filter((event) => !isLongRunning(event));
	return Object.fromEntries(days.map((day) => [day, eventsOn(day, shorter).length]));
}

/** Events that last several days and are not long-running. */
export const spansOf = (events: readonly Event[]): Event[] =>
	events.filter((event) => {
		const span = daySpan(event);
		return span !== null && span.first !== span.last && !isLongRunning(event);
	});

/** A bar across days of one week. */
export interface Bar {
	event: Event;
	/** Column of its first day in the week, from 1 on, and the number of columns. */
	from: number;
	span: number;
	/** Whether the event begins before the week or ends after it. */
	continues: boolean;
	lane: number;
}

/**
 * Bars of events that last several days, in as few lanes as they need.
 *
 * @returns the bars, and the number of events for which there was no lane
 */
export function barsOf(
	week: readonly Day[],
	events: readonly Event[],
	maxLanes: number,
): { bars: Bar[]; left: number } {
	const [monday] = week;
	/** The last column that is taken, by lane. */
	const lanes: number[] = [];
	const bars: Bar[] = [];
	let left = 0;
	if (monday === undefined) return { bars, left };
	for (const event of events) {
		const span = daySpan(event);
		if (span === null || span.first === span.last) continue;
		const [first, last] = [daysBetween(monday, span.first) + 1, daysBetween(monday, span.last) + 1];
		if (last < 1 || first > week.length) continue;
		const [from, to] = [Math.max(1, first), Math.min(week.length, last)];
		const free = lanes.findIndex((taken) => taken < from);
		const lane = free === -1 ? lanes.length : free;
		if (lane >= maxLanes) {
			left += 1;
			continue;
		}
		lanes[lane] = to;
		bars.push({ event, lane, from, span: to - from + 1, continues: first < from || last > to });
	}
	return { bars, left };
}
