/**
 * Direct calls of the developers' console (contract `directHeader`) go past the shared cache, so each takes a call of the
 * hourly budget that all visitors share. They are for signed-in people, and for the embedded sandbox, which has no other
 * users; and each visitor has a few a minute.
 */
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { visitorOf } from '../../servers/visitor.ts';
import { ProblemError } from '../http/problem.ts';

/** Calls of one visitor in a window, which is in milliseconds. */
const limit = { calls: 20, window: 60_000 } as const;
/** Visitors that are counted at once. */
const maxVisitors = 10_000;

export interface DirectLimit {
	/**
	 * Counts one direct call.
	 *
	 * @param sessionId of the signed-in person; undefined for nobody
	 * @throws ProblemError signed_out, too_many_requests
	 */
	count(request: Pick<FastifyRequest, 'ip'>, sessionId: string | undefined): void;
}

/**
 * @param isSandbox whether the service is the embedded sandbox
 * @param clock milliseconds since 1970
 */
export function createDirectLimit(isSandbox: boolean, clock: () => number): DirectLimit {
	const windows = new LRUCache<string, { calls: number; endsAt: number }>({ max: maxVisitors });
	return {
		count({ ip }, sessionId) {
			if (sessionId === undefined && !isSandbox)
				throw new ProblemError('signed_out', 'Please sign in first: direct calls are for signed-in people.');
			const visitor = sessionId ?? visitorOf(ip);
			const now = clock();
			const known = windows.get(visitor);
			const window =
				known !== undefined && now < known.endsAt ? known : { calls: 0, endsAt: now + limit.window };
			window.calls++;
			windows.set(visitor, window);
			if (window.calls > limit.calls) {
				const seconds = Math.ceil((window.endsAt - now) / 1000);
				throw new ProblemError('too_many_requests', `Please wait ${seconds} seconds.`);
			}
		},
	};
}
