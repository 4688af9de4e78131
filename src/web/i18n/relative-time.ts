/** Waits in words, in the current language. */
import { currentLocale } from './current-locale.ts';

/** Seconds. A longer wait is said in minutes. */
const longestInSeconds = 90;

/** For example `in 2 seconds`, `in 50 minutes`. @param seconds from now, rounded up to whole minutes where it is long */
export function formatWait(seconds: number): string {
	const isShort = seconds <= longestInSeconds;
	const format = new Intl.RelativeTimeFormat(currentLocale());
	return isShort ? format.format(seconds, 'second') : format.format(Math.ceil(seconds / 60), 'minute');
}
