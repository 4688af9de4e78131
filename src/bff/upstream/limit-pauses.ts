/**
 * `Retry-After` of a response that says that a limit is reached (Spec §8): until then, the same calls would be rejected
 * again, and are not made.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { meaningOf, type Rejection } from '../../contract/event/rejection.ts';
import type { Scope } from '../../contract/spec/access.ts';

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
	see(token: string | undefined, scope: Scope, rejection: Rejection, retryAfter: string | undefined): void;
	/** The limit that a call would be rejected for; undefined when there is none, or it is worth another call. */
	find(token: string | undefined, scope: Scope): LimitPause | undefined;
}

/** The longest that the header can say, since limits are hourly, and until a call is tried all the same. */
const maxMs = { header: 3_600_000, pause: 600_000 };

/** Milliseconds from now; 0 where the header says nothing. It has seconds or a date (RFC 9110 §10.2.3). */
function readRetryAfter(text: string | undefined, now: number): number {
	if (text === undefined) return 0;
	const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
	return wait > 0 ? Math.min(wait, maxMs.header) : 0;
}

/** Code 112 is about the address of this server. Calls without a token may have a limit of their own. */
const ofServer = (token: string | undefined) => (token === undefined ? 'without token' : 'with token');
/** Code 111 is about one scope of one person: who may join no more can still read. */
const ofPerson = (token: string, scope: Scope) => `${scope} ${hash('sha256', token, 'base64url')}`;

/** @param clock milliseconds since 1970 */
export function createLimitPauses(clock: () => number): LimitPauses {
	const pauses = new LRUCache<string, { status: number; code: number; endsAt: number; triedAt: number }>({
		max: 10_000,
	});
	const findPause = (name: string): LimitPause | undefined => {
		const pause = pauses.get(name);
		const now = clock();
		if (pause === undefined || now >= Math.min(pause.endsAt, pause.triedAt + maxMs.pause)) return undefined;
		const retryAfter = Math.max(1, Math.ceil((pause.endsAt - now) / 1000));
		return { status: pause.status, code: pause.code, retryAfter };
	};
	return {
		see(token, scope, { status, code }, retryAfter) {
			if (code === undefined || meaningOf({ status, code }) !== 'limited') return;
			const now = clock();
			const waitMs = readRetryAfter(retryAfter, now);
			if (waitMs === 0) return;
			const name = code === 112 || token === undefined ? ofServer(token) : ofPerson(token, scope);
			pauses.set(name, { status, code, endsAt: now + waitMs, triedAt: now });
		},
		find: (token, scope) =>
			findPause(ofServer(token)) ?? (token === undefined ? undefined : findPause(ofPerson(token, scope))),
	};
}
