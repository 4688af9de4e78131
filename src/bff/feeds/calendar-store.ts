/** What feeds must remember, in SQLite or Redis: when an event was seen changed, and which secret URL is whose. */

/** When an event was last seen changed: for DTSTAMP and SEQUENCE. */
export interface Revision {
	/** Rises with every change. */
	sequence: number;
	/** Milliseconds since 1970. */
	stamp: number;
}

/** A person's own calendar. */
export interface OwnCalendar {
	userId: string;
	/** The session with whose token the calendar is read; undefined when none is attached, or no key opens it. */
	sessionId: string | undefined;
}

export interface CalendarStore {
	/** The revisions of events, in their order; a fingerprint that differs from the last one makes a new revision. */
	revise(events: readonly { id: string; fingerprint: string }[]): Promise<Revision[]>;
	/**
	 * Stores the secret of a person's URL in place of the one before, and attaches a session. Of the secret only the hash
	 * is stored, and the session's id is encrypted.
	 */
	setSecret(userId: string, secret: string, sessionId: string): Promise<void>;
	/** Attaches another session to a person's calendar, if there is one. */
	attachSession(userId: string, sessionId: string): Promise<void>;
	/** Deletes a person's calendar: its URL then leads nowhere. */
	revoke(userId: string): Promise<void>;
	hasSecret(userId: string): Promise<boolean>;
	/** The calendar to which a secret belongs. */
	find(secret: string): Promise<OwnCalendar | undefined>;
	close(): Promise<void>;
}

/** Milliseconds after which an event that has not changed is forgotten: it is long over. */
export const revisionLifetime = 400 * 86_400_000;

/** Events whose revisions are kept; those that changed longest ago are forgotten first. */
export const maxRevisions = 200_000;

/** What the encryption of a session's id is bound to, so that it opens in no other person's calendar. */
export const sessionContext = (userId: string): string => `calendar ${userId}`;

/** A stamp of a revision: milliseconds since 1970, in whole seconds, as calendars write them. */
export const stampOf = (now: number): number => Math.floor(now / 1000) * 1000;
