import type { Price } from '../../../contract/event/price.ts';
import { type Day, daysBetween } from '../../../contract/event/wall-clock.ts';
import {
	defaultFilters,
	type ListFilters,
	type Sort,
	sortsOf,
	type View,
} from '../../../contract/list-filters.ts';
import { type DayType, eventTypes } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/messages.ts';
import { useIsEvening, useNamedToday, useToday } from '../../shared/now.ts';
import { ChangingText } from '../../ui/changing-text.tsx';
import { formatDay, formatLongDay } from '../days/format-when.ts';

const nameOfDayType = (dayType: DayType): string => m[`words_${dayType}`]();

/** Types outside the specification are shown as sent. */
export function nameOfType(type: string): string {
	const known = eventTypes.find((each) => each === type);
	return known === undefined ? type : m[`words_type_${known}`]();
}

/** Adds “Price” to a bare number, because its currency is unknown. */
export function nameOfPrice({ text, isFree }: Price): string {
	if (isFree) return m.words_free();
	return /^[\d\s.,–—~-]+$/.test(text) ? `${m.events_price()} ${text}` : text;
}

export const nameOfSort = (sort: Sort): string => m[`discover_sort_${sort}`]();

export const viewNames: Record<View, () => string> = {
	list: () => m.discover_list(),
	map: () => m.discover_map(),
	calendar: () => m.words_calendar(),
};

/** The view or order of a list; null for the defaults. */
export function chosenView(filters: ListFilters): string | null {
	const { view, sort } = filters;
	if (view !== defaultFilters.view) return viewNames[view]();
	return sortsOf(filters).includes(sort) && sort !== defaultFilters.sort ? nameOfSort(sort) : null;
}

/** Heading for the events of one day: `Tomorrow, Sun 22 Nov`, or `Saturday 28 November`. */
export function DayName({ day, isTonight = false }: { day: Day | null; isTonight?: boolean }) {
	const today = useNamedToday();
	if (day === null) return m.people_no_day();
	const ahead = typeof today === 'string' ? daysBetween(today, day) : null;
	const todayName = isTonight ? m.words_tonight() : m.words_today();
	const named = ahead === 0 ? todayName : ahead === 1 ? m.words_tomorrow() : null;
	const text =
		named === null ? formatLongDay(day, today) : m.words_day_at({ day: named, when: formatDay(day, today) });
	return <ChangingText text={text} />;
}

/** @returns a function that returns the name of a list's days: in the evening, today is “Tonight” */
export function useDayName(): (
	filters: Pick<ListFilters, 'dayType' | 'day'> & Partial<ListFilters>,
) => string {
	const today = useToday();
	const isEvening = useIsEvening();
	return ({ dayType, day, until = null }) => {
		if (day !== null && until !== null)
			return m.events_from_to({ begin: formatDay(day, today), end: formatDay(until, today) });
		if (day !== null) return formatDay(day, today);
		return dayType === 'today' && isEvening ? m.words_tonight() : nameOfDayType(dayType);
	};
}
