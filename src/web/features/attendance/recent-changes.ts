/**
 * Changes made in this browser within the last half minute, which the person's lists may not show yet: a write may take
 * effect late (gap register, `body-of-202`). Until then, the change counts more than the list.
 */
import type { RelationStatus } from '../../../contract/spec/filters.ts';
import { type PendingAction, readPendingAction } from '../../shared/session/pending-action.ts';
import { browserStorage, ownStorageKey } from '../../shared/storage.ts';
import { type Change, noRelation, type OwnRelation, withChange } from './own-relation.ts';

const settlingMs = 30_000;
/** How often a list is read again until it shows the recent changes. */
const rereadMs = 5_000;

interface RecentChange extends PendingAction {
	/** Milliseconds since 1970. */
	at: number;
}

const keyOf = (userId: string) => ownStorageKey(userId, 'changes');

function readRecent(userId: string): RecentChange[] {
	const stored = browserStorage.readJson(keyOf(userId));
	return (Array.isArray(stored) ? stored : []).flatMap((entry: { at?: unknown } | null) => {
		const change = readPendingAction(entry);
		const at = Number(entry?.at);
		return change !== null && Math.abs(Date.now() - at) < settlingMs ? [{ ...change, at }] : [];
	});
}

/** Call once the service has accepted a change. */
export function storeChange(userId: string, eventId: string, change: Change): void {
	const stored: RecentChange = { ...change, eventId, userId, at: Date.now() };
	browserStorage.writeJson(keyOf(userId), [...readRecent(userId), stored]);
}

const applied = (changes: readonly RecentChange[], eventId: string, read: OwnRelation): OwnRelation =>
	changes.filter((change) => change.eventId === eventId).reduce(withChange, read);

/** The relation after recent changes. @param read as the service returned it */
export const withRecentChanges = (userId: string, eventId: string, read: OwnRelation): OwnRelation =>
	applied(readRecent(userId), eventId, read);

/** Relations by event id after recent changes. @param read as the service returned them */
export function withAllRecentChanges(
	userId: string,
	read: Readonly<Record<string, OwnRelation>>,
): Record<string, OwnRelation> {
	const relations = { ...read };
	for (const change of readRecent(userId))
		relations[change.eventId] = withChange(relations[change.eventId] ?? noRelation, change);
	return relations;
}

interface OwnList {
	userId: string;
	relation: 'joined' | 'wished';
	status: RelationStatus;
}

const everyRelation: OwnRelation = { joined: true, wished: true };

/** A list's items without those that the person has just removed. */
export function withoutRemoved<Item extends { id: string }>(
	{ userId, relation }: OwnList,
	items: readonly Item[],
): Item[] {
	const changes = readRecent(userId);
	return items.filter(({ id }) => applied(changes, id, everyRelation)[relation]);
}

/** For `refetchInterval`: when to read a list again, because it doesn't show the recent changes yet. */
export function rereadInterval(
	{ userId, relation, status }: OwnList,
	items: readonly { id: string }[] | undefined,
): number | false {
	if (items === undefined) return false;
	const changes = readRecent(userId);
	const isBehind = changes.some(({ eventId }) => {
		const isListed = items.some(({ id }) => id === eventId);
		const next = applied(changes, eventId, isListed ? everyRelation : noRelation)[relation];
		// Only events that are not over can be added.
		return isListed ? !next : next && status === 'ongoing';
	});
	return isBehind ? rereadMs : false;
}
