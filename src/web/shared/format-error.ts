/** Error messages for each code (Spec §7) and problem: what happened, and what to do. */
import { momentSeconds } from '../../contract/bff-api/limits.ts';
import type { ProblemReason } from '../../contract/bff-api/problem.ts';
import type { ErrorCode } from '../../contract/spec/errors.ts';
import { m } from '../i18n/messages.ts';
import { formatWait } from '../i18n/relative-time.ts';
import {
	InvalidResponseError,
	isRateLimit,
	meaningOfError,
	ProblemError,
	ServiceError,
	waitOf,
} from './errors.ts';
import { StorageBlockedError } from './storage.ts';

type Sentence = () => string;

/** Codes that only a change of the site's settings can correct. */
const setupCodes = [101, 104, 109, 114, 115, 116, 117, 125] as const;

/** Codes with the same fix share a sentence, next to which the code is shown. */
const byCode: Readonly<Record<Exclude<ErrorCode, (typeof setupCodes)[number] | 999>, Sentence>> = {
	100: () => m.error_insecure(),
	102: () => m.error_sign_in_first(),
	103: () => m.error_sign_in_ended(),
	105: () => m.error_site_blocked(),
	106: () => m.error_sign_in_ended(),
	107: () => m.error_not_found(),
	108: () => m.error_no_access(),
	110: () => m.error_trial(),
	111: () => m.words_your_limit(),
	112: () => m.words_site_limit(),
	113: () => m.error_out_of_date(),
	118: () => m.error_sign_in_mismatch(),
	119: () => m.error_sign_in_ended(),
	120: () => m.error_wrong_password(),
	121: () => m.error_person_not_found(),
	122: () => m.error_account_blocked(),
	123: () => m.error_password_changed(),
	124: () => m.error_still_signed_in(),
	126: () => m.error_out_of_date(),
	127: () => m.error_third_party(),
	128: () => m.error_account_locked(),
};

/** Undefined if the message only says that the call failed. */
const byReason: Readonly<Record<ProblemReason, Sentence | undefined>> = {
	signed_out: () => m.error_sign_in_first(),
	session_expired: () => m.error_sign_in_ended(),
	access_revoked: () => m.error_access_revoked(),
	password_changed: () => m.error_password_changed(),
	user_blocked: () => m.error_own_account_blocked(),
	csrf: () => m.error_out_of_date(),
	login_mismatch: () => m.error_sign_in_mismatch(),
	unsigned_image: () => m.error_out_of_date(),
	invalid_request: () => m.error_out_of_date(),
	not_found: () => m.error_not_found(),
	wrong_host: () => m.error_out_of_date(),
	method_not_allowed: () => m.error_out_of_date(),
	too_many_requests: () => m.words_too_many(),
	sign_in_required: () => m.error_sign_in_first(),
	service_rejected: () => m.words_site_setup(),
	service_unreachable: () => m.words_unreachable(),
	service_timeout: () => m.error_timeout(),
	service_invalid_response: () => m.words_unreadable(),
	service_response_too_large: () => m.words_unreadable(),
	overloaded: () => m.words_too_many(),
	calls_reserved: () => m.error_after({ first: m.words_site_limit(), next: m.error_sign_in_first() }),
	store_unreachable: undefined,
	outcome_unknown: () => m.error_outcome_unknown(),
	internal: undefined,
};

/** What a code means and what to do about it, for the developers' page. */
export function formatErrorCode(code: ErrorCode): string {
	return code === 999
		? m.error_other({ detail: '…' })
		: formatError(new ServiceError({ code, msg: '' }, 400));
}

function causeOfService(error: ServiceError): string {
	const { code, msg } = error;
	// Code 121 has its own text.
	if (meaningOfError(error) === 'absent' && code !== 121) return m.error_not_found();
	if (setupCodes.some((each) => each === code)) return m.words_site_setup();
	const detail = msg.split(':').slice(1).join(':').trim() || msg || String(code);
	return (byCode as Readonly<Record<number, Sentence | undefined>>)[code]?.() ?? m.error_other({ detail });
}

const forAdministrator: ReadonlySet<number> = new Set<ErrorCode>([100, 105, 110, ...setupCodes]);

/** Whether only the site administrator can help. */
export const isForAdministrator = (error: unknown): boolean =>
	error instanceof ServiceError
		? forAdministrator.has(error.code)
		: error instanceof ProblemError && error.problem.reason === 'service_rejected';

/** Undefined for a reason that only a newer BFF knows. */
function causeOfProblem({ problem: { reason, code }, retryAfter = 0 }: ProblemError): string | undefined {
	if (code === 111) return m.words_your_limit();
	if (code === 112) return m.words_site_limit();
	if (reason === 'too_many_requests' && retryAfter > momentSeconds) return m.words_your_limit();
	return Object.hasOwn(byReason, reason) ? byReason[reason]?.() : undefined;
}

function causeOf(error: unknown): string | undefined {
	if (error instanceof ServiceError) return causeOfService(error);
	if (error instanceof ProblemError) return causeOfProblem(error);
	if (error instanceof InvalidResponseError) return m.words_unreadable();
	return error instanceof StorageBlockedError ? m.error_storage_blocked() : undefined;
}

function joinSentences(failed: string | undefined, cause: string | undefined): string {
	if (cause === undefined) return m.error_try_again({ what: failed ?? m.words_failed() });
	return failed === undefined ? cause : m.error_after({ first: failed, next: cause });
}

/** When to retry; undefined if the sentence already says what to do. */
function waitAdvice(error: unknown): string | undefined {
	const seconds = waitOf(error);
	if (seconds !== undefined) return m.error_wait({ when: formatWait(seconds) });
	return isRateLimit(error) ? m.error_later() : undefined;
}

/**
 * An error message in the current language: what happened, what to do, and how long to wait.
 *
 * @param failed what failed, as a sentence that precedes the cause
 */
export function formatError(error: unknown, failed?: string): string {
	const words = joinSentences(failed, causeOf(error));
	const advice = waitAdvice(error);
	return advice === undefined ? words : m.error_after({ first: words, next: advice });
}
