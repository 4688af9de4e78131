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
 * @returns the events, and the size of the whole list; null if there are more, and the service has no total or an event
 * that it counts is not shown
 */
export function shownEvents(
	pages: readonly List<Event>[],
	now: WallClock | null,
	hasMore: boolean,
	isListed: (event: Event) => boolean = () => true,
): { events: readonly Event[]; total: number | null } {
	const listed = new Map(pages.flatMap(({ items }) => items).map((event) => [event.id, event]));
	const events = [...listed.values()].filter((event) => phaseOf(event, now) !== 'over' && isListed(event));
	const rest = events.length < listed.size ? null : (pages.at(-1)?.total ?? null);
	return { events, total: hasMore ? rest : events.length };
}
