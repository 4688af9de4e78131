/** Errors thrown by `call.ts`; `format-error.ts` has their messages. */
import type { Problem, ProblemReason } from '../../contract/bff-api/problem.ts';
import { type Meaning, meaningOf } from '../../contract/event/rejection.ts';
import type { ErrorBody } from '../../contract/spec/resources.ts';

/** The service rejected the call (Spec §2.6). */
export class ServiceError extends Error {
	override name = 'ServiceError';
	readonly code: number;
	readonly msg: string;
	readonly status: number;
	/** In seconds. */
	readonly retryAfter: number | undefined;

	constructor({ code, msg }: Pick<ErrorBody, 'code' | 'msg'>, status: number, retryAfter?: number) {
		super(`${code} ${msg}`);
		this.code = code;
		this.msg = msg;
		this.status = status;
		this.retryAfter = retryAfter;
	}
}

/** The BFF rejected the call (RFC 9457). */
export class ProblemError extends Error {
	override name = 'ProblemError';
	readonly problem: Problem;
	/** In seconds. */
	readonly retryAfter: number | undefined;

	constructor(problem: Problem, retryAfter?: number) {
		super(problem.detail);
		this.problem = problem;
		this.retryAfter = retryAfter;
	}
}

/** No response, or one that isn't the BFF's: the browser is offline, or a proxy or captive portal responded. */
export class NetworkError extends Error {
	override name = 'NetworkError';
	/** False if the browser was offline, so the request can't have arrived. */
	readonly wasSent: boolean;

	constructor(cause: unknown, wasSent: boolean) {
		super('no response', { cause });
		this.wasSent = wasSent;
	}
}

/** A captive portal sent its own page: the visitor must sign in to the network first. */
export class PortalError extends NetworkError {}

/** The call succeeded, but its response is invalid. */
export class InvalidResponseError extends Error {
	override name = 'InvalidResponseError';
}

/** The session was replaced or ended during the call, so nobody may see its result. */
export class SessionChangedError extends Error {
	override name = 'SessionChangedError';
}

/** `Retry-After` in seconds. */
export const waitOf = (error: unknown): number | undefined =>
	error instanceof ServiceError || error instanceof ProblemError ? error.retryAfter : undefined;

export function codeOf(error: unknown): number | undefined {
	if (error instanceof ServiceError) return error.code;
	return error instanceof ProblemError ? error.problem.code : undefined;
}

/** Whether an hourly limit of the service is reached (Spec §8). */
export function isRateLimit(error: unknown): boolean {
	const code = codeOf(error);
	return code === 111 || code === 112;
}

/** Error for a session that ended without a failed call. */
export const sessionEnded = (reason: ProblemReason): ProblemError =>
	new ProblemError({ type: 'about:blank', title: '', status: 401, detail: '', reason });

export function isSessionOver(error: unknown): error is ProblemError {
	return error instanceof ProblemError && error.problem.status === 401;
}

/** What a rejection by the service, or a 404 from the BFF, means; undefined for other errors. */
export function meaningOfError(error: unknown): Meaning | undefined {
	if (error instanceof ProblemError) return error.problem.status === 404 ? 'absent' : undefined;
	if (!(error instanceof ServiceError)) return undefined;
	const meaning = meaningOf(error);
	// A 5xx doesn't tell whether the resource exists.
	return meaning === 'other' && error.status >= 500 ? undefined : meaning;
}

const expiredRefresh = 119;
const sitePermission = 109;

const forSignedIn: readonly ProblemReason[] = ['sign_in_required', 'calls_reserved'];

/** Looks only at the code, because a 403 with any other code may mean something else, such as a full event. */
const isClosedByCode = ({ code }: ServiceError) => meaningOf({ status: 400, code }) === 'closed';

/** Whether signing in may help and a retry can't. */
export function needsSignIn(error: unknown): boolean {
	if (error instanceof ServiceError)
		return (
			error.code === expiredRefresh ||
			error.status === 401 ||
			(isClosedByCode(error) && error.code !== sitePermission)
		);
	return (
		isSessionOver(error) || (error instanceof ProblemError && forSignedIn.includes(error.problem.reason))
	);
}

/** Whether a change was rejected because the event is over, as the sandbox puts it (gap register, `event-over`). */
export const isEventOver = (error: unknown): boolean =>
	error instanceof ServiceError && error.code === 999 && error.msg.endsWith(': the event is over');

/** Whether the BFF doesn't yet know if a write took effect. */
export const isUnsettled = (error: unknown): boolean =>
	error instanceof ProblemError && error.problem.reason === 'outcome_unknown';

/** Whether a failed write may have taken effect because its response was lost. */
export const isOutcomeUnknown = (error: unknown): boolean =>
	isUnsettled(error) || (error instanceof NetworkError && error.wasSent);
