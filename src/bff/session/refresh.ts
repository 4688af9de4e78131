/**
 * Refreshing late (design §4, Spec §3.1): a refresh token works once, and only after the access token has expired.
 * One promise per session in this process, then the store's lock across processes, then the session is read again: a
 * caller that waited for the lock must not use tokens that it read before.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Tokens } from '../../contract/event/token.ts';
import type { Metrics } from '../http/metrics.ts';
import { isStoreUnreachable, ProblemError } from '../http/problem.ts';
import type { TakenLock } from '../store/store.ts';
import type { Upstream } from '../upstream/client.ts';
import type { TokenError } from '../upstream/token-endpoint.ts';
import type { SessionEnd, SessionStore, StoredSession, TokenPair } from './session-store.ts';

/** Milliseconds after a 124 during which only the service's 106 starts a refresh, not the counted lifetime. */
const distrust = 3_600_000;

/**
 * Milliseconds for which a person waits while a new pair cannot be saved, since the store cannot be reached, and between two
 * tries. It is tried on after that.
 */
const savePatience = 5_000;
const savePause = 200;

/**
 * Milliseconds that a process leaves to the one whose lapsed lock it has taken over. If that one was only stopped or cut
 * off, it saves its new pair now; it may connect to Redis up to a second and a half later, and notice it half a second after
 * that. If it was killed, nobody knows whether its refresh token was used: a refresh shows it.
 */
const revivalPause = 3_000;

/** Saved pairs are remembered for ten minutes, in case a failover of Redis loses them: their refresh tokens are used up. */
const savedMemory = { max: 1_000, ttl: 600_000 } as const;

/** Milliseconds that the counted lifetime must be over by, since clocks and networks differ. */
const lateness = 2_000;

/** Codes of the service that end a session, and the reason that the person gets. */
const endings: Readonly<Record<number, SessionEnd>> = {
	103: 'access_revoked',
	119: 'session_expired',
	121: 'user_blocked',
	122: 'user_blocked',
	123: 'password_changed',
	128: 'user_blocked',
};

const endDetails: Record<SessionEnd, string> = {
	session_expired: 'The sign-in is too old to be renewed. Please sign in again.',
	access_revoked: 'Access to the account was withdrawn. Please sign in again.',
	password_changed: 'The password was changed since you signed in. Please sign in again.',
	user_blocked: 'The service has blocked or locked this account.',
};

/** How a session ends because of a code of the service; undefined when the code ends none. */
export function endingOf(code: number | undefined): SessionEnd | undefined {
	return code === undefined ? undefined : endings[code];
}

/** The problem that says that a session is over. */
export const sessionOver = (reason: SessionEnd, code?: number): ProblemError =>
	new ProblemError(reason, endDetails[reason], code);

export interface Refresher {
	/**
	 * Whether the lifetime of the access token, counted from receipt, is over by a margin. False for an hour after a 124,
	 * and where there is no refresh token: the session then works until the service says 106.
	 */
	isOver(id: string, tokens: TokenPair): boolean;
	/**
	 * Returns a session with another access token than the given one, refreshed unless another caller did that already;
	 * or the same session when the service says that its token is still valid (124).
	 *
	 * @param usedToken the access token that expired
	 * @throws ProblemError with the reason when the session is over, whose row is then deleted
	 */
	refresh(id: string, usedToken: string): Promise<StoredSession>;
	/**
	 * A refresh at the person's request, expired or not (the developers' console).
	 *
	 * @returns the renewed session, or the service's error; the row is deleted when the error ends the session
	 * @throws ProblemError when there is no session or no refresh token
	 */
	refreshNow(id: string): Promise<StoredSession | TokenError>;
}

/**
 * What is stored of a token response.
 *
 * @param receivedAt milliseconds since 1970
 * @param usedToken the refresh token of the request. It is kept when the response has none (RFC 6749 §6); where it worked
 * only once, as Spec §3.1 says, the next refresh gets 119 and the session ends with its access token
 */
export function toPair(
	{ accessToken, refreshToken, expiresIn }: Tokens,
	receivedAt: number,
	usedToken: string | null = null,
): TokenPair {
	return { accessToken, refreshToken: refreshToken ?? usedToken, expiresIn, receivedAt };
}

interface UnsavedPair {
	tokens: TokenPair;
	/** Of the session when it was read. */
	version: number;
}

