/** Names of the filters and types of events in the current language. */

import type { Sort } from '../../../contract/paths.ts';
import type { DayType, EventType } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/generated/messages.js';

export const dayTypeNames: Record<DayType, () => string> = {
	today: m.words_today,
	tomorrow: m.words_tomorrow,
	weekend: m.words_weekend,
	week: m.words_week,
	future: m.words_future,
};

export const typeNames: Record<EventType, () => string> = {
	all: m.words_type_all,
	music: m.words_type_music,
	film: m.words_type_film,
	drama: m.words_type_drama,
	commonweal: m.words_type_commonweal,
	salon: m.words_type_salon,
	exhibition: m.words_type_exhibition,
	party: m.words_type_party,
	sports: m.words_type_sports,
	travel: m.words_type_travel,
	others: m.words_type_others,
};

/** Name of an event's type. A type that the specification does not list is shown as the service sends it. */
export function nameOfType(type: string): string {
	return Object.hasOwn(typeNames, type) ? typeNames[type as EventType]() : type;
}

export const sortNames: Record<Sort, () => string> = {
	listed: m.discover_sort_listed,
	start: m.discover_sort_start,
	near: m.discover_sort_near,
	interest: m.discover_sort_interest,
};
