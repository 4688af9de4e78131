/** Sessions of signed-in browsers, and the store for them. */
import type { ProblemReason } from '../../contract/bff-api/problem.ts';

/** The tokens of a session, as received. */
export interface TokenPair {
	accessToken: string;
	/** Null when the service has sent none: the session then ends with the access token. */
	refreshToken: string | null;
	/** Lifetime of the access token in seconds, from `receivedAt` on. */
	expiresIn: number;
	/** Milliseconds since 1970. */
	receivedAt: number;
}

export interface StoredSession {
	/** Empty when the service does not say who signed in. */
	userId: string;
	scope: string;
	tokens: TokenPair;
	/** Rises with every saved pair. A save must name the version that was read. */
	version: number;
	/** Events that the session has changed and not read since, in the order of the changes. */
	unreadWrites: readonly string[];
	/** Those of them of which other processes may not have learned: the process that made them may have been killed. */
	unpublishedWrites: readonly string[];
}

/** What a sign-in starts with. */
export type NewSession = Omit<StoredSession, 'version' | 'unreadWrites' | 'unpublishedWrites'>;

/** Events of {@link StoredSession.unreadWrites}: every one is a call when the session reads a list. */
export const maxUnreadWrites = 20;
/** Milliseconds for which they are remembered: by then the shared responses have been fetched anew. */
export const unreadLifetime = 3_600_000;

/** A sign-in that is under way. */
interface PendingLogin {
	stateHash: string;
	/** Milliseconds since 1970. */
	endsAt: number;
}

/** Sessions and sign-ins under way, in SQLite or Redis. Ids and nonces are secrets: only their hashes are stored. */
export interface SessionStore {
	create(id: string, session: NewSession): Promise<void>;
	/** Undefined when there is none, its lifetime is over, or no key opens it. */
	get(id: string): Promise<StoredSession | undefined>;
	/** Saves a new pair. @returns false when another was saved since `version` was read, or the session is gone */
	saveTokens(id: string, tokens: TokenPair, version: number): Promise<boolean>;
	/**
	 * Adds an event to those that the session has changed and not read since.
	 *
	 * @param isPublished whether every process learns of it
	 */
	noteWrite(id: string, eventId: string, isPublished: boolean): Promise<void>;
	/**
	 * Removes one that it has read.
	 *
	 * @param until milliseconds since 1970: one that was noted later stays, since the read may be from before it
	 */
	forgetWrite(id: string, eventId: string, until: number): Promise<void>;
	delete(id: string): Promise<void>;
	/**
	 * Runs `work` while no other process runs any for this session. The lock of a process that was killed lapses after
	 * {@link lockTimes}`.lease`; `work` is told when it has taken over such a lock.
	 *
	 * @throws ProblemError store_unreachable when the lock is not free in time
	 */
	withLock<Result>(id: string, work: (lock: TakenLock) => Promise<Result>): Promise<Result>;
	beginLogin(nonce: string, login: PendingLogin): Promise<void>;
	/** Removes a sign-in under way and returns it, so that it works once. */
	takeLogin(nonce: string): Promise<PendingLogin | undefined>;
	/** Whether the store responds. */
	isReady(): Promise<boolean>;
	close(): Promise<void>;
}

/** Longest lifetime of a session without use and in all, in milliseconds: refresh tokens last up to 180 days (Spec §5). */
export const sessionLifetime = { idle: 60 * 86_400_000, absolute: 180 * 86_400_000 } as const;

/** How much a store keeps of what people with a browser can make any number of. The oldest go first. */
export interface StoreLimits {
	/** Sessions of one person: signing in is free where somebody has an account. */
	sessionsOfUser: number;
	/** Sessions in all where the service does not say who signed in. */
	sessionsOfUnknown: number;
	/** Sign-ins under way: starting one needs no account. */
	logins: number;
}

export const storeLimits: StoreLimits = { sessionsOfUser: 100, sessionsOfUnknown: 100_000, logins: 100_000 };

/** How many sessions of a person are kept. @param userId empty when the service does not say who signed in */
export const maxSessionsOf = (userId: string, limits: StoreLimits): number =>
	userId === '' ? limits.sessionsOfUnknown : limits.sessionsOfUser;

/** A lock that was taken. */
export interface TakenLock {
	/** Whether another process had it and did not give it back: it was killed, or it is stopped or cut off for a while. */
	hasLapsed: boolean;
}

/**
 * Milliseconds of a lock. While a process works inside it, it renews the lease every `renewal`, however long a refresh
 * takes. A process that was killed renews nothing, so it holds nobody up for longer than `lease`. `poll` is the time
 * between two tries to take a lock, and `memory` the time for which a store remembers that a lock has lapsed.
 */
export const lockTimes = { lease: 8_000, renewal: 1_000, poll: 25, memory: 60_000 } as const;

/**
 * Runs `work` and renews its lock meanwhile.
 *
 * @param renew may fail: a store that cannot be reached fails in `work` too, and a lock that lapses early does no harm,
 * since a pair is saved only over the version that was read
 */
export async function whileRenewing<Result>(
	renew: () => Promise<unknown>,
	work: () => Promise<Result>,
): Promise<Result> {
	const timer = setInterval(() => void renew().catch(() => undefined), lockTimes.renewal);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}

/** Milliseconds that a call waits for a lock before it fails and the person can try again. */
export const lockPatience = 30_000;

/** Reasons for which a session is over. */
export type SessionEnd = Extract<
	ProblemReason,
	'session_expired' | 'access_revoked' | 'password_changed' | 'user_blocked'
>;