export function createRefresher(
	store: SessionStore,
	upstream: Pick<Upstream, 'token'>,
	clock: () => number,
	log: FastifyBaseLogger,
	metrics: Pick<Metrics, 'refresh'>,
): Refresher {
	const running = new Map<string, Promise<StoredSession>>();
	/** Until when the counted lifetime is not trusted, by session. */
	const notBefore = new LRUCache<string, number>({ max: 10_000 });
	/** Pairs that could not be saved: the old refresh token is used up, so they must not be lost. */
	const unsaved = new LRUCache<string, UnsavedPair>({ max: 10_000 });
	const saved = new LRUCache<string, UnsavedPair>(savedMemory);

	/** The token call; an unknown outcome (time-out, broken connection, 5xx) is tried once more. */
	const requestPair = async (refreshToken: string) => {
		const grant = { grant_type: 'refresh_token', refresh_token: refreshToken } as const;
		try {
			return { result: await upstream.token(grant), outcomeWasUnknown: false };
		} catch (error) {
			if (!(error instanceof ProblemError)) throw error;
			return { result: await upstream.token(grant), outcomeWasUnknown: true };
		}
	};

	/** Goes on after the person was told to try again: at another process, the next try would need the pair. */
	const saveLater = async (id: string, pair: UnsavedPair) => {
		while (unsaved.peek(id) === pair) {
			await wait(savePause, undefined, { ref: false });
			try {
				await store.saveTokens(id, pair.tokens, pair.version);
				if (unsaved.peek(id) === pair) unsaved.delete(id);
			} catch (error) {
				if (isStoreUnreachable(error)) continue;
				log.warn({ err: error }, 'the tokens of a session could not be saved');
				return;
			}
		}
	};

	/** Saves a new pair before any response is sent, and keeps trying for a while when the store cannot be reached. */
	const savePair = async (id: string, session: StoredSession, tokens: TokenPair): Promise<StoredSession> => {
		const pair = { tokens, version: session.version };
		unsaved.set(id, pair);
		const giveUpAt = performance.now() + savePatience;
		for (;;) {
			try {
				const stored = await store.saveTokens(id, tokens, session.version);
				unsaved.delete(id);
				if (stored) {
					saved.set(id, pair);
					return { ...session, tokens, version: session.version + 1 };
				}
				// Signed out meanwhile, or renewed by another process whose lock had lapsed.
				const now = await store.get(id);
				if (now === undefined) throw sessionOver('session_expired');
				return now;
			} catch (error) {
				if (!isStoreUnreachable(error)) throw error;
				if (performance.now() > giveUpAt) {
					void saveLater(id, pair);
					throw error;
				}
				await wait(savePause);
			}
		}
	};

	/** Calls the token endpoint, inside the lock. @returns null without a refresh token */
	const renew = async (id: string, session: StoredSession): Promise<StoredSession | TokenError | null> => {
		const pending = unsaved.get(id) ?? saved.get(id);
		// The store has the session as it was before the pair was saved, or was to be.
		if (pending?.version === session.version) return savePair(id, session, pending.tokens);
		const { refreshToken } = session.tokens;
		if (refreshToken === null) return null;
		try {
			const { result, outcomeWasUnknown } = await requestPair(refreshToken);
			if ('tokens' in result) {
				metrics.refresh('renewed');
				return await savePair(id, session, toPair(result.tokens, clock(), refreshToken));
			}
			const { code } = result.error;
			metrics.refresh(code === 124 ? 'too_early' : 'rejected');
			if (code === 119) {
				const now = await store.get(id);
				if (now !== undefined && now.version !== session.version) return now;
				if (outcomeWasUnknown) log.warn({ reason: 'refresh_outcome_unknown' }, 'a session ended');
			}
			if (endingOf(code) !== undefined) await store.delete(id);
			else if (code !== 124)
				log.warn(
					{ code, status: result.status },
					'the service rejected a refresh for another reason than the session',
				);
			return result;
		} catch (error) {
			metrics.refresh('failed');
			throw error;
		}
	};

	const readInside = async (id: string, { hasLapsed }: TakenLock): Promise<StoredSession> => {
		if (hasLapsed) await wait(revivalPause);
		const session = await store.get(id);
		if (session === undefined) throw sessionOver('session_expired');
		return session;
	};

	const refreshAlone = (id: string, usedToken: string) =>
		store.withLock(id, async (lock) => {
			const session = await readInside(id, lock);
			if (session.tokens.accessToken !== usedToken) return session;
			const result = await renew(id, session);
			if (result === null) {
				await store.delete(id);
				throw sessionOver('session_expired');
			}
			if (!('error' in result)) return result;
			const { code } = result.error;
			if (code === 124) {
				notBefore.set(id, clock() + distrust);
				return session;
			}
			const reason = endingOf(code);
			if (reason !== undefined) throw sessionOver(reason, code);
			throw new ProblemError('service_invalid_response', 'The service did not renew the sign-in.', code);
		});

	return {
		isOver: (id, { refreshToken, receivedAt, expiresIn }) =>
			refreshToken !== null &&
			clock() >= Math.max(receivedAt + expiresIn * 1000 + lateness, notBefore.get(id) ?? 0),
		refresh(id, usedToken) {
			const key = `${id} ${usedToken}`;
			const promise = running.get(key) ?? refreshAlone(id, usedToken).finally(() => running.delete(key));
			running.set(key, promise);
			return promise;
		},
		refreshNow: (id) =>
			store.withLock(id, async (lock) => {
				const result = await renew(id, await readInside(id, lock));
				if (result !== null) return result;
				throw new ProblemError('invalid_request', 'The service sent no refresh token for this sign-in.');
			}),
	};
}
