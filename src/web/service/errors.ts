/** What a call can fail with: made at the edge, matched by class, put into words in `app/error-message.tsx`. */
import type { ErrorBody } from '../../contract/resources.ts';
import type { Problem } from '../../contract/session.ts';

/** The service refused, in the specification's own form (Spec §2.6). */
export class ServiceError extends Error {
	readonly code: number;
	readonly msg: string;
	readonly status: number;
	/** Seconds to wait, where the service said so. */
	readonly retryAfter: number | undefined;

	constructor({ code, msg }: ErrorBody, status: number, retryAfter?: number) {
		super(`${code} ${msg}`);
		this.name = 'ServiceError';
		this.code = code;
		this.msg = msg;
		this.status = status;
		this.retryAfter = retryAfter;
	}
}

/** The BFF refused (RFC 9457). */
export class ProblemError extends Error {
	readonly problem: Problem;
	/** Seconds to wait, where the BFF said so. */
	readonly retryAfter: number | undefined;

	constructor(problem: Problem, retryAfter?: number) {
		super(problem.detail);
		this.name = 'ProblemError';
		this.problem = problem;
		this.retryAfter = retryAfter;
	}
}

/** No answer, or one that is not ours: the network is gone, or something stands in between. */
export class NetworkError extends Error {
	constructor(cause: unknown) {
		super('no answer', { cause });
		this.name = 'NetworkError';
	}
}

/** Whether a failure means that there is no session any more. */
export function isSessionOver(error: unknown): error is ProblemError {
	return error instanceof ProblemError && error.problem.status === 401;
}
