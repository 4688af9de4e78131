import { type EventTimes, isLongRunning, isWithin } from './times.ts';

const coversStart = (times: EventTimes, { begin, end }: EventTimes): boolean =>
	begin !== null && isWithin(times, { from: begin, to: end });

/**
 * Whether two events take place at the same time. Long-running events and events without a start never overlap. One
 * event may end just as the other starts.
 */
export function overlap(a: EventTimes, b: EventTimes): boolean {
	if (a.begin === null || b.begin === null || isLongRunning(a) || isLongRunning(b)) return false;
	// `isWithin` guesses a missing end, so compare in both directions.
	return (
		coversStart(a, { begin: b.begin, end: b.end ?? b.begin }) ||
		coversStart(b, { begin: a.begin, end: a.end ?? a.begin })
	);
}
