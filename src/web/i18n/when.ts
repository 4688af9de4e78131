/**
 * Wall-clock times in words (design §3, EVENTS_TIME_ZONE unset): `YYYY-MM-DD HH:MM:SS` is read as if it were UTC and
 * written in UTC, so that no browser shifts it by its own zone.
 */

import type { Locale } from '../../contract/choices.ts';
import { isLongRunning } from '../../contract/filters.ts';
import { dateFormat } from './date-format.ts';
import { m } from './generated/messages.js';

/** Milliseconds of a wall-clock time on an arbitrary but common scale; NaN when it cannot be read. */
export const wallClockMs = (wallClock: string): number => Date.parse(`${wallClock.replace(' ', 'T')}Z`);

const dayMs = 86_400_000;
const format = (ms: number, locale: Locale, options: Intl.DateTimeFormatOptions) =>
	dateFormat(locale === 'en' ? 'en-GB' : 'zh-CN', { ...options, timeZone: 'UTC' }).format(ms);

const dayOptions = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const timeOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** A day in words. @param day `YYYY-MM-DD` */
export function dayInWords(day: string, locale: Locale): string {
	return format(wallClockMs(`${day} 00:00:00`), locale, dayOptions);
}

/**
 * When an event is, as a person would say it.
 *
 * @param today `YYYY-MM-DD` at the service, where it is known: then today and tomorrow are said so
 * @returns for example `Sat, 21 Nov, 19:30 – 22:00`, or `Today, 19:30 – 22:00`
 */
export function whenInWords(begin: string, end: string, locale: Locale, today: string | null = null): string {
	const [from, to] = [wallClockMs(begin), wallClockMs(end)];
	if (Number.isNaN(from)) return m.events_unknown_time();
	const start = startInWords(begin, locale, today);
	if (Number.isNaN(to) || to <= from) return start;
	const isSameDay = begin.slice(0, 10) === end.slice(0, 10);
	const endTime = format(to, locale, timeOptions);
	if (isSameDay) return m.events_from_to({ begin: start, end: endTime });
	const isOneNight = to - from < dayMs && end.slice(11, 13) < '12';
	if (isOneNight) return `${start}, ${m.events_overnight({ end: endTime })}`;
	const years = begin.slice(0, 4) === end.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
	// The hours of what runs for weeks would be read as its opening hours.
	const hours = isLongRunning(begin, end) ? {} : timeOptions;
	const rangeOptions = { ...dayOptions, ...years, ...hours };
	return m.events_from_to({
		begin: format(from, locale, rangeOptions),
		end: format(to, locale, rangeOptions),
	});
}

/** The start's day and time; the days next to now by their names. */
function startInWords(begin: string, locale: Locale, today: string | null): string {
	const from = wallClockMs(begin);
	const when = format(from, locale, timeOptions);
	const daysAhead =
		today === null
			? undefined
			: (wallClockMs(`${begin.slice(0, 10)} 00:00:00`) - wallClockMs(`${today} 00:00:00`)) / dayMs;
	if (daysAhead === 0) return m.events_today_at({ when });
	if (daysAhead === 1) return m.events_tomorrow_at({ when });
	return format(from, locale, { ...dayOptions, ...timeOptions });
}

/** The days an event covers, `YYYY-MM-DD`, at most `limit` of them. */
export function daysOf(begin: string, end: string, limit = 400): string[] {
	const last = wallClockMs(`${end.slice(0, 10)} 00:00:00`);
	const days: string[] = [];
	for (
		let day = wallClockMs(`${begin.slice(0, 10)} 00:00:00`);
		day <= last && days.length < limit;
		day += dayMs
	) {
		days.push(new Date(day).toISOString().slice(0, 10));
	}
	return days;
}
