/**
 * What this browser has changed of a person's relations since it read their lists. A page that opens without a network shows it
 * on top of the lists that the service worker keeps, which are older. Removed when the person signs out.
 */
import { readDay } from '../../../contract/event/wall-clock.ts';
import { browserStorage, ownStorageKey } from '../../shared/storage.ts';
import type { OwnRelation, OwnRelations } from './own-relation.ts';

/** Older ones are dropped. */
const maxKept = 200;

const keyOf = (userId: string) => ownStorageKey(userId, 'changes');

function readRelation(kept: unknown): OwnRelation {
	const { joined, wished, day } = (kept ?? {}) as Record<string, unknown>;
	return {
		joined: joined === true,
		wished: wished === true,
		day: day === undefined ? undefined : readDay(day),
	};
}

export function readKeptChanges(userId: string): OwnRelations {
	const kept = browserStorage.readJson(keyOf(userId));
	if (typeof kept !== 'object' || kept === null) return {};
	return Object.fromEntries(
		Object.entries(kept).map(([eventId, relation]) => [eventId, readRelation(relation)]),
	);
}

export function keepChanges(userId: string, changes: OwnRelations): void {
	browserStorage.writeJson(keyOf(userId), Object.fromEntries(Object.entries(changes).slice(-maxKept)));
}
