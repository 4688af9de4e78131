/** What a calendar shows of a range of days: how many events a day has, and what lasts several days. */
import type { DaysResponse } from '../../contract/bff-api/search.ts';
import type { PublicEvent } from '../../contract/event/event.ts';
import { daySpan, daysOf, isLongRunning, sortByTimes } from '../../contract/event/times.ts';
import type { Day } from '../../contract/event/wall-clock.ts';
import { inParts, type Pause } from '../http/in-parts.ts';
import { nextTurnIfLong } from '../http/turns.ts';

/** Bars that a calendar of six weeks has room for. */
const maxSpans = 120;
/** Events that are counted before other work may go first. */
const partSize = 500;

/**
 * Counts events by day. Long-running events are left out.
 *
 * @param from, to first and last day
 * @param pause waits where other work may go first
 */
export async function countDays(
	events: readonly PublicEvent[],
	from: Day,
	to: Day,
	pause: Pause = nextTurnIfLong,
): Promise<Pick<DaysResponse, 'days' | 'spans'>> {
	const days: Record<Day, number> = {};
	const spans: PublicEvent[] = [];
	for await (const part of inParts(events, partSize, pause))
		for (const event of part) {
			const span = daySpan(event);
			if (span === null || span.first > to || span.last < from || isLongRunning(event)) continue;
			if (span.first !== span.last) spans.push(event);
			for (const day of daysOf(event, { from })) if (day <= to) days[day] = (days[day] ?? 0) + 1;
		}
	await pause();
	return { days, spans: sortByTimes(spans).slice(0, maxSpans) };
}
