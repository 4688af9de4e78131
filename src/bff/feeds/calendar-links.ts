/** Calendar links: secret URLs of people's own calendars. The store has only a hash of each secret. */
import { z } from 'zod';
import { type Encryption, hashSecret } from '../session/encryption.ts';
import { parseEntry, type Store } from '../store/store.ts';

export type CalendarLinks = ReturnType<typeof createCalendarLinks>;

/** How long a link is accepted after its creation or its owner's last sign-in. */
const ttlMs = 5 * 365 * 86_400_000;

const secretContext = 'calendar url';

/** `sealed`: the encrypted session id. */
const linkSchema = z.object({ secretHash: z.string(), sealed: z.string() });

export function createCalendarLinks(store: Store, encryption: Encryption) {
	const keyOf = (userId: string) => `calendar-of:${hashSecret(userId)}`;
	const sessionContext = (userId: string, secretHash: string) => `calendar ${userId} ${secretHash}`;
	const write = (userId: string, secretHash: string, sessionId: string) =>
		JSON.stringify({ secretHash, sealed: encryption.seal(sessionId, sessionContext(userId, secretHash)) });
	return {
		/** Creates a link in place of the person's last one. The session's token reads the calendar. @returns the secret */
		async create(userId: string, sessionId: string): Promise<string> {
			// Encrypting the user id again gives another secret. `find` decrypts the secret to get the key of the link.
			const secret = encryption.seal(userId, secretContext);
			await store.set(keyOf(userId), write(userId, hashSecret(secret), sessionId), ttlMs);
			return secret;
		},
		async attachSession(userId: string, sessionId: string) {
			const before = await store.get(keyOf(userId));
			const link = parseEntry(linkSchema, before);
			if (link === undefined) return;
			// The app calls this often, so write only if another session is attached.
			if (encryption.open(link.sealed, sessionContext(userId, link.secretHash)) === sessionId) return;
			// Doesn't restore a link that was replaced or revoked in the meantime.
			await store.compareAndSet(keyOf(userId), before, write(userId, link.secretHash, sessionId), ttlMs);
		},
		revoke: (userId: string) => store.delete(keyOf(userId)),
		exists: async (userId: string) => parseEntry(linkSchema, await store.get(keyOf(userId))) !== undefined,
		/** Finds a link's owner, and the session that reads their calendar (undefined if no key decrypts its id). */
		async find(secret: string) {
			const userId = encryption.open(secret, secretContext);
			if (userId === undefined) return undefined;
			const link = parseEntry(linkSchema, await store.get(keyOf(userId)));
			if (link?.secretHash !== hashSecret(secret)) return undefined;
			return { userId, sessionId: encryption.open(link.sealed, sessionContext(userId, link.secretHash)) };
		},
	};
}
