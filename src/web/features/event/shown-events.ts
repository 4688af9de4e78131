/** What a list of events shows of the pages that were read. */
import type { Event } from '../../../contract/event/event.ts';
import type { List } from '../../../contract/event/lists.ts';
import { phaseOf } from '../../../contract/event/times.ts';
import type { WallClock } from '../../../contract/event/wall-clock.ts';

export interface ShownEvents {
	events: readonly Event[];
	/**
	 * Number of events in the whole list, without those that were read and are not shown, so that it agrees with what
	 * people see. Null while there are more and the service does not say how many.
	 */
	total: number | null;
	/** How many of the last pages had nothing to show. */
	emptyPages: number;
}

/**
 * Each event once, without those that are over: a service may list an event until the day ends.
 *
 * @param now null: nothing is left out for being over
 * @param hasMore whether there are pages that were not read
 */
export function shownEvents(
	pages: readonly List<Event>[],
	now: WallClock | null,
	hasMore: boolean,
): ShownEvents {
	const shown = new Map<string, Event>();
	let [sent, emptyPages] = [0, 0];
	for (const page of pages) {
		const before = shown.size;
		for (const event of page.items) if (phaseOf(event, now) !== 'over') shown.set(event.id, event);
		sent += page.sent;
		emptyPages = shown.size > before ? 0 : emptyPages + 1;
	}
	const listed = pages.at(-1)?.total ?? null;
	const unshown = sent - shown.size;
	const rest = listed === null ? null : Math.max(shown.size, listed - unshown);
	return { events: [...shown.values()], total: hasMore ? rest : shown.size, emptyPages };
}
