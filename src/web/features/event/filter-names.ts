/** Names of the filters and types of events in the current language. */

import type { Sort } from '../../../contract/paths.ts';
import type { DayType, EventType } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/generated/messages.js';

export const dayTypeNames: Record<DayType, () => string> = {
	today: m.events_today,
	tomorrow: m.events_tomorrow,
	weekend: m.events_weekend,
	week: m.events_week,
	future: m.events_future,
};

export const typeNames: Record<EventType, () => string> = {
	all: m.events_type_all,
	music: m.events_type_music,
	film: m.events_type_film,
	drama: m.events_type_drama,
	commonweal: m.events_type_commonweal,
	salon: m.events_type_salon,
	exhibition: m.events_type_exhibition,
	party: m.events_type_party,
	sports: m.events_type_sports,
	travel: m.events_type_travel,
	others: m.events_type_others,
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
