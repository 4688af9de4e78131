/** Secret URLs of users' own calendars. The store has only a hash of each secret. */
import { z } from 'zod';
import { type Encryption, hashSecret } from '../session/encryption.ts';
import { parseEntry, type Store } from '../store/store.ts';

export interface OwnCalendar {
	userId: string;
	/** The session whose token reads the calendar; undefined if none is attached, or if no key decrypts it. */
	sessionId: string | undefined;
}

export type CalendarLinks = ReturnType<typeof createCalendarLinks>;

/** Counted from the link's creation or the owner's last sign-in, whichever is later. */
const ttlMs = 5 * 365 * 86_400_000;

const secretContext = 'calendar url';

/** `sealed` is the session id, encrypted. */
const linkSchema = z.object({ secretHash: z.string(), sealed: z.string() });

export function createCalendarLinks(store: Store, encryption: Encryption) {
	const keyOf = (userId: string) => `calendar-of:${hashSecret(userId)}`;
	const sessionContext = (userId: string, secretHash: string) => `calendar ${userId} ${secretHash}`;
	const write = (userId: string, secretHash: string, sessionId: string) =>
		JSON.stringify({ secretHash, sealed: encryption.seal(sessionId, sessionContext(userId, secretHash)) });
	return {
		/** Replaces the user's link and attaches a session. @returns the secret of the URL */
		async create(userId: string, sessionId: string): Promise<string> {
			// The encrypted user id: identifies the user's only entry, and differs each time.
			const secret = encryption.seal(userId, secretContext);
			await store.set(keyOf(userId), write(userId, hashSecret(secret), sessionId), ttlMs);
			return secret;
		},
		async attachSession(userId: string, sessionId: string) {
			const before = await store.get(keyOf(userId));
			const link = parseEntry(linkSchema, before);
			if (link === undefined) return;
			// The app calls this often, so write only if the session is a different one.
			if (encryption.open(link.sealed, sessionContext(userId, link.secretHash)) === sessionId) return;
			// Don't restore a link that was replaced or revoked in the meantime.
			await store.compareAndSet(keyOf(userId), before, write(userId, link.secretHash, sessionId), ttlMs);
		},
		revoke: (userId: string) => store.delete(keyOf(userId)),
		exists: async (userId: string) => parseEntry(linkSchema, await store.get(keyOf(userId))) !== undefined,
		async find(secret: string): Promise<OwnCalendar | undefined> {
			const userId = encryption.open(secret, secretContext);
			if (userId === undefined) return undefined;
			const link = parseEntry(linkSchema, await store.get(keyOf(userId)));
			if (link?.secretHash !== hashSecret(secret)) return undefined;
			return { userId, sessionId: encryption.open(link.sealed, sessionContext(userId, link.secretHash)) };
		},
	};
}
