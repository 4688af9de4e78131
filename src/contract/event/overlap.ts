/** Whether one person cannot be at two events. Plain comparison, free for the web bundle. */
import { type EventTimes, isLongRunning, isWithin } from './times.ts';

const coversStart = (times: EventTimes, { begin, end }: EventTimes): boolean =>
	begin !== null && isWithin(times, { from: begin, to: end });

/**
 * Whether two events are at the same time. What is long-running can be visited at another time, and of an event without a
 * start nothing is known: both overlap with nothing. The end of one may be the start of the other.
 */
export function overlap(a: EventTimes, b: EventTimes): boolean {
	if (a.begin === null || b.begin === null || isLongRunning(a) || isLongRunning(b)) return false;
	// Without an end, an event lasts as long as `isWithin` guesses: seen from the other one, that counts.
	return (
		coversStart(a, { begin: b.begin, end: b.end ?? b.begin }) ||
		coversStart(b, { begin: a.begin, end: a.end ?? a.begin })
	);
}
