/** Errors in words: what happened, and what to do about it, for every code of Spec §7 and every problem of the BFF. */
import type { Locale } from '../../contract/bff-api/preferences.ts';
import type { ProblemReason } from '../../contract/bff-api/problem.ts';
import type { ErrorCode } from '../../contract/spec/errors.ts';
import { m } from '../i18n/generated/messages.js';
import { InvalidResponseError, NetworkError, ProblemError, ServiceError } from './errors.ts';
import { StorageBlockedError } from './storage.ts';

type Sentence = (inputs?: Record<string, never>, options?: { locale?: Locale }) => string;

const byCode: Readonly<Record<Exclude<ErrorCode, 999>, Sentence>> = {
	100: m.error_100,
	101: m.error_101,
	102: m.error_102,
	103: m.error_103,
	104: m.error_104,
	105: m.error_105,
	106: m.error_106,
	107: m.error_107,
	108: m.error_108,
	109: m.error_109,
	110: m.error_110,
	111: m.error_111,
	112: m.error_112,
	113: m.error_113,
	114: m.error_114,
	115: m.error_115,
	116: m.error_116,
	117: m.error_117,
	118: m.error_118,
	119: m.error_119,
	120: m.error_120,
	121: m.error_121,
	122: m.error_122,
	123: m.error_123,
	124: m.error_124,
	125: m.error_125,
	126: m.error_126,
	127: m.error_127,
	128: m.error_128,
};

const byReason: Readonly<Record<ProblemReason, Sentence>> = {
	signed_out: m.error_signed_out,
	session_expired: m.error_session_expired,
	access_revoked: m.error_access_revoked,
	password_changed: m.error_password_changed,
	user_blocked: m.error_user_blocked,
	csrf: m.error_csrf,
	login_mismatch: m.error_login_mismatch,
	unsigned_picture: m.error_invalid_request,
	invalid_request: m.error_invalid_request,
	not_found: m.error_107,
	wrong_host: m.error_invalid_request,
	method_not_allowed: m.error_invalid_request,
	too_many_requests: m.error_too_many,
	service_unreachable: m.error_unreachable,
	service_timeout: m.error_timeout,
	service_invalid_response: m.error_invalid_response,
	service_response_too_large: m.error_response_too_large,
	overloaded: m.error_too_many,
	store_unreachable: m.error_internal,
	internal: m.error_internal,
};

/** The sentence of a code in a chosen language, for the developers' page. */
export function formatErrorCode(code: ErrorCode, locale: Locale): string {
	return code === 999 ? m.error_999({ detail: '…' }, { locale }) : byCode[code]({}, { locale });
}

/** The sentence of a problem's reason; a newer BFF may send one that this page does not know. */
export function formatReason(reason: ProblemReason): string {
	return Object.hasOwn(byReason, reason) ? byReason[reason]() : m.error_internal();
}

const isKnownCode = (code: number): code is keyof typeof byCode => Object.hasOwn(byCode, code);

function formatServiceError({ code, msg, retryAfter }: ServiceError): string {
	const detail = msg.split(':').slice(1).join(':').trim() || msg || String(code);
	const sentence = isKnownCode(code) ? byCode[code]() : m.error_999({ detail });
	return retryAfter === undefined ? sentence : `${sentence} ${m.error_wait({ seconds: retryAfter })}`;
}

/** An error as one or two sentences in the current language. */
export function formatError(error: unknown): string {
	if (error instanceof ServiceError) return formatServiceError(error);
	if (error instanceof ProblemError) return formatReason(error.problem.reason);
	if (error instanceof InvalidResponseError) return m.error_invalid_response();
	if (error instanceof StorageBlockedError) return m.error_storage_blocked();
	return error instanceof NetworkError ? m.error_network() : m.error_internal();
}
