import type { Event } from '../../../contract/event/event.ts';
import { dayRange, isWithin, phaseOf } from '../../../contract/event/times.ts';
import type { WallClock } from '../../../contract/event/wall-clock.ts';
import type { ListFilters } from '../../../contract/paths.ts';
import { hasWords, wordsOf } from '../event/has-words.ts';

export interface Found {
	event: Event;
	/** Words of the event that match, as the index has them. */
	terms: readonly string[];
}

/** Plain search for when the index cannot be reached: within the filters, every word is in title, address or owner. */
export function searchLoaded(events: readonly Event[], filters: ListFilters, now: WallClock): Found[] {
	const { q, dayType, type } = filters;
	const words = wordsOf(q);
	const range = dayRange(dayType, now);
	return events
		.filter((event) => {
			if (type !== 'all' && event.type !== type) return false;
			if (phaseOf(event, now) === 'over' || !isWithin(event, range)) return false;
			return hasWords(event, words);
		})
		.map((event) => ({ event, terms: words }));
}
