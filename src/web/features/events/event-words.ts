/** Words of the event filters and types. */
import type { DayType, EventType } from '../../../contract/filters.ts';
import { m } from '../../i18n/generated/messages.js';

export const dayTypeWords: Record<DayType, () => string> = {
	today: m.events_today,
	tomorrow: m.events_tomorrow,
	weekend: m.events_weekend,
	week: m.events_week,
	future: m.events_future,
};

export const typeWords: Record<EventType, () => string> = {
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

/** A type in words; one that the specification does not list is shown as it comes. */
export function typeInWords(type: string): string {
	return typeWords[type as EventType]?.() ?? type;
}
