/** A signed-in browser: what is kept of it, and the store that keeps it. */
import type { ProblemReason } from '../../contract/session.ts';

/** The pair of tokens of a session, as received. */
export interface TokenPair {
	accessToken: string;
	refreshToken: string;
	/** Seconds, as the service said. */
	expiresIn: number;
	/** Milliseconds since 1970, counted from receipt. */
	receivedAt: number;
}

export interface StoredSession {
	userId: string;
	scope: string;
	tokens: TokenPair;
	/** Rises with every stored pair: a save is refused when it is not the one that was read. */
	version: number;
}

/** A sign-in that has begun and not ended: hashes only. */
interface PendingLogin {
	stateHash: string;
	/** Milliseconds since 1970. */
	endsAt: number;
}

/** Sessions and pending logins, in SQLite or Redis. Ids and nonces come as secrets and are kept as hashes. */
export interface SessionStore {
	create(id: string, session: Omit<StoredSession, 'version'>): Promise<void>;
	/** Undefined when there is none, its life is over, or no key opens it. */
	get(id: string): Promise<StoredSession | undefined>;
	/** Stores a new pair. @returns false when another has done so since `version` was read */
	saveTokens(id: string, tokens: TokenPair, version: number): Promise<boolean>;
	delete(id: string): Promise<void>;
	/** Runs alone for this session, over all processes. @throws Error when the lock cannot be had in time */
	withLock<Result>(id: string, work: () => Promise<Result>): Promise<Result>;
	beginLogin(nonce: string, login: PendingLogin): Promise<void>;
	/** Takes a pending login out, so that it works once. */
	takeLogin(nonce: string): Promise<PendingLogin | undefined>;
	/** Whether the store answers. */
	isReady(): Promise<boolean>;
	close(): Promise<void>;
}

/** Longest life of a session without use and in all, in milliseconds: the longest refresh token of Spec §5 lasts 180 days. */
export const sessionLife = { idle: 60 * 86_400_000, absolute: 180 * 86_400_000 } as const;

/**
 * Milliseconds: how long a lock is held at most, and how often it is asked for. A refresh is two token calls (12 s
 * each) at worst and then storing the pair (20 s), so a lock outlives all of it.
 */
export const lockTimes = { life: 60_000, poll: 25 } as const;
/** Milliseconds that a call waits for a lock before the person is asked to try again. */
export const lockPatience = 30_000;

/** Reasons for which a session is over. */
export type SessionEnd = Extract<
	ProblemReason,
	'session_expired' | 'access_revoked' | 'password_changed' | 'user_blocked'
>;
