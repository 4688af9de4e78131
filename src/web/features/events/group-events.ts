/** Telling what is on at these days from what also runs for weeks (design §10). */
import { isLongRunning } from '../../../contract/filters.ts';
import type { EventView } from './event-view.ts';

/**
 * Drops duplicates, which a list that moves while it is paged brings, and splits the rest.
 *
 * Longer than seven days counts as long-running: no clock is needed, so the first render is the same everywhere.
 */
export function groupEvents(events: readonly EventView[]): {
	onTheseDays: EventView[];
	alsoRunning: EventView[];
} {
	const unique = [...new Map(events.map((event) => [event.id, event])).values()];
	return {
		onTheseDays: unique.filter(({ begin, end }) => !isLongRunning(begin, end)),
		alsoRunning: unique.filter(({ begin, end }) => isLongRunning(begin, end)),
	};
}
