/**
 * An event's start with the year, for images and embeds that may be viewed years later. In 24-hour
 * time, because they can't know the viewer's preference.
 */
import type { Locale } from '../bff-api/preferences.ts';
import { type EventTimes, isAllDay } from '../event/times.ts';
import { type Day, dayOf, dayStartMs, timeOfDay } from '../event/wall-clock.ts';
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
export const formatDate = (day: Day, locale: Locale): string =>
	dateFormat(locale, options).format(dayStartMs(day));

/** For example `Sat, 21 Nov 2026, 19:30`; empty without a start. */
export function formatStart(times: EventTimes, locale: Locale): string {
	const { begin } = times;
	if (begin === null) return '';
	const { words_day_at: dayAt, words_all_day: allDay } = words[locale];
	const when = isAllDay(times) ? allDay : timeOfDay(begin);
	return fill(dayAt, { day: formatDate(dayOf(begin), locale), when });
}
