/**
 * Direct calls of the developers' console (contract `directHeader`) go past the shared cache, so each takes a call of the
 * hourly budget that all visitors share. They are for signed-in people, and for the embedded sandbox, which has no other
 * users; and each visitor has a few a minute.
 */
import type { FastifyRequest } from 'fastify';
import { visitorOf } from '../../servers/visitor.ts';
import { ProblemError } from '../http/problem.ts';
import type { WindowCounter } from '../http/window-counter.ts';
import { hashSecret } from '../session/encryption.ts';

/** Calls of one visitor in a window, which is in milliseconds. */
const limit = { calls: 20, window: 60_000 } as const;

export interface DirectLimit {
	/**
	 * Counts one direct call.
	 *
	 * @param sessionId of the signed-in person; undefined for nobody
	 * @throws ProblemError signed_out, too_many_requests
	 */
	count(request: Pick<FastifyRequest, 'ip'>, sessionId: string | undefined): Promise<void>;
}

/**
 * @param isSandbox whether the service is the embedded sandbox
 * @param counter of this process, or of all of them
 */
export function createDirectLimit(isSandbox: boolean, counter: WindowCounter): DirectLimit {
	return {
		async count({ ip }, sessionId) {
			if (sessionId === undefined && !isSandbox)
				throw new ProblemError('signed_out', 'Please sign in first: direct calls are for signed-in people.');
			const visitor = sessionId === undefined ? visitorOf(ip) : hashSecret(sessionId);
			const { count, endsIn } = await counter(`direct:${visitor}`, limit.window);
			if (count <= limit.calls) return;
			throw new ProblemError('too_many_requests', `Please wait ${Math.ceil(endsIn / 1000)} seconds.`);
		},
	};
}
