/** What feeds must remember, in SQLite or Redis: when an event was seen changed, and whose secret address is which. */
import type { Revision } from './calendar.ts';

export interface CalendarStore {
	/** The revisions of events whose fingerprints are these, in their order; a new fingerprint makes a new revision. */
	revise(events: readonly { id: string; fingerprint: string }[]): Promise<Revision[]>;
	/** Gives a person a secret address, in place of the one before; kept as a hash. */
	setAddress(userId: string, secret: string): Promise<void>;
	/** Takes the address back: nobody can read it any more. */
	revoke(userId: string): Promise<void>;
	hasAddress(userId: string): Promise<boolean>;
	/** Whose address this is. */
	ownerOf(secret: string): Promise<string | undefined>;
	close(): Promise<void>;
}

/** Milliseconds after which an event that has not changed is forgotten: it is long over. */
export const revisionLife = 400 * 86_400_000;

/** A stamp of a revision: milliseconds since 1970, in whole seconds, as calendars write them. */
export const stampOf = (now: number): number => Math.floor(now / 1000) * 1000;
