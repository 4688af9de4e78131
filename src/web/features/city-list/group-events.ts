import type { Event } from '../../../contract/event/event.ts';
import { isLongRunning } from '../../../contract/event/times.ts';
import { paging } from '../../../contract/spec/filters.ts';

interface Groups {
	onTheseDays: Event[];
	alsoRunning: Event[];
	/** Events of later pages, as the service lists them. */
	further: Event[];
}

/**
 * Separates what is on during these days from what also runs for weeks (design §10). A list grows at its end: an event of a later
 * page that would be above others that are shown already is one of the further ones.
 */
export function groupEvents(events: readonly Event[]): Groups {
	const groups: Groups = { onTheseDays: [], alsoRunning: [], further: [] };
	const { onTheseDays, alsoRunning, further } = groups;
	for (const [index, event] of events.entries()) {
		const group = isLongRunning(event) ? alsoRunning : onTheseDays;
		const isAtEnd = further.length === 0 && (group === alsoRunning || alsoRunning.length === 0);
		if (index < paging.defaultCount || isAtEnd) group.push(event);
		else further.push(event);
	}
	return groups;
}
