/** Names of weekdays, months and time zones. Separate from `format-when.ts`, which every first visit loads. */
import { type Day, dayStartMs } from '../../../contract/event/wall-clock.ts';
import { dateFormat } from '../../../contract/words/date-format.ts';
import { reader } from '../../i18n/messages.ts';

/** For example `Sat`, or `Saturday`. Arabic has no abbreviations: `short` is the single letter used in calendars. */
export function formatWeekday(day: Day, weekday: 'short' | 'long', locale = reader.locale): string {
	const nameIn = (weekday: 'short' | 'long' | 'narrow') =>
		dateFormat(locale, { weekday, timeZone: 'UTC' }).format(dayStartMs(day));
	const text = nameIn(weekday);
	const isWhole = weekday === 'short' && text === nameIn('long');
	return isWhole ? nameIn('narrow') : text;
}

export const formatShortMonth = (day: Day): string =>
	dateFormat(reader.locale, { month: 'short', timeZone: 'UTC' }).format(dayStartMs(day));

/** For example `China Standard Time`. @param zone IANA name; by default the browser's zone, which may have none */
export const formatZone = (zone?: string): string | undefined =>
	dateFormat(reader.locale, { ...(zone && { timeZone: zone }), timeZoneName: 'longGeneric' })
		.formatToParts()
		.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
