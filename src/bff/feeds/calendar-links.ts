/** Secret URLs of people's own calendars. The store has only the hash of each secret. */
import { type Encryption, hashSecret } from '../session/encryption.ts';
import type { Store } from '../store/store.ts';

export interface OwnCalendar {
	userId: string;
	/** The session whose token reads the calendar; undefined if none is attached, or if no key decrypts it. */
	sessionId: string | undefined;
}

export type CalendarLinks = ReturnType<typeof createCalendarLinks>;

/** Counted from the link's creation or the owner's last sign-in, whichever is later. */
const ttlMs = 5 * 365 * 86_400_000;

interface Link {
	secretHash: string;
	/** The session id, encrypted. */
	sealed: string;
}

export function createCalendarLinks(store: Store, encryption: Encryption) {
	const userKey = (userId: string) => `calendar-of:${hashSecret(userId)}`;
	const secretKey = (secretHash: string) => `calendar:${secretHash}`;
	const context = (userId: string) => `calendar ${userId}`;
	const findLink = async (userId: string): Promise<Link | undefined> => {
		const text = await store.get(userKey(userId));
		return text === undefined ? undefined : (JSON.parse(text) as Link);
	};
	const remove = async (userId: string) => {
		const before = await findLink(userId);
		await store.delete(userKey(userId));
		if (before !== undefined) await store.delete(secretKey(before.secretHash));
	};
	/** Otherwise concurrent changes leave secrets that nobody can revoke. */
	const change = (userId: string, work: () => Promise<void>) => store.withLock(userKey(userId), work);
	return {
		/** Replaces the person's secret and attaches a session. */
		setSecret: (userId: string, secret: string, sessionId: string) =>
			change(userId, async () => {
				await remove(userId);
				const secretHash = hashSecret(secret);
				const link: Link = { secretHash, sealed: encryption.seal(sessionId, context(userId)) };
				await store.set(secretKey(secretHash), userId, ttlMs);
				await store.set(userKey(userId), JSON.stringify(link), ttlMs);
			}),
		/** Attaches another session to the person's calendar, if they have one. */
		async attachSession(userId: string, sessionId: string) {
			const before = await store.get(userKey(userId));
			if (before === undefined) return;
			const { secretHash, sealed } = JSON.parse(before) as Link;
			// The app asks often, and each write waits for the disk.
			if (encryption.open(sealed, context(userId)) === sessionId) return;
			const link: Link = { secretHash, sealed: encryption.seal(sessionId, context(userId)) };
			// Don't restore a link that was replaced or revoked in the meantime.
			if (await store.compareAndSet(userKey(userId), before, JSON.stringify(link), ttlMs))
				await store.compareAndSet(secretKey(secretHash), userId, userId, ttlMs);
		},
		revoke: (userId: string) => change(userId, () => remove(userId)),
		hasSecret: async (userId: string) => (await findLink(userId)) !== undefined,
		async find(secret: string): Promise<OwnCalendar | undefined> {
			const userId = await store.get(secretKey(hashSecret(secret)));
			const link = userId === undefined ? undefined : await findLink(userId);
			// A replaced link is invalid, even if its entry still exists.
			if (userId === undefined || link?.secretHash !== hashSecret(secret)) return undefined;
			return { userId, sessionId: encryption.open(link.sealed, context(userId)) };
		},
	};
}
