/**
 * When and where the events were to be when a person joined them here. This browser keeps it: a service does not say what has
 * changed.
 */
import type { Event } from '../../../contract/event/event.ts';
import { readText } from '../../../contract/event/fields.ts';
import { readWallClock } from '../../../contract/event/wall-clock.ts';
import { keptByEvent } from './kept-by-event.ts';

export type JoinedFacts = Pick<Event, 'begin' | 'end' | 'address'>;

const { readAll, keep } = keptByEvent('joined');

/** @returns null for an event that was joined elsewhere, or not at all */
export function readJoinedFacts(userId: string, eventId: string): JoinedFacts | null {
	const kept = readAll(userId).find(([id]) => id === eventId)?.[1];
	if (typeof kept !== 'object' || kept === null) return null;
	const { begin, end, address } = kept as Record<string, unknown>;
	return { begin: readWallClock(begin), end: readWallClock(end), address: readText(address) };
}

/** @param facts undefined: the event was left */
export function keepJoinedFacts(userId: string, eventId: string, facts: JoinedFacts | undefined): void {
	const { begin, end, address } = facts ?? {};
	keep(userId, eventId, facts && { begin, end, address });
}

/** What is different now. An address that was not given, or no longer is, is not another place. */
export function changesSince(facts: JoinedFacts, event: JoinedFacts): { time: boolean; place: boolean } {
	return {
		time: facts.begin !== event.begin || facts.end !== event.end,
		place: facts.address !== '' && event.address !== '' && facts.address !== event.address,
	};
}
