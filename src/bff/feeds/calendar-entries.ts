/** Events with what a subscriber must know beside them: when they were last seen changed. */
import type { Event } from '../../contract/event/event.ts';
import { shortHash } from '../http/hash.ts';
import { inParts } from '../http/in-parts.ts';
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
	return shortHash(JSON.stringify(shown));
}

/** Events whose revisions are looked up before other work may go first. */
const partSize = 200;

/** Adds their revisions to events, and counts those up whose fingerprint has changed. */
export async function calendarEntries<Shown extends Event>(
	store: CalendarStore,
	events: readonly Shown[],
): Promise<CalendarEntry<Shown>[]> {
	const entries: CalendarEntry<Shown>[] = [];
	for await (const part of inParts(events, partSize)) {
		const revisions = await store.revise(
			part.map((event) => ({ id: event.id, fingerprint: fingerprintOf(event) })),
		);
		for (const [index, event] of part.entries()) {
			const revision = revisions[index];
			if (revision !== undefined) entries.push({ event, revision });
		}
	}
	return entries;
}
