/** Separate from `times.ts`, which every first visit loads. */
import { daySpan, type EventTimes, hasSeveralDays, isAllDay, isOnDay } from './times.ts';
import { addDays, addMs, type Day, dayMs, startOfDay, type WallClock } from './wall-clock.ts';

/**
 * The days of an event that calendars should show without hours, because it takes whole days, or several, so that a
 * block would hide all others. `next` is the day after the last. Null for other events.
 */
export function wholeDaysOf(times: EventTimes): { first: Day; next: Day } | null {
	const span = daySpan(times);
	if (span === null || (span.first === span.last && !isAllDay(times))) return null;
	return { first: span.first, next: addDays(span.last, 1) };
}

/** An event's hours on one of its days. Unchanged if the event isn't on that day or lasts a single day. */
export function timesOn<Times extends EventTimes>(times: Times, day: Day): Times {
	const { begin, end } = times;
	if (begin === null || end === null || !hasSeveralDays(times) || !isOnDay(times, day)) return times;
	if (times.hours !== undefined)
		return {
			...times,
			begin: `${day} ${times.hours.opens}:00` as WallClock,
			end: `${day} ${times.hours.closes}:00` as WallClock,
		};
	const at = (time: WallClock) => `${day}${time.slice(10)}` as WallClock;
	const sameDay = at(end);
	const closes = sameDay > at(begin) ? sameDay : addMs(sameDay, dayMs);
	const [last = end] = [closes, end].toSorted();
	return { ...times, begin: at(begin) < last ? at(begin) : startOfDay(day), end: last };
}
