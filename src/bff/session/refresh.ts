/**
 * Refreshes tokens as late as possible (Spec §3.1): a refresh token works once, and only after the access token has
 * expired. Concurrent refreshes of a session wait for one, with a shared promise in this process and the store's lock
 * across processes. While it has the lock, a process reads the session again: another process may have refreshed its
 * tokens.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { meaningOf } from '../../contract/event/rejection.ts';
import type { Tokens } from '../../contract/event/token.ts';
import { joinRunning } from '../fairness/join-load.ts';
import { isOwnLimit } from '../fairness/visitor.ts';
import type { Metrics } from '../operating/metrics.ts';
import { hasReason, ProblemError } from '../problems/problem.ts';
import type { Upstream } from '../upstream/client.ts';
import type { TokenError } from '../upstream/token-endpoint.ts';
import {
	personOf,
	type SessionEnd,
	type SessionStore,
	type StoredSession,
	type TokenPair,
} from './session-store.ts';

/** For this long after a 124, tokens are refreshed only after a 106, even if their stated lifetime is over. */
const distrustMs = 3_600_000;

/** How long to try to save new tokens: the old refresh token no longer works, and Redis may elect another primary. */
const savePatienceMs = 30_000;
const savePauseMs = 200;

/** Tokens count as expired this long after their stated lifetime: clocks differ, and responses take time. */
const latenessMs = 2_000;

const endings: Readonly<Record<number, SessionEnd>> = {
	103: 'access_revoked',
	119: 'session_expired',
	121: 'user_blocked',
	122: 'user_blocked',
	123: 'password_changed',
	128: 'user_blocked',
};

const endDetails: Record<SessionEnd, string> = {
	session_expired: 'The sign-in is too old to be renewed. Sign in again.',
	access_revoked: 'Access to the account was withdrawn. Sign in again.',
	password_changed: 'The password has been changed since you signed in. Sign in again.',
	user_blocked: 'The service has blocked, locked or deleted this account.',
};

export function endingOf(code: number | undefined): SessionEnd | undefined {
	return code === undefined ? undefined : endings[code];
}

export const sessionEnded = (reason: SessionEnd, code?: number): ProblemError =>
	new ProblemError(reason, endDetails[reason], { code });

export type Refresher = ReturnType<typeof createRefresher>;

/** Returns the tokens to store. If the response has no refresh token, keeps the used one (RFC 6749 §6). */
export function toPair(
	{ accessToken, refreshToken, expiresIn }: Tokens,
	receivedAt: number,
	usedToken: string | null = null,
): TokenPair {
	return { accessToken, refreshToken: refreshToken ?? usedToken, expiresIn, receivedAt };
}

export function createRefresher(
	sessions: SessionStore,
	upstream: Pick<Upstream, 'token'>,
	metrics: Pick<Metrics, 'refresh'>,
	log: Pick<FastifyBaseLogger, 'warn'>,
	clock: () => number,
) {
	const running = new Map<string, Promise<StoredSession>>();

	const read = async (id: string): Promise<StoredSession> => {
		const session = await sessions.get(id);
		if (session === undefined) throw sessionEnded(await sessions.reasonOf(id));
		return session;
	};

	/** Requests new tokens. Tries again once if the outcome is unknown (timeout, broken connection, 5xx). */
	const requestPair = async (refreshToken: string, person: string) => {
		const grant = { grant_type: 'refresh_token', refresh_token: refreshToken } as const;
		try {
			return { result: await upstream.token(grant, person), outcomeWasUnknown: false };
		} catch (error) {
			if (!(error instanceof ProblemError) || isOwnLimit(error)) throw error;
			return { result: await upstream.token(grant, person), outcomeWasUnknown: true };
		}
	};

	/** Saves tokens. Keeps trying while the store is unreachable. */
	const savePair = async (id: string, session: StoredSession, tokens: TokenPair): Promise<StoredSession> => {
		for (const giveUpAt = performance.now() + savePatienceMs; ; await wait(savePauseMs)) {
			try {
				if (await sessions.saveTokens(id, tokens, session.version))
					return { ...session, tokens, version: session.version + 1 };
				// The person has signed out, or the lock expired and another process refreshed the tokens.
				return await read(id);
			} catch (error) {
				if (!hasReason(error, 'store_unreachable') || performance.now() > giveUpAt) throw error;
			}
		}
	};

	/** Refreshes the tokens. Call it only with the lock. @returns null if there is no refresh token */
	const renew = async (id: string, session: StoredSession): Promise<StoredSession | TokenError | null> => {
		const { refreshToken } = session.tokens;
		if (refreshToken === null) return null;
		try {
			const { result, outcomeWasUnknown } = await requestPair(refreshToken, personOf(id, session));
			if ('tokens' in result) {
				metrics.refresh('renewed');
				return await savePair(id, session, toPair(result.tokens, clock(), refreshToken));
			}
			const { code } = result.error;
			metrics.refresh(code === 124 ? 'too_early' : 'rejected');
			if (code === 119) {
				const now = await sessions.get(id);
				if (now !== undefined && now.version !== session.version) return now;
				if (outcomeWasUnknown)
					log.warn(
						{ reason: 'refresh_outcome_unknown' },
						'a session ended: the response to its refresh was lost',
					);
			}
			const ending = endingOf(code);
			if (ending !== undefined) await sessions.end(id, ending);
			else if (code !== 124)
				log.warn({ code, status: result.status }, 'the service rejected a refresh; the session continues');
			return result;
		} catch (error) {
			metrics.refresh('failed');
			throw error;
		}
	};

	const refreshAlone = (id: string, usedToken: string) =>
		sessions.withLock(id, async () => {
			const session = await read(id);
			if (session.tokens.accessToken !== usedToken) return session;
			const result = await renew(id, session);
			if (result === null) {
				await sessions.delete(id);
				throw sessionEnded('session_expired');
			}
			if (!('error' in result)) return result;
			const { code } = result.error;
			if (code === 124) {
				const expiresIn = (clock() + distrustMs - session.tokens.receivedAt) / 1000;
				return savePair(id, session, { ...session.tokens, expiresIn });
			}
			const reason = endingOf(code);
			if (reason !== undefined) throw sessionEnded(reason, code);
			if (meaningOf({ status: 400, code }) === 'limited')
				throw new ProblemError('too_many_requests', "The service's hourly limit is reached.", { code });
			throw new ProblemError('service_invalid_response', 'The service did not renew the sign-in.', { code });
		});

	return {
		/** Whether to refresh before a call. After a 124, `refreshAlone` has moved the expiry an hour ahead. */
		isExpired: ({ refreshToken, receivedAt, expiresIn }: TokenPair) =>
			refreshToken !== null && clock() >= receivedAt + expiresIn * 1000 + latenessMs,
		/** @param usedToken the expired access token @throws ProblemError with the reason if the session has ended */
		refresh: (id: string, usedToken: string): Promise<StoredSession> =>
			joinRunning(running, `${id} ${usedToken}`, () => refreshAlone(id, usedToken)),
		/** Refreshes even if the token has not expired. @throws ProblemError without a session or a refresh token */
		refreshNow: (id: string): Promise<StoredSession | TokenError> =>
			sessions.withLock(id, async () => {
				const result = await renew(id, await read(id));
				if (result !== null) return result;
				throw new ProblemError('invalid_request', 'The service sent no refresh token for this sign-in.');
			}),
	};
}
