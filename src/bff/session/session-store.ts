/** Stores sessions and pending sign-ins. Session ids and nonces are secrets, so it stores only their hashes. */
import { z } from 'zod';
import type { ProblemReason } from '../../contract/bff-api/problem.ts';
import { shortHash } from '../hash.ts';
import { parseEntry, retryChange, type Store } from '../store/store.ts';
import { type Encryption, hashSecret } from './encryption.ts';

export interface TokenPair {
	accessToken: string;
	/** Null if the service sent none: then the session ends when the access token expires. */
	refreshToken: string | null;
	/** Seconds from `receivedAt`. */
	expiresIn: number;
	receivedAt: number;
}

export interface StoredSession {
	/** Empty if the service doesn't say who signed in. */
	userId: string;
	scope: string;
	tokens: TokenPair;
	version: number;
	/** Whether the session's browser has begun a newer session. */
	isReplaced: boolean;
}

/** Identifies the person of a session; if the service doesn't say who signed in, the session. */
export const personOf = (id: string, { userId }: Pick<StoredSession, 'userId'>): string =>
	userId === '' ? hashSecret(id) : userId;

/**
 * The epoch: marks pages and stored data as one person's (contract `Session`). All sessions of a person have the same
 * one, so that a page stays valid if they sign in again in another tab.
 */
export const epochOf = (id: string, session: Pick<StoredSession, 'userId'>): string =>
	shortHash(`epoch ${personOf(id, session)}`);

export type NewSession = Pick<StoredSession, 'userId' | 'scope' | 'tokens'>;

/** Every function throws ProblemError `store_unreachable` if the store fails. */
export type SessionStore = ReturnType<typeof createSessionStore>;

/** `idle`: after the last use. `absolute`: after the sign-in, as long as refresh tokens last (Spec §5). */
export const sessionLifetimeMs = { idle: 60 * 86_400_000, absolute: 180 * 86_400_000 } as const;

/** How long people may take to sign in on the service's pages. */
export const loginSeconds = 600;

/** If a person has more sessions, the oldest end. */
export const maxSessionsOfUser = 100;

/** How long a replaced session still works after its browser has signed in again, so that requests under way succeed. */
export const replacedMs = 60_000;

/** How often a session's time of last use is stored, so that most reads write nothing. */
const useGranularityMs = 86_400_000;

const sessionEnds = [
	'session_expired',
	'access_revoked',
	'password_changed',
	'user_blocked',
] as const satisfies readonly ProblemReason[];
export type SessionEnd = (typeof sessionEnds)[number];

const rowSchema = z.object({
	userId: z.string(),
	scope: z.string(),
	sealed: z.string(),
	version: z.number(),
	createdAt: z.number(),
	usedAt: z.number(),
	endsAt: z.number().optional(),
});
type Row = z.output<typeof rowSchema>;

/** Stored in place of a session that the service has ended, to tell the browser why. */
const endedSchema = z.object({ ended: z.enum(sessionEnds) });

/** The hashes of a person's session ids. Limited, because all these sessions are read at once. */
const hashesSchema = z.array(z.string()).max(maxSessionsOfUser);

const endOf = ({ createdAt, endsAt }: Row): number =>
	Math.min(createdAt + sessionLifetimeMs.absolute, endsAt ?? Number.POSITIVE_INFINITY);

const keysKey = 'session-keys';

/** Whether these keys decrypt what other processes or earlier starts have stored. */
export async function areKeysShared(store: Store, encryption: Encryption): Promise<boolean> {
	const mark = await store.get(keysKey);
	if (mark !== undefined && encryption.open(mark, keysKey) === undefined) return false;
	await store.set(keysKey, encryption.seal('', keysKey), sessionLifetimeMs.absolute);
	return true;
}

/** Binds an encrypted session to its person, so that somebody who can write to the store can't give it to another. */
const contextOf = (hash: string, userId: string) => `${hash} ${userId}`;

