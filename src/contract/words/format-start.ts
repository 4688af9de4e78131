/** An event's start with the year, for images and embeds that may be viewed years later. */
import { defaultFormats, type Formats, type Locale } from '../bff-api/preferences.ts';
import { type EventTimes, isAllDay } from '../event/times.ts';
import {
	type Day,
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

/** For example `Sat, 21 Nov 2026`. */
export const formatDate = (day: Day, locale: Locale, { isMonthFirst } = defaultFormats): string =>
	dateFormat(locale, options, isMonthFirst).format(dayStartMs(day));

function formatTime(time: WallClock, locale: Locale, { hourCycle }: Formats): string {
	if (hourCycle === 'h23') return timeOfDay(time);
	const { words_am: am, words_pm: pm } = words[locale];
	return fill(isMorning(time) ? am : pm, { time: twelveHourTime(time) });
}

/** For example `Sat, 21 Nov 2026, 19:30`, or `Sat, Nov 21, 2026, 7:30 PM`; empty without a start. */
export function formatStart(times: EventTimes, locale: Locale, formats: Formats = defaultFormats): string {
	const { begin } = times;
	if (begin === null) return '';
	const { words_day_at: dayAt, words_all_day: allDay } = words[locale];
	const when = isAllDay(times) ? allDay : formatTime(begin, locale, formats);
	return fill(dayAt, { day: formatDate(dayOf(begin), locale, formats), when });
}
