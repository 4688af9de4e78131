import type { Event } from '../../../contract/event/event.ts';
import type { List } from '../../../contract/event/lists.ts';
import { isLongRunning } from '../../../contract/event/times.ts';

interface Groups {
	onTheseDays: Event[];
	alsoRunning: Event[];
	/** Events of later pages, as the service lists them. */
	further: Event[];
}

/**
 * Separates what is on during these days from what also runs for weeks. A list grows at its end: an event of a later
 * page that would be above others is one of the further ones. What the service has sent decides, not what is shown of it, so that
 * the end of an event moves no other.
 *
 * @param pages as they were sent
 * @param shown those of their events that are shown, each once
 */
export function groupEvents(pages: readonly Pick<List<Event>, 'items'>[], shown: readonly Event[]): Groups {
	const left = new Map(shown.map((event) => [event.id, event]));
	const groups: Groups = { onTheseDays: [], alsoRunning: [], further: [] };
	let [hasLong, hasFurther] = [false, false];
	for (const [page, { items }] of pages.entries())
		for (const { id, ...times } of items) {
			const isLong = isLongRunning(times);
			const isAbove = hasFurther || (hasLong && !isLong);
			const isFurther = page > 0 && isAbove;
			hasLong ||= isLong;
			hasFurther ||= isFurther;
			const event = left.get(id);
			if (event === undefined) continue;
			left.delete(id);
			groups[isFurther ? 'further' : isLong ? 'alsoRunning' : 'onTheseDays'].push(event);
		}
	return groups;
}
