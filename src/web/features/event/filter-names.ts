import { defaultFilters, type ListFilters, type Sort, sortsOf, type View } from '../../../contract/paths.ts';
import type { DayType, EventType } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/messages.ts';

export const dayTypeNames: Record<DayType, () => string> = {
	today: () => m.words_today(),
	tomorrow: () => m.words_tomorrow(),
	weekend: () => m.words_weekend(),
	week: () => m.words_week(),
	future: () => m.words_future(),
};

export const typeNames: Record<EventType, () => string> = {
	all: () => m.words_type_all(),
	music: () => m.words_type_music(),
	film: () => m.words_type_film(),
	drama: () => m.words_type_drama(),
	commonweal: () => m.words_type_commonweal(),
	salon: () => m.words_type_salon(),
	exhibition: () => m.words_type_exhibition(),
	party: () => m.words_type_party(),
	sports: () => m.words_type_sports(),
	travel: () => m.words_type_travel(),
	others: () => m.words_type_others(),
};

/** Types outside the specification are shown as sent. */
export function nameOfType(type: string): string {
	return Object.hasOwn(typeNames, type) ? typeNames[type as EventType]() : type;
}

export const sortNames: Record<Sort, () => string> = {
	listed: () => m.discover_sort_listed(),
	start: () => m.discover_sort_start(),
	near: () => m.discover_sort_near(),
	interest: () => m.discover_sort_interest(),
};

export const viewNames: Record<View, () => string> = {
	list: () => m.discover_list(),
	map: () => m.discover_map(),
	calendar: () => m.discover_calendar(),
};

/** The view or order of a list; null for the defaults. */
export function chosenView(filters: ListFilters): string | null {
	const { view, sort } = filters;
	if (view !== defaultFilters.view) return viewNames[view]();
	return sortsOf(filters).includes(sort) && sort !== defaultFilters.sort ? sortNames[sort]() : null;
}

/** A calendar shows all days. */
export const hasDays = ({ view }: ListFilters): boolean => view !== 'calendar';
