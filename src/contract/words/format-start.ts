/**
 * An event's start with the year, for images and embeds that may be viewed years later. They don't know the viewer's
 * clock, so 24 hours is the default.
 */
import type { HourCycle, Locale } from '../bff-api/preferences.ts';
import {
	dayOf,
	dayStartMs,
	isMorning,
	timeOfDay,
	twelveHourTime,
	type WallClock,
} from '../event/wall-clock.ts';
import { dateFormat } from './date-format.ts';
import { fill, words } from './words.ts';

const options = {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	timeZone: 'UTC',
} as const;

/** For example `Sat, 21 Nov 2026, 19:30`. */
export function formatStart(begin: WallClock, locale: Locale, hourCycle: HourCycle = 'h23'): string {
	const say = words[locale];
	const day = dateFormat(locale, options).format(dayStartMs(dayOf(begin)));
	const half = isMorning(begin) ? say.words_am : say.words_pm;
	const when = hourCycle === 'h12' ? fill(half, { time: twelveHourTime(begin) }) : timeOfDay(begin);
	return fill(say.words_day_at, { day, when });
}
