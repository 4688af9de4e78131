/** Events with what a subscriber must know beside them: when they were last seen changed. */
import { createHash } from 'node:crypto';
import type { Event } from '../../contract/event/event.ts';
import type { CalendarStore, Revision } from './calendar-store.ts';

export interface CalendarEntry<Shown extends Event = Event> {
	event: Shown;
	revision: Revision;
	/** True for an event that the person is only interested in. */
	isTentative?: boolean;
}

/**
 * A fingerprint of an event. It covers only what a list and the event's own response both carry, so that reading them in
 * turn is no change: lists leave the text out. Counters are not in it, or it would change all day.
 */
function fingerprintOf({ title, begin, end, address, geo }: Event): string {
	const shown = [title, begin, end, address, geo?.latitude, geo?.longitude];
	return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
}

/** Adds their revisions to events, and counts those up whose fingerprint has changed. */
export async function calendarEntries<Shown extends Event>(
	store: CalendarStore,
	events: readonly Shown[],
): Promise<CalendarEntry<Shown>[]> {
	const revisions = await store.revise(
		events.map((event) => ({ id: event.id, fingerprint: fingerprintOf(event) })),
	);
	return events.flatMap((event, index) => {
		const revision = revisions[index];
		return revision === undefined ? [] : [{ event, revision }];
	});
}
