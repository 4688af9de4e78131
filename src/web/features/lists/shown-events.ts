import type { Event } from '../../../contract/event/event.ts';
import type { List } from '../../../contract/event/lists.ts';
import { phaseOf } from '../../../contract/event/times.ts';
import type { WallClock } from '../../../contract/event/wall-clock.ts';

export interface ShownEvents {
	events: readonly Event[];
	/**
	 * Size of the whole list minus events received but not shown. Null if there are more and the service has no total.
	 */
	total: number | null;
	/** Number of trailing pages without a shown event. */
	emptyPages: number;
}

/**
 * Returns each event once, without those that are over: services may list an event until the day ends.
 *
 * @param now null: includes events that are over
 * @param hasMore whether there are more pages
 * @param isListed false for events that the service lists, but the app does not
 */
export function shownEvents(
	pages: readonly List<Event>[],
	now: WallClock | null,
	hasMore: boolean,
	isListed: (event: Event) => boolean = () => true,
): ShownEvents {
	const shown = new Map<string, Event>();
	// Pages overlap, so their lengths can't be added up.
	const received = new Set<string>();
	let [unreadable, emptyPages] = [0, 0];
	for (const page of pages) {
		const before = shown.size;
		for (const event of page.items) {
			received.add(event.id);
			if (phaseOf(event, now) !== 'over' && isListed(event)) shown.set(event.id, event);
		}
		unreadable += page.sent - page.items.length;
		emptyPages = shown.size > before ? 0 : emptyPages + 1;
	}
	const listed = pages.at(-1)?.total ?? null;
	const unshown = received.size + unreadable - shown.size;
	const rest = listed === null ? null : Math.max(shown.size, listed - unshown);
	return { events: [...shown.values()], total: hasMore ? rest : shown.size, emptyPages };
}
