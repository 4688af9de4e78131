/** What a call can fail with: made in `call.ts`, matched by class, put into words by `format-error.ts`. */
import type { Problem, ProblemReason } from '../../contract/bff-api/problem.ts';
import { type Meaning, meaningOf } from '../../contract/event/rejection.ts';
import type { ErrorBody } from '../../contract/spec/resources.ts';

/** The service rejected the call, in the specification's own form (Spec §2.6). */
export class ServiceError extends Error {
	readonly code: number;
	readonly msg: string;
	readonly status: number;
	/** Seconds to wait, where the service says so. */
	readonly retryAfter: number | undefined;

	constructor({ code, msg }: Pick<ErrorBody, 'code' | 'msg'>, status: number, retryAfter?: number) {
		super(`${code} ${msg}`);
		this.name = 'ServiceError';
		this.code = code;
		this.msg = msg;
		this.status = status;
		this.retryAfter = retryAfter;
	}
}

/** The BFF rejected the call (RFC 9457). */
export class ProblemError extends Error {
	readonly problem: Problem;
	/** Seconds to wait, where the BFF says so. */
	readonly retryAfter: number | undefined;

	constructor(problem: Problem, retryAfter?: number) {
		super(problem.detail);
		this.name = 'ProblemError';
		this.problem = problem;
		this.retryAfter = retryAfter;
	}
}

/** No response, or one that is not the BFF's: the network is down, or something stands in between. */
export class NetworkError extends Error {
	/** False when the browser was offline, so that the request cannot have arrived. */
	readonly wasSent: boolean;

	constructor(cause: unknown, wasSent: boolean) {
		super('no response', { cause });
		this.name = 'NetworkError';
		this.wasSent = wasSent;
	}
}

/** The call succeeded, but its response cannot be read; the message says what was wrong. */
export class InvalidResponseError extends Error {
	constructor(cause: Error) {
		super(cause.message, { cause });
		this.name = 'InvalidResponseError';
	}
}

/** Seconds that an error asks to wait; undefined when it does not say. */
export const waitOf = (error: unknown): number | undefined =>
	error instanceof ServiceError || error instanceof ProblemError ? error.retryAfter : undefined;

/** Code of the service behind an error, which its support asks for; undefined where there is none. */
export function codeOf(error: unknown): number | undefined {
	if (error instanceof ServiceError) return error.code;
	return error instanceof ProblemError ? error.problem.code : undefined;
}

/** The end of a session that was noticed without a call that failed, as the error of one. */
export const sessionEnded = (reason: ProblemReason): ProblemError =>
	new ProblemError({ type: 'about:blank', title: '', status: 401, detail: '', reason });

/** Whether an error means that there is no session any more. */
export function isSessionOver(error: unknown): error is ProblemError {
	return error instanceof ProblemError && error.problem.status === 401;
}

/** What a rejection means, by the service or because a path leads to nothing here; undefined for any other error. */
export function meaningOfError(error: unknown): Meaning | undefined {
	if (error instanceof ProblemError) return error.problem.status === 404 ? 'absent' : undefined;
	if (!(error instanceof ServiceError)) return undefined;
	const meaning = meaningOf(error);
	// A service that fails has said nothing of what was asked for.
	return meaning === 'other' && error.status >= 500 ? undefined : meaning;
}

/** Codes for which a sign-in decides otherwise than for what is closed: a refresh token, and a permission of this site. */
const expiredRefresh = 119;
const sitePermission = 109;

/** Whether signing in is what may help, and trying again is not. Nobody who is signed in can do anything about it. */
export function needsSignIn(error: unknown): boolean {
	if (error instanceof ServiceError)
		return (
			error.code === expiredRefresh || (meaningOfError(error) === 'closed' && error.code !== sitePermission)
		);
	return (
		isSessionOver(error) || (error instanceof ProblemError && error.problem.reason === 'sign_in_required')
	);
}

/** Problems that the BFF reports before it has called the service. */
const beforeTheCall: readonly ProblemReason[] = ['overloaded', 'store_unreachable'];

/** Whether a write may have had its effect although it failed: the response was lost, not negative. */
export function isOutcomeUnknown(error: unknown): boolean {
	if (error instanceof NetworkError) return error.wasSent;
	if (error instanceof ServiceError) return error.status >= 500;
	if (!(error instanceof ProblemError)) return false;
	return error.problem.status >= 500 && !beforeTheCall.includes(error.problem.reason);
}
