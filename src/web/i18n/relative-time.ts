/** Spans of time in words, in the unit in which one would say them. */
import { currentLocale } from './messages.ts';

/** Seconds are said up to this many, and so are minutes: `1 hour` may not stand for most of two. */
const longest = 90;
/** Hours below which halves are said, since a whole one is too much to be out by. */
const longestInHalves = 3;

/** @param round to whole minutes, half hours and hours: never to a time that would be wrong for who relies on it */
function formatMinutes(minutes: number, round: (value: number) => number, language: string): string {
	const format = new Intl.RelativeTimeFormat(language);
	if (round(minutes) <= longest) return format.format(round(minutes), 'minute');
	const hours = minutes / 60;
	return format.format(hours < longestInHalves ? round(hours * 2) / 2 : round(hours), 'hour');
}

/** A wait, for example `in 2 seconds`, `in 50 minutes`. @param seconds from now: rounded up, so that it is not too early then */
export function formatWait(seconds: number): string {
	return seconds <= longest
		? new Intl.RelativeTimeFormat(currentLocale()).format(seconds, 'second')
		: formatMinutes(seconds / 60, Math.ceil, currentLocale());
}

/**
 * What is ahead, for example `in 85 minutes`, `in 1.5 hours`, `in 5 hours`.
 *
 * @param minutes from now: rounded down, so that it is not too late then, and at least one
 * @param language as a BCP 47 tag
 */
export const formatMinutesAhead = (minutes: number, language: string): string =>
	formatMinutes(Math.max(1, minutes), Math.floor, language);
