/**
 * Changes made in this browser in the last half minute, which the person's lists may not show yet: a write
 * may take effect late (gap register, `body-of-202`). For that time, a change takes precedence over the list.
 */
import type { RelationStatus } from '../../../contract/spec/filters.ts';
import { type PendingAction, readPendingAction } from '../../shared/session/pending-action.ts';
import { browserStorage, ownStorageKey } from '../../shared/storage.ts';
import { type Change, noRelation, type OwnRelation, withChange } from './own-relation.ts';

const settlingMs = 30_000;

interface RecentChange extends PendingAction {
	/** Epoch milliseconds. */
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

export const withRecentChanges = (userId: string, eventId: string, read: OwnRelation): OwnRelation =>
	applied(readRecent(userId), eventId, read);

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

/**
 * A list's items with recent changes applied.
 *
 * @param items as the service returned them
 * @param find returns an item that the list lacks; if undefined, it is left out until the service lists it
 */
export async function withRecentItems<Item extends { id: string }>(
	{ userId, relation, status }: OwnList,
	items: readonly Item[],
	find: (eventId: string) => Promise<Item | undefined>,
): Promise<Item[]> {
	const changes = readRecent(userId);
	const left = items.filter(({ id }) => applied(changes, id, everyRelation)[relation]);
	// Only events that are not over can be added.
	if (status === 'expired') return left;
	const missing = changes
		.map(({ eventId }) => eventId)
		.filter((eventId) => items.every(({ id }) => id !== eventId))
		.filter((eventId) => applied(changes, eventId, noRelation)[relation]);
	const found = await Promise.all([...new Set(missing)].map(find));
	return [...left, ...found.filter((item) => item !== undefined)];
}
