/**
 * The times that a day_type can mean (Spec §4.2). The specification gives words only: a week can be seven days or a calendar
 * week, and a weekend can begin on Friday.
 */
import { dayRange, type EventTimes, type TimeRange } from '../../contract/event/times.ts';
import {
	addDays,
	addMs,
	type Day,
	dayMs,
	dayOf,
	startOfDay,
	type WallClock,
	weekdayOf,
} from '../../contract/event/wall-clock.ts';
import type { DayType } from '../../contract/spec/filters.ts';

const days = (first: Day, count: number): TimeRange => ({
	from: startOfDay(first),
	to: startOfDay(addDays(first, count)),
});

/** Every lawful range of a day_type, for a wall clock that shows `now`. */
export function lawfulRanges(dayType: DayType, now: WallClock): readonly TimeRange[] {
	const today = dayOf(now);
	const usual = dayRange(dayType, now);
	const weekday = weekdayOf(today);
	const monday = addDays(today, -((weekday + 6) % 7));
	if (dayType === 'week')
		return [
			usual,
			{ from: usual.from, to: addMs(now, 7 * dayMs) },
			days(monday, 7),
			days(addDays(today, -weekday), 7),
		];
	if (dayType === 'weekend') {
		const friday = addDays(monday, 4);
		return [
			usual,
			days(friday, 2),
			days(friday, 3),
			days(addDays(friday, 8), 2),
			days(addDays(friday, 7), 3),
		];
	}
	// Zones are tried by whole hours, and a list can be some minutes old.
	return dayType === 'future' ? [{ from: addMs(now, -dayMs), to: null }] : [usual];
}

/**
 * Whether an event can be in a list of a range. An event without an end, or without a start, can be in every list that does
 * not contradict what it has; whether an end at midnight belongs to the day that begins then is not specified.
 */
export function canBeListed({ begin, end }: EventTimes, { from, to }: TimeRange): boolean {
	return (begin === null || to === null || begin < to) && (end === null || end >= from);
}