export function createSessionStore(store: Store, encryption: Encryption, clock: () => number) {
	const sessionKey = (hash: string) => `session:${hash}`;
	const userKey = (userId: string) => `sessions-of:${hashSecret(userId)}`;
	const loginKey = (nonce: string) => `login:${hashSecret(nonce)}`;
	const find = async (key: string): Promise<{ text: string; row: Row } | undefined> => {
		const text = await store.get(key);
		const row = parseEntry(rowSchema, text);
		if (text === undefined || row === undefined || endOf(row) < clock()) return undefined;
		return { text, row };
	};
	const replace = (key: string, text: string, row: Row) =>
		store.compareAndSet(
			key,
			text,
			JSON.stringify(row),
			row.endsAt === undefined ? sessionLifetimeMs.idle : replacedMs,
		);

	const onlyCurrent = async (hashes: readonly string[]): Promise<string[]> => {
		const found = await Promise.all(hashes.map((hash) => find(sessionKey(hash))));
		return hashes.filter((_, index) => found[index] !== undefined);
	};

	const addToUser = async (userId: string, hash: string): Promise<void> => {
		const key = userKey(userId);
		const dropped = await retryChange(async () => {
			const before = await store.get(key);
			const known = parseEntry(hashesSchema, before) ?? [];
			const hashes = [...(known.length < maxSessionsOfUser ? known : await onlyCurrent(known)), hash];
			const left = JSON.stringify(hashes.slice(-maxSessionsOfUser));
			const isStored = await store.compareAndSet(key, before, left, sessionLifetimeMs.absolute);
			return isStored ? hashes.slice(0, -maxSessionsOfUser) : undefined;
		});
		for (const each of dropped) await store.delete(sessionKey(each));
	};

	/** Changes a session. @param change returns null to leave it unchanged; may be called several times */
	const update = (id: string, change: (row: Row) => Row | null): Promise<boolean> =>
		retryChange(async () => {
			const key = sessionKey(hashSecret(id));
			const found = await find(key);
			const row = found === undefined ? null : change(found.row);
			if (found === undefined || row === null) return false;
			return (await replace(key, found.text, row)) || undefined;
		});

	const seal = (tokens: TokenPair, hash: string, userId: string) =>
		encryption.seal(JSON.stringify(tokens), contextOf(hash, userId));

	/** Ends all sessions of a person. @returns how many there were */
	const deleteAll = async (userId: string): Promise<number> => {
		let count = 0;
		await retryChange(async () => {
			const text = await store.get(userKey(userId));
			if (text === undefined) return true;
			const hashes = parseEntry(hashesSchema, text) ?? [];
			count += (await onlyCurrent(hashes)).length;
			await Promise.all(hashes.map((hash) => store.delete(sessionKey(hash))));
			return (await store.compareAndSet(userKey(userId), text, text, 0)) || undefined;
		});
		return count;
	};

	return {
		async create(id: string, { userId, scope, tokens }: NewSession): Promise<void> {
			const hash = hashSecret(id);
			const sealed = seal(tokens, hash, userId);
			const now = clock();
			const row: Row = { userId, scope, sealed, version: 1, createdAt: now, usedAt: now };
			await store.set(sessionKey(hash), JSON.stringify(row), sessionLifetimeMs.idle);
			if (userId !== '') await addToUser(userId, hash);
		},
		/** Reads a session; undefined if there is none, it has ended, or no key decrypts it. */
		async get(id: string): Promise<StoredSession | undefined> {
			const hash = hashSecret(id);
			const found = await find(sessionKey(hash));
			if (found === undefined) return undefined;
			const { text, row } = found;
			const opened = encryption.open(row.sealed, contextOf(hash, row.userId));
			if (opened === undefined) return undefined;
			const now = clock();
			// If this fails, the session is returned all the same.
			if (now - row.usedAt > useGranularityMs)
				await replace(sessionKey(hash), text, { ...row, usedAt: now }).catch(() => false);
			const { userId, scope, version, endsAt } = row;
			const tokens = JSON.parse(opened) as TokenPair;
			return { userId, scope, tokens, version, isReplaced: endsAt !== undefined };
		},
		/** @returns false if other tokens were saved since `version` was read, or if the session no longer exists */
		saveTokens(id: string, tokens: TokenPair, version: number): Promise<boolean> {
			const usedAt = clock();
			return update(id, (row) =>
				row.version === version
					? { ...row, sealed: seal(tokens, hashSecret(id), row.userId), version: version + 1, usedAt }
					: null,
			);
		},
		retire: (id: string) =>
			update(id, (row) => (row.endsAt === undefined ? { ...row, endsAt: clock() + replacedMs } : null)),
		deleteAll,
		delete: (id: string) => store.delete(sessionKey(hashSecret(id))),
		/** Ends a session, and stores why. */
		end: (id: string, ended: SessionEnd) =>
			store.set(sessionKey(hashSecret(id)), JSON.stringify({ ended }), sessionLifetimeMs.idle),
		/** Why a session ended. */
		async reasonOf(id: string): Promise<SessionEnd> {
			const text = await store.get(sessionKey(hashSecret(id)));
			return parseEntry(endedSchema, text)?.ended ?? 'session_expired';
		},
		withLock: <Result>(id: string, work: () => Promise<Result>) =>
			store.withLock(`session:${hashSecret(id)}`, work),
		beginLogin: (nonce: string, state: string) =>
			store.set(loginKey(nonce), hashSecret(state), loginSeconds * 1000),
		/** Ends a pending sign-in. @returns whether there was one with this state; true for only one of several calls */
		takeLogin: (nonce: string, state: string) =>
			store.compareAndSet(loginKey(nonce), hashSecret(state), '', 0),
	};
}
