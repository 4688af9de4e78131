/** The start of an event in words, for readers whose clock is not known: link previews and the embed. */
import type { Locale } from '../bff-api/preferences.ts';
import { dayOf, dayStartMs, timeOfDay, type WallClock } from '../event/wall-clock.ts';
import { dateFormat } from './date-format.ts';
import { fill, words } from './words.ts';

/** For example `Sat 21 Nov, 19:30`. */
export function formatStart(begin: WallClock, locale: Locale): string {
	const format = dateFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
	const day = format.format(dayStartMs(dayOf(begin)));
	return fill(words[locale].words_day_at, { day, when: timeOfDay(begin) });
}
