/**
 * When and where the events were to be when a person joined them here. This browser keeps it, for each person separately,
 * until they sign out: a service does not say what has changed.
 */
import type { Event } from '../../../contract/event/event.ts';
import { readText } from '../../../contract/event/fields.ts';
import { readWallClock } from '../../../contract/event/wall-clock.ts';
import { browserStorage, ownStorageKey } from '../../shared/storage.ts';

export type JoinedFacts = Pick<Event, 'begin' | 'end' | 'address'>;

/** Older ones are dropped. */
const maxKept = 200;

const keyOf = (userId: string) => ownStorageKey(userId, 'joined');

/** In the form in which they are kept: pairs, since the names of an object are not in the order in which they came. */
function readAll(userId: string): [eventId: string, facts: unknown][] {
	const kept = browserStorage.readJson(keyOf(userId));
	const isPair = (each: unknown): each is [string, unknown] =>
		Array.isArray(each) && typeof each[0] === 'string';
	return Array.isArray(kept) ? kept.filter(isPair) : [];
}

/** @returns null for an event that was joined elsewhere, or not at all */
export function readJoinedFacts(userId: string, eventId: string): JoinedFacts | null {
	const kept = readAll(userId).find(([id]) => id === eventId)?.[1];
	if (typeof kept !== 'object' || kept === null) return null;
	const { begin, end, address } = kept as Record<string, unknown>;
	return { begin: readWallClock(begin), end: readWallClock(end), address: readText(address) };
}

/** @param facts undefined: the event was left */
export function keepJoinedFacts(userId: string, eventId: string, facts: JoinedFacts | undefined): void {
	const others = readAll(userId).filter(([id]) => id !== eventId);
	const { begin, end, address } = facts ?? {};
	const all = facts === undefined ? others : [...others, [eventId, { begin, end, address }] as const];
	browserStorage.writeJson(keyOf(userId), all.slice(-maxKept));
}

/** What is different now. An address that was not given, or no longer is, is not another place. */
export function changesSince(facts: JoinedFacts, event: JoinedFacts): { time: boolean; place: boolean } {
	return {
		time: facts.begin !== event.begin || facts.end !== event.end,
		place: facts.address !== '' && event.address !== '' && facts.address !== event.address,
	};
}
