import type { Event } from '../../../contract/event/event.ts';
import { isLongRunning } from '../../../contract/event/times.ts';

/** Separates what is on during these days from what also runs for weeks (design §10). */
export function groupEvents(events: readonly Event[]): { onTheseDays: Event[]; alsoRunning: Event[] } {
	const { onTheseDays = [], alsoRunning = [] } = Object.groupBy(events, (event) =>
		isLongRunning(event) ? 'alsoRunning' : 'onTheseDays',
	);
	return { onTheseDays, alsoRunning };
}
