/**
 * What this browser has changed of a person's relations since it read their lists. A page that opens without a network shows it
 * on top of the lists that the service worker keeps, which are older.
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

export const keepChange: (userId: string, eventId: string, relation: OwnRelation) => void = keep;

/** The lists have been read again: only these have been changed since. */
export const keepChanges = (userId: string, changes: OwnRelations): void =>
	keepAll(userId, Object.entries(changes));
