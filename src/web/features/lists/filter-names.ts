import type { Price } from '../../../contract/event/price.ts';
import { defaultFilters, type ListFilters, type Sort, sortsOf, type View } from '../../../contract/paths.ts';
import { type DayType, eventTypes } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/messages.ts';

export const nameOfDayType = (dayType: DayType): string => m[`words_${dayType}`]();

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
