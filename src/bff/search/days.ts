/** What a calendar shows of a range of days: how many events a day has, and what lasts several of them. */
import { lastDay } from '../../contract/day-range.ts';
import { isLongRunning } from '../../contract/filters.ts';
import type { Event } from '../../contract/resources.ts';
import type { DaysAnswer } from '../../contract/session.ts';

/** Bars that a calendar of six weeks has room for. */
const mostSpans = 120;
const dayMs = 86_400_000;

/**
 * Counts events by day.
 *
 * @param from first and
 * @param to last day, `YYYY-MM-DD`
 */
export function countDays(
	events: readonly Event[],
	from: string,
	to: string,
): Pick<DaysAnswer, 'days' | 'spans'> {
	const days: Record<string, number> = {};
	const spans: Event[] = [];
	for (const event of events) {
		const { begin_time: begin, end_time: end } = event;
		if (begin === '' || isLongRunning(begin, end)) continue;
		const [first, last] = [begin.slice(0, 10), lastDay(begin, end)];
		if (first > to || last < from) continue;
		if (first !== last) spans.push(event);
		const begins = Date.parse(`${first < from ? from : first}T00:00:00Z`);
		const ends = Date.parse(`${last > to ? to : last}T00:00:00Z`);
		for (let day = begins; day <= ends; day += dayMs) {
			const name = new Date(day).toISOString().slice(0, 10);
			days[name] = (days[name] ?? 0) + 1;
		}
	}
	const byStart = spans.toSorted((a, b) => (a.begin_time < b.begin_time ? -1 : 1));
	return { days, spans: byStart.slice(0, mostSpans) };
}
