/**
 * What this browser has changed of a person's relations since it read their lists. Lists that the service worker kept are older:
 * without a network, it comes on top of them.
 */
import { readDay } from '../../../contract/event/wall-clock.ts';
import { keptByEvent } from './kept-by-event.ts';
import type { OwnRelation, OwnRelations } from './own-relation.ts';

const { readAll, keepAll, keep } = keptByEvent('changes');

function readRelation(kept: unknown): OwnRelation {
	const { joined, wished, day } = (kept ?? {}) as Record<string, unknown>;
	return {
		joined: joined === true,
		wished: wished === true,
		day: day === undefined ? undefined : readDay(day),
	};
}

export const readKeptChanges = (userId: string): OwnRelations =>
	Object.fromEntries(readAll(userId).map(([eventId, kept]) => [eventId, readRelation(kept)]));

/** @param relation as the service has confirmed it */
export const keepChange: (userId: string, eventId: string, relation: OwnRelation) => void = keep;

/** Forgets those that lists have, since they were read after these changes. What has been changed meanwhile stays. */
export function forgetChanges(userId: string, listed: OwnRelations): void {
	const isListed = (eventId: string, kept: unknown) =>
		JSON.stringify(readRelation(kept)) === JSON.stringify(listed[eventId]);
	keepAll(
		userId,
		readAll(userId).filter(([eventId, kept]) => !isListed(eventId, kept)),
	);
}
