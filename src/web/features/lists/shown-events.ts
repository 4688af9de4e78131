import type { Event } from '../../../contract/event/event.ts';
import type { List } from '../../../contract/event/lists.ts';
import { phaseOf } from '../../../contract/event/times.ts';
import type { WallClock } from '../../../contract/event/wall-clock.ts';

/**
 * Each event once, without those that are over: services may list an event until the day ends.
 *
 * @param now null: includes events that are over
 * @param hasMore whether there are more pages
 * @param isListed false for events that the service lists, but the app does not
 * @returns the events, and the size of the whole list; null if there are more and the service has no total
 */
export function shownEvents(
	pages: readonly List<Event>[],
	now: WallClock | null,
	hasMore: boolean,
	isListed: (event: Event) => boolean = () => true,
): { events: readonly Event[]; total: number | null } {
	const shown = new Map<string, Event>();
	for (const event of pages.flatMap(({ items }) => items))
		if (phaseOf(event, now) !== 'over' && isListed(event)) shown.set(event.id, event);
	const events = [...shown.values()];
	return { events, total: hasMore ? (pages.at(-1)?.total ?? null) : events.length };
}
