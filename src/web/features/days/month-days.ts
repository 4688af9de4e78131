import { directionOf, type Locale } from '../../../contract/bff-api/preferences.ts';
import { addDays, type Day, readDay, weekdayOf } from '../../../contract/event/wall-clock.ts';
import { reader } from '../../i18n/messages.ts';

/**
 * First day of the week where each language is most spoken; 0 is Sunday (Unicode CLDR `weekData`). Firefox lacks
 * `Intl.Locale.prototype.getWeekInfo`.
 */
export const firstWeekdays: Readonly<Record<Locale, number>> = {
	en: 1,
	'zh-Hans': 1,
	'zh-Hant': 0,
	ja: 0,
	ko: 0,
	es: 1,
	fr: 1,
	de: 1,
	'pt-BR': 0,
	ar: 6,
};

const ownFirstWeekday = () =>
	reader.locale === 'en' && reader.isMonthFirst ? 0 : firstWeekdays[reader.locale];

/** @param firstWeekday 0 for Sunday */
export const weekStart = (day: Day, firstWeekday = ownFirstWeekday()): Day =>
	addDays(day, -((weekdayOf(day) + 7 - firstWeekday) % 7));

export const monthOf = (day: Day): string => day.slice(0, 7);

/** The same day of another month, or that month's last day. Stays within the years 1 to 9999. */
export function addMonths(day: Day, count: number): Day {
	const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
	const months = year * 12 + month - 1 + count;
	const digits = (value: number, length: number) => String(value).padStart(length, '0');
	const start = `${digits(Math.floor(months / 12), 4)}-${digits((months % 12) + 1, 2)}`;
	// Months have at least 28 days, so three attempts to shorten the date suffice.
	for (let fewer = 0; fewer <= 3; fewer += 1) {
		const found = readDay(`${start}-${digits(date - fewer, 2)}`);
		if (found !== null) return found;
	}
	return day;
}

export const weekFrom = (start: Day): Day[] => Array.from({ length: 7 }, (_, index) => addDays(start, index));

/** The same number for all months, so that nothing below moves. */
const weeksShown = 6;

export function weeksFrom(day: Day, firstWeekday = ownFirstWeekday()): Day[][] {
	const start = weekStart(day, firstWeekday);
	return Array.from({ length: weeksShown }, (_, index) => weekFrom(addDays(start, index * 7)));
}

export function dayForKey(key: string, day: Day): Day | undefined {
	const right = directionOf(reader.locale) === 'rtl' ? -1 : 1;
	const days: Readonly<Record<string, Day>> = {
		ArrowLeft: addDays(day, -right),
		ArrowRight: addDays(day, right),
		ArrowUp: addDays(day, -7),
		ArrowDown: addDays(day, 7),
		Home: weekStart(day),
		End: addDays(weekStart(day), 6),
		PageUp: addMonths(day, -1),
		PageDown: addMonths(day, 1),
	};
	return days[key];
}
