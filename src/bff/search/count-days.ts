/** What a calendar shows of a range of days: how many events a day has, and what lasts several days. */
import type { DaysResponse } from '../../contract/bff-api/search.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import { daySpan, daysOf, isLongRunning, sortByTimes } from '../../contract/event/times.ts';
import type { Day } from '../../contract/event/wall-clock.ts';

/** Bars that a calendar of six weeks has room for. */
const maxSpans = 120;

/** Counts events by day. Long-running events are left out. */
export function countDays(
	events: readonly PublicEvent[],
	from: Day,
	to: Day,
): Pick<DaysResponse, 'days' | 'spans'> {
	const days: Record<Day, number> = {};
	const spans: PublicEvent[] = [];
	for (const event of events) {
		const span = daySpan(event);
		if (span === null || span.first > to || span.last < from || isLongRunning(event)) continue;
		if (span.first !== span.last) spans.push(event);
		for (const day of daysOf(event, { from })) if (day <= to) days[day] = (days[day] ?? 0) + 1;
	}
	return { days, spans: sortByTimes(spans).slice(0, maxSpans) };
}
