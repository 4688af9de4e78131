/** What this browser keeps of events for each person separately, until they sign out: of each kind, what is newest. */
import { browserStorage, ownStorageKey } from '../../shared/storage.ts';

type Entry = [eventId: string, kept: unknown];

/** Entries of one kind; the oldest are dropped. */
const maxKept = 200;

const isEntry = (each: unknown): each is Entry => Array.isArray(each) && typeof each[0] === 'string';

/** @param kind the part of the storage's key that tells it from other kinds */
export function keptByEvent(kind: string) {
	const keyOf = (userId: string) => ownStorageKey(userId, kind);
	/** Oldest first. */
	const readAll = (userId: string): Entry[] => {
		const kept = browserStorage.readJson(keyOf(userId));
		if (Array.isArray(kept)) return kept.filter(isEntry);
		// As earlier versions kept it. The names of an object are not in the order in which they came.
		return typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
	};
	/** Keeps these in place of all others. */
	const keepAll = (userId: string, all: readonly Entry[]): void => {
		const kept = all.length === 0 ? null : JSON.stringify(all.slice(-maxKept));
		// What was removed with the session stays removed.
		if (kept !== browserStorage.read(keyOf(userId))) browserStorage.write(keyOf(userId), kept);
	};
	return {
		readAll,
		keepAll,
		/** @param kept undefined removes it */
		keep(userId: string, eventId: string, kept: unknown): void {
			const others = readAll(userId).filter(([id]) => id !== eventId);
			keepAll(userId, kept === undefined ? others : [...others, [eventId, kept]]);
		},
	};
}
