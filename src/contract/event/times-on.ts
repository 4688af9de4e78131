/** Separate from `times.ts`, which every first visit loads. */
import { type EventTimes, hasSeveralDays, isOnDay } from './times.ts';
import { addMs, type Day, dayMs, startOfDay, type WallClock } from './wall-clock.ts';

/** An event's hours on one of its days. Unchanged if the event isn't on that day or lasts a single day. */
export function timesOn<Times extends EventTimes>(times: Times, day: Day): Times {
	const { begin, end } = times;
	if (begin === null || end === null || !hasSeveralDays(times) || !isOnDay(times, day)) return times;
	const at = (time: WallClock) => `${day}${time.slice(10)}` as WallClock;
	const sameDay = at(end);
	const closes = sameDay > at(begin) ? sameDay : addMs(sameDay, dayMs);
	const [last = end] = [closes, end].toSorted();
	return { ...times, begin: at(begin) < last ? at(begin) : startOfDay(day), end: last };
}
