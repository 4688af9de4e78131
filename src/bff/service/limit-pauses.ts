/**
 * `Retry-After` of a response that says that a limit is reached (Spec §8): until then, the same calls would be rejected
 * again, and are not made. What one process was told holds for all.
 */
import { meaningOf, type Rejection } from '../../contract/event/rejection.ts';
import type { Scope } from '../../contract/spec/access.ts';
import { hashSecret } from '../session/encryption.ts';
import type { Facts } from '../storage/facts.ts';

/** A limit that is reached. */
export interface LimitPause {
	status: number;
	code: number;
	/** Seconds from now on. */
	retryAfter: number;
}

export interface LimitPauses {
	/**
	 * Takes note of a response.
	 *
	 * @param scope that the call needed
	 * @param retryAfter the header's value
	 */
	see(
		accessToken: string | undefined,
		scope: Scope,
		rejection: Rejection,
		retryAfter: string | undefined,
	): void;
	/** The limit that a call would be rejected for; undefined when there is none, or it is worth another call. */
	find(accessToken: string | undefined, scope: Scope): LimitPause | undefined;
}

/** Milliseconds: the longest that the header can say, since limits are hourly, and until a call is tried all the same. */
const times = { most: 3_600_000, pause: 600_000 };

/** Milliseconds from now; 0 where the header says nothing. It has seconds or a date (RFC 9110 §10.2.3). */
function readRetryAfter(text: string | undefined, now: number): number {
	if (text === undefined) return 0;
	const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
	return wait > 0 ? Math.min(wait, times.most) : 0;
}

/** Code 112 is about the address of this server. Calls without a token may have a limit of their own. */
const ofServer = (accessToken: string | undefined) =>
	accessToken === undefined ? 'limit:without-token' : 'limit:with-token';
/** Code 111 is about one scope of one person: who may join no more can still read. */
const ofPerson = (accessToken: string, scope: Scope) => `limit:${scope}:${hashSecret(accessToken)}`;

/** @param clock milliseconds since 1970 */
export function createLimitPauses(facts: Facts, clock: () => number): LimitPauses {
	const findFact = (name: string): LimitPause | undefined => {
		const text = facts.get(name);
		if (text === undefined) return undefined;
		const { status, code, endsAt } = JSON.parse(text) as { status: number; code: number; endsAt: number };
		return { status, code, retryAfter: Math.max(1, Math.ceil((endsAt - clock()) / 1000)) };
	};
	return {
		see(accessToken, scope, { status, code }, retryAfter) {
			if (code === undefined || meaningOf({ status, code }) !== 'limited') return;
			const wait = readRetryAfter(retryAfter, clock());
			if (wait === 0) return;
			const name =
				code === 112 || accessToken === undefined ? ofServer(accessToken) : ofPerson(accessToken, scope);
			const pause = JSON.stringify({ status, code, endsAt: clock() + wait });
			facts.set(name, pause, Math.min(wait, times.pause));
		},
		find: (accessToken, scope) =>
			findFact(ofServer(accessToken)) ??
			(accessToken === undefined ? undefined : findFact(ofPerson(accessToken, scope))),
	};
}
