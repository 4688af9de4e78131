/** Secret URLs of people's own calendars: a layer on the store. Of a secret only the hash is stored. */
import { type Encryption, hashSecret } from '../session/encryption.ts';
import type { Store } from '../store/store.ts';

/** A person's own calendar. */
export interface OwnCalendar {
	userId: string;
	/** The session with whose token the calendar is read; undefined when none is attached, or no key opens it. */
	sessionId: string | undefined;
}

export interface CalendarLinks {
	/** Stores the secret of a person's URL in place of the one before, and attaches a session. */
	setSecret(userId: string, secret: string, sessionId: string): Promise<void>;
	/** Attaches another session to a person's calendar, if there is one. */
	attachSession(userId: string, sessionId: string): Promise<void>;
	/** Deletes a person's calendar: its URL then leads nowhere. */
	revoke(userId: string): Promise<void>;
	hasSecret(userId: string): Promise<boolean>;
	/** The calendar to which a secret belongs. */
	find(secret: string): Promise<OwnCalendar | undefined>;
}

/** Milliseconds since a link was created or its person last signed in. */
const ttlMs = 5 * 365 * 86_400_000;

/** The calendar of a person as it is stored. */
interface Link {
	secretHash: string;
	/** The session's id, encrypted. */
	sealed: string;
}

export function createCalendarLinks(store: Store, encryption: Encryption): CalendarLinks {
	const userKey = (userId: string) => `calendar-of:${hashSecret(userId)}`;
	const secretKey = (secretHash: string) => `calendar:${secretHash}`;
	const context = (userId: string) => `calendar ${userId}`;
	const findLink = async (userId: string): Promise<Link | undefined> => {
		const text = await store.get(userKey(userId));
		return text === undefined ? undefined : (JSON.parse(text) as Link);
	};
	const revoke = async (userId: string) => {
		const before = await findLink(userId);
		await store.delete(userKey(userId));
		if (before !== undefined) await store.delete(secretKey(before.secretHash));
	};
	return {
		async setSecret(userId, secret, sessionId) {
			await revoke(userId);
			const secretHash = hashSecret(secret);
			const link: Link = { secretHash, sealed: encryption.seal(sessionId, context(userId)) };
			await store.set(secretKey(secretHash), userId, ttlMs);
			await store.set(userKey(userId), JSON.stringify(link), ttlMs);
		},
		async attachSession(userId, sessionId) {
			const before = await store.get(userKey(userId));
			if (before === undefined) return;
			const { secretHash } = JSON.parse(before) as Link;
			const link: Link = { secretHash, sealed: encryption.seal(sessionId, context(userId)) };
			// A link that was replaced or revoked meanwhile must not come back.
			if (await store.compareAndSet(userKey(userId), before, JSON.stringify(link), ttlMs))
				await store.set(secretKey(secretHash), userId, ttlMs);
		},
		revoke,
		hasSecret: async (userId) => (await findLink(userId)) !== undefined,
		async find(secret) {
			const userId = await store.get(secretKey(hashSecret(secret)));
			const link = userId === undefined ? undefined : await findLink(userId);
			// A link that was replaced leads nowhere, even where its entry is still there.
			if (userId === undefined || link?.secretHash !== hashSecret(secret)) return undefined;
			return { userId, sessionId: encryption.open(link.sealed, context(userId)) };
		},
	};
}
