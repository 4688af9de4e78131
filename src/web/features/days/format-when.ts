/**
 * Formats dates and times. Passes days to `Intl` as UTC, so that no browser shifts them into its own zone.
 * Formats times of day without `Intl`, whose spaces differ between server and browsers.
 */
import {
	dailyHours,
	daySpan,
	type EventTimes,
	isAllDay,
	isLongRunning,
	isOneNight,
} from '../../../contract/event/times.ts';
import {
	type Day,
	dayOf,
	dayStartMs,
	daysBetween,
	isMorning,
	startOfDay,
	timeOfDay,
	twelveHourTime,
	type WallClock,
} from '../../../contract/event/wall-clock.ts';
import { dateFormat } from '../../../contract/words/date-format.ts';
import { m, reader } from '../../i18n/messages.ts';
import type { NamedToday } from '../../shared/now.ts';

const formatOf = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
	dateFormat(reader.locale, { ...options, timeZone: 'UTC' }, reader.isMonthFirst);
const format = (day: Day, options: Intl.DateTimeFormatOptions): string =>
	formatOf(options).format(dayStartMs(day));

const short = { weekday: 'short', day: 'numeric', month: 'short' } as const;

const yearOf = (day: Day, today: NamedToday | null): Pick<Intl.DateTimeFormatOptions, 'year'> =>
	today === null || day.slice(0, 4) === String(today).slice(0, 4) ? {} : { year: 'numeric' };

/** For example `Sat 21 Nov`, or `Sun, 21 Nov 2027`. */
export const formatDay = (day: Day, today: NamedToday | null = null): string =>
	format(day, { ...short, ...yearOf(day, today) });

/** For example `Saturday 21 November`, or `Sunday, 21 November 2027`. */
export const formatLongDay = (day: Day, today: NamedToday | null = null): string =>
	format(day, { weekday: 'long', day: 'numeric', month: 'long', ...yearOf(day, today) });

const month = { month: 'long', year: 'numeric' } as const;

/** For example `November – December 2026`, or `November 2026` if both days are in it. */
export const formatMonths = (first: Day, last: Day): string =>
	// Servers and browsers have different spaces around the dash.
	formatOf(month).formatRange(dayStartMs(first), dayStartMs(last)).replaceAll(/\s/g, ' ');

/** For example `19:30`, or `7:30 PM`. @param isBare omits AM and PM */
function formatTime(time: WallClock, isBare = false): string {
	const digits = timeOfDay(time);
	if (reader.hourCycle !== 'h12') return digits;
	const twelve = twelveHourTime(time);
	if (isBare) return twelve;
	return isMorning(time) ? m.words_am({ time: twelve }) : m.words_pm({ time: twelve });
}

const isMidnight = (time: WallClock) => time === startOfDay(dayOf(time));

/** An end at midnight belongs to the day before. */
export function formatEnd(end: WallClock, isBare = false): string {
	if (!isMidnight(end)) return formatTime(end, isBare);
	return reader.hourCycle === 'h12' ? m.events_midnight() : '24:00';
}

/**
 * @param today at the service, or only its year, if known: “Today” and “Tomorrow” replace dates, other years are shown
 * @param isWhole adds today's date (`Today, Sat 21 Nov, 19:30`), and the hours of events that run for weeks
 * @returns for example `Sat 21 Nov, 19:30 – 22:00`, or `Today, 7:30 PM – 10:00 PM`
 */
export function formatWhen(times: EventTimes, today: NamedToday | null = null, isWhole = false): string {
	const { begin, end } = times;
	const span = daySpan(times);
	if (begin === null || span === null) return m.events_unknown_time();
	const starting = (time: string) => formatDayAndTime(dayOf(begin), time, today, isWhole);
	if (isAllDay(times) && span.first === span.last) return starting(m.words_all_day());
	const starts = starting(formatTime(begin));
	if (end === null) return starts;
	if (isOneNight(times) && !isMidnight(end))
		return m.events_overnight({ begin: starts, end: formatTime(end) });
	if (span.first === span.last) return starting(formatHours(begin, end));
	const daily = dailyHours(times);
	if (daily !== null) return formatRun(span, formatHours(daily.opens, daily.closes), today);
	const endsAt = formatEnd(end);
	const isOneYear = span.first.slice(0, 4) === span.last.slice(0, 4);
	const years = isOneYear ? yearOf(span.last, today) : ({ year: 'numeric' } as const);
	const edge = (on: Day, when: string) => {
		const day = format(on, { ...short, ...years });
		// On a card, these hours of an event that runs for weeks would look like opening hours.
		return isAllDay(times) || (isLongRunning(times) && !isWhole) ? day : m.words_day_at({ day, when });
	};
	return m.events_from_to({
		begin: edge(span.first, formatTime(begin)),
		end: edge(span.last, endsAt),
	});
}

/** Days of an event with the same hours on each: the remaining days, or all if it has not begun. */
function formatRun(
	{ first, last }: { first: Day; last: Day },
	hours: string,
	today: NamedToday | null,
): string {
	const day = formatDay(last, today);
	if (typeof today === 'string' && first <= today) return m.events_daily_until({ hours, day });
	return m.events_daily({ days: m.events_from_to({ begin: formatDay(first, today), end: day }), hours });
}

/**
 * For events under a heading with the day: only the hours, if the event belongs to that day alone. Services list an
 * event that ends after midnight under the next day, too.
 */
export function formatUnderDay(times: EventTimes, day: Day, today: NamedToday | null): string {
	const { begin, end } = times;
	const span = daySpan(times);
	if (begin === null || span?.first !== day || span.last !== day) return formatWhen(times, today);
	if (isAllDay(times)) return m.words_all_day();
	return end === null ? formatTime(begin) : formatHours(begin, end);
}

/**
 * Hours that stay on one line. Writes AM or PM (before or after the time, depending on the language) once if both times
 * share it.
 */
function formatHours(begin: WallClock, end: WallClock): string {
	const isSame = !isMidnight(end) && isMorning(begin) === isMorning(end);
	const isBehind = m.words_am({ time: '0' }).startsWith('0');
	const hours = m.events_from_to({
		begin: formatTime(begin, isSame && isBehind),
		end: formatEnd(end, isSame && !isBehind),
	});
	// The dash, too, must not end a line, nor the Japanese dash begin one.
	return hours.replaceAll(' ', '\u00a0').replace(/[–～]/, '\u2060$&\u2060');
}

function formatDayAndTime(begins: Day, time: string, today: NamedToday | null, isWhole: boolean): string {
	const dated = m.words_day_at({ day: formatDay(begins, today), when: time });
	const when = isWhole ? dated : time;
	const daysAhead = typeof today === 'string' ? daysBetween(today, begins) : null;
	if (daysAhead === 0) return m.events_today_at({ when });
	if (daysAhead === 1) return m.events_tomorrow_at({ when });
	return dated;
}
