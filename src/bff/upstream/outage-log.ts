/** Tracks which operations fail. Logs when an operation begins to fail and when it recovers. `/readyz` lists them. */
import type { FastifyBaseLogger } from 'fastify';
import type { ProblemReason } from '../../contract/bff-api/problem.ts';
import type { Rejection } from '../../contract/event/rejection.ts';
import { ProblemError } from '../problems/problem.ts';
import { type Called, isAboutSite, isElsewhere } from './site-rejection.ts';

/** `unusable`: the service responds, but not as this API, or it rejects all requests of this site. */
export type ServiceState = 'unknown' | 'ok' | 'unreachable' | 'unusable';

interface Failure {
	reason: ProblemReason;
	code?: number | undefined;
	at: number;
	/** Whether another operation has succeeded since, so that the service as a whole works. */
	isPast?: boolean;
}

/** How long successes don't end a failure with code 112: they may be calls with a token (Spec §7). */
const limitedMs = 60_000;

/** Problems that mean a state of the service as a whole. A response that is too large does not. */
const states: Partial<Record<ProblemReason, ServiceState>> = {
	service_unreachable: 'unreachable',
	service_timeout: 'unreachable',
	service_invalid_response: 'unusable',
	service_rejected: 'unusable',
};

export type Outages = ReturnType<typeof createOutages>;

export function createOutages(log: Pick<FastifyBaseLogger, 'warn'>, clock: () => number = Date.now) {
	let wasCalled = false;
	const failures = new Map<string, Failure>();
	const fail = (operation: string, failure: Pick<Failure, 'reason' | 'code'>, err?: Error) => {
		if (!failures.has(operation))
			log.warn({ operation, ...failure, ...(err === undefined ? {} : { err }) }, 'service calls are failing');
		failures.set(operation, { ...failure, at: clock() });
	};
	return {
		/** Records a response. @param rejection null for a success */
		see(called: Called, rejection: Rejection | null): void {
			const { operation } = called;
			wasCalled = true;
			if (rejection !== null && (isAboutSite(rejection) || isElsewhere(called, rejection)))
				return void fail(operation, { reason: 'service_rejected', code: rejection.code });
			// A rejection of this site ends only when the same operation succeeds.
			for (const failure of failures.values())
				if (rejection === null && failure.reason !== 'service_rejected') failure.isPast = true;
			const before = failures.get(operation);
			if (before === undefined || (before.code === 112 && clock() - before.at < limitedMs)) return;
			failures.delete(operation);
			const { reason, code } = before;
			log.warn({ operation, reason, code }, 'service calls work again');
		},
		seeError(operation: string, error: unknown): void {
			if (!(error instanceof ProblemError) || states[error.problem.reason] === undefined) return;
			wasCalled = true;
			fail(operation, { reason: error.problem.reason }, error);
		},
		report(): { service: ServiceState; failing?: Record<string, string> } {
			if (!wasCalled) return { service: 'unknown' };
			const current = [...failures].filter(([, { isPast }]) => !isPast);
			if (current.length === 0) return { service: 'ok' };
			const failing = current.map(([operation, { reason, code = '' }]) => [
				operation,
				`${reason} ${code}`.trim(),
			]);
			const isReached = current.every(([, { reason }]) => states[reason] !== 'unreachable');
			return { service: isReached ? 'unusable' : 'unreachable', failing: Object.fromEntries(failing) };
		},
	};
}
