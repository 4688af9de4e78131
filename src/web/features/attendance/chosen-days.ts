/**
 * The days that people chose when they joined. The service takes `participate_date` and never sends it back (Spec §4.2), so
 * this browser keeps it, for each person separately, until they sign out.
 */
import { type Day, readDay } from '../../../contract/event/wall-clock.ts';
import { browserStorage, ownStorageKey } from '../../shared/storage.ts';

/** By event id; null: not decided. An event that is not in it was joined elsewhere. */
export type ChosenDays = Readonly<Record<string, Day | null>>;

/** Older ones are dropped. */
const maxKept = 200;

const keyOf = (userId: string) => ownStorageKey(userId, 'days');

export function readChosenDays(userId: string): ChosenDays {
	const kept = browserStorage.readJson(keyOf(userId));
	if (typeof kept !== 'object' || kept === null) return {};
	return Object.fromEntries(Object.entries(kept).map(([eventId, day]) => [eventId, readDay(day)]));
}

/** @param day undefined: the event was left */
export function keepChosenDay(userId: string, eventId: string, day: Day | null | undefined): void {
	const others = Object.entries(readChosenDays(userId)).filter(([id]) => id !== eventId);
	const all = day === undefined ? others : [...others, [eventId, day] as const];
	browserStorage.writeJson(keyOf(userId), Object.fromEntries(all.slice(-maxKept)));
}
