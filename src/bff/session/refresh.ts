/**
 * Refreshing late (design §4, Spec §3.1): a refresh token works once, and only after the access token has expired.
 * One promise a session in this process, then the store's lock over all processes, then the session is read again:
 * who waited must not use what it had read before.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ErrorBody } from '../../contract/resources.ts';
import type { Metrics } from '../metrics.ts';
import { ProblemError } from '../problem.ts';
import type { Service } from '../service.ts';
import type { SessionEnd, SessionStore, StoredSession, TokenPair } from './session.ts';

/** After a 124 on its own count, the service's word (106) is waited for, in milliseconds. */
const patience = 3_600_000;

/** Milliseconds for which a new pair is offered to a store that is away, and between two tries. */
const savePatience = 20_000;
const savePause = 200;

/** Milliseconds that the counted life must be over by, since clocks and networks differ. */
const lateness = 2_000;

/** Codes of the service that end a session, with what the person is told. */
const endings: Readonly<Record<number, SessionEnd>> = {
	103: 'access_revoked',
	119: 'session_expired',
	121: 'user_blocked',
	122: 'user_blocked',
	123: 'password_changed',
	128: 'user_blocked',
};

const endWords: Record<SessionEnd, string> = {
	session_expired: 'The sign-in is too old to be renewed. Please sign in again.',
	access_revoked: 'Access to the account was withdrawn. Please sign in again.',
	password_changed: 'The password was changed since you signed in. Please sign in again.',
	user_blocked: 'The service has blocked or locked this account.',
};

/** How a session ends because of a code of the service; undefined when the code ends none. */
export function endingOf(code: number | undefined): SessionEnd | undefined {
	return code === undefined ? undefined : endings[code];
}

/** The refusal that tells the browser that its session is over. */
export const sessionOver = (reason: SessionEnd, code?: number): ProblemError =>
	new ProblemError(reason, endWords[reason], code);

export interface Refresher {
	/** Whether the token's life, counted from receipt, is over by a margin; not soon again after a 124. */
	isOver(id: string, tokens: TokenPair): boolean;
	/**
	 * Gives a session whose access token is not the given one, refreshed if nobody has done so; or the same session
	 * when the service says that its token is still good (124).
	 *
	 * @param usedToken the access token that expired
	 * @throws ProblemError with the reason when the session is over, whose row is then gone
	 */
	refresh(id: string, usedToken: string): Promise<StoredSession>;
	/**
	 * A refresh because somebody asked for it, expired or not (the developers' console).
	 *
	 * @returns the renewed session, or the service's refusal as it came; one that ends the session has deleted it
	 */
	refreshNow(id: string): Promise<StoredSession | TokenRefusal>;
}

/** The token endpoint's refusal: HTTP status and the specification's error body. */
interface TokenRefusal {
	status: number;
	error: ErrorBody;
}

/** Makes the pair that is stored from a Token response. @param receivedAt milliseconds since 1970 */
export function toPair(
	tokens: { access_token: string; refresh_token: string; expires_in: number },
	receivedAt: number,
): TokenPair {
	return {
		accessToken: tokens.access_token,
		refreshToken: tokens.refresh_token,
		expiresIn: tokens.expires_in,
		receivedAt,
	};
}

export function createRefresher(
	store: SessionStore,
	service: Service,
	clock: () => number,
	log: FastifyBaseLogger,
	metrics: Metrics,
): Refresher {
	const running = new Map<string, Promise<StoredSession>>();
	/** Until when the own count is not trusted, by session. */
	const notBefore = new LRUCache<string, number>({ max: 10_000 });
	/** Pairs that the store could not take: the old refresh token is spent, so they must not be lost. */
	const unsaved = new LRUCache<string, { tokens: TokenPair; version: number }>({ max: 10_000 });

	/** The token call; an unknown outcome (time-out, broken connection, 5xx) is tried once more. */
	const callToken = async (refreshToken: string) => {
		const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
		try {
			return { result: await service.token(grant), outcomeWasUnknown: false };
		} catch (error) {
			if (!(error instanceof ProblemError)) throw error;
			return { result: await service.token(grant), outcomeWasUnknown: true };
		}
	};

	/** Stores a new pair before anybody is answered, and keeps trying for a while when the store is away. */
	const savePair = async (id: string, session: StoredSession, tokens: TokenPair): Promise<StoredSession> => {
		unsaved.set(id, { tokens, version: session.version });
		const giveUpAt = performance.now() + savePatience;
		for (;;) {
			try {
				const stored = await store.saveTokens(id, tokens, session.version);
				unsaved.delete(id);
				if (stored) return { ...session, tokens, version: session.version + 1 };
				// Signed out meanwhile, or renewed by somebody whose lock had lapsed.
				const now = await store.get(id);
				if (now === undefined) throw sessionOver('session_expired');
				return now;
			} catch (error) {
				const isAway = error instanceof ProblemError && error.problem.reason === 'store_unreachable';
				if (!isAway || performance.now() > giveUpAt) throw error;
				await wait(savePause);
			}
		}
	};

	/** Calls the token endpoint inside the lock. */
	const renew = async (id: string, session: StoredSession): Promise<StoredSession | TokenRefusal> => {
		const pending = unsaved.get(id);
		if (pending?.version === session.version) return savePair(id, session, pending.tokens);
		try {
			const { result, outcomeWasUnknown } = await callToken(session.tokens.refreshToken);
			if ('tokens' in result) {
				metrics.refresh('renewed');
				return await savePair(id, session, toPair(result.tokens, clock()));
			}
			const { code } = result.error;
			metrics.refresh(code === 124 ? 'too_early' : 'refused');
			if (code === 119) {
				const now = await store.get(id);
				if (now !== undefined && now.version !== session.version) return now;
				if (outcomeWasUnknown) log.warn({ reason: 'refresh_outcome_unknown' }, 'a session ended');
			}
			if (endingOf(code) !== undefined) await store.delete(id);
			return result;
		} catch (error) {
			metrics.refresh('failed');
			throw error;
		}
	};

	const readInside = async (id: string): Promise<StoredSession> => {
		const session = await store.get(id);
		if (session === undefined) throw sessionOver('session_expired');
		return session;
	};

	const refreshAlone = (id: string, usedToken: string) =>
		store.withLock(id, async () => {
			const session = await readInside(id);
			if (session.tokens.accessToken !== usedToken) return session;
			const result = await renew(id, session);
			if (!('error' in result)) return result;
			const { code } = result.error;
			if (code === 124) {
				notBefore.set(id, clock() + patience);
				return session;
			}
			const reason = endingOf(code);
			if (reason !== undefined) throw sessionOver(reason, code);
			throw new ProblemError('service_invalid_answer', 'The service refused to renew the sign-in.', code);
		});

	return {
		isOver: (id, { receivedAt, expiresIn }) =>
			clock() >= Math.max(receivedAt + expiresIn * 1000 + lateness, notBefore.get(id) ?? 0),
		refresh(id, usedToken) {
			const key = `${id} ${usedToken}`;
			const promise = running.get(key) ?? refreshAlone(id, usedToken).finally(() => running.delete(key));
			running.set(key, promise);
			return promise;
		},
		refreshNow: (id) => store.withLock(id, async () => renew(id, await readInside(id))),
	};
}
