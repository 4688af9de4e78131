import { languageTags } from '../../contract/words/date-format.ts';
import { reader } from './messages.ts';

/** Up to 90 seconds or minutes are shown in that unit: "1 hour" must not mean almost two. */
const maxCount = 90;
/** Below this number, hours are rounded to half hours. */
const maxHalfHours = 3;

export const relativeTime = (options?: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat =>
	new Intl.RelativeTimeFormat(languageTags[reader.locale], options);

function formatMinutes(minutes: number, round: (value: number) => number): string {
	const format = relativeTime();
	if (round(minutes) <= maxCount) return format.format(round(minutes), 'minute');
	const hours = minutes / 60;
	return format.format(hours < maxHalfHours ? round(hours * 2) / 2 : round(hours), 'hour');
}

/** For example "in 2 seconds", "in 50 minutes". Rounds up, so that nobody retries too early. */
export function formatWait(seconds: number): string {
	return seconds <= maxCount
		? relativeTime().format(seconds, 'second')
		: formatMinutes(seconds / 60, Math.ceil);
}

/** For example "in 85 minutes", "in 1.5 hours". Rounds down, so that nobody arrives too late. */
export const formatMinutesAhead = (minutes: number): string =>
	formatMinutes(Math.max(1, minutes), Math.floor);
