/** Reads status, error and limits from the service's responses to calls of the data API (Spec §7, §8). */
import { readErrorBody } from '../../contract/event/error-body.ts';
import { readCount } from '../../contract/event/fields.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import { type ErrorCode, errorName } from '../../contract/spec/errors.ts';
import { rateLimitHeaders } from '../../contract/spec/levels.ts';
import type { ErrorBody } from '../../contract/spec/resources.ts';
import { ProblemError } from '../problems/problem.ts';
import { maxShortBytes, parseJson, parseShortJson, type Transport } from './transport.ts';

/** Parses a body. `isLong`: this takes so long that it must run in the work queue. */
type ReadBody = (() => unknown) & { isLong?: boolean };

export interface ServiceResponse {
	/** 404 if the service doesn't know the id, whatever status it sent. */
	status: number;
	/** Returns undefined for an empty body. Parses late, because the values take four times the memory of the body. */
	readBody: ReadBody;
	/** The error of an error response; derived from the status if the body has none (Spec §7). */
	error: ErrorBody | undefined;
	/** With an error: whether the service has shown another resource of this kind without a token. */
	showsOthers?: boolean | undefined;
	/** Headers of Spec §8, spelled as in the specification. */
	limitHeaders: Record<string, string>;
	retryAfter: string | undefined;
}

function codeOf(status: number, hadToken: boolean): ErrorCode {
	const codes = {
		closed: hadToken ? 108 : 102,
		absent: 107,
		limited: hadToken ? 111 : 112,
		other: 999,
	} as const;
	return codes[meaningOf({ status })];
}

const errorBody = (code: number, detail: string, request: string): ErrorBody => ({
	code,
	msg: `${errorName(code)}: ${detail}`,
	request,
});

function pickLimitHeaders(header: (name: string) => string | undefined): Record<string, string> {
	const sent = Object.values(rateLimitHeaders).map((name) => [name, header(name) ?? ''] as const);
	return Object.fromEntries(sent.filter(([, value]) => readCount(value) !== null));
}

const maxRetryAfterSeconds = 86_400;

/** Reads a Retry-After (RFC 9110 §10.2.3), in seconds; undefined if it is invalid. */
function readRetryAfter(value: string | undefined, now: number): string | undefined {
	const seconds = readCount(value) ?? Math.ceil((Date.parse(value ?? '') - now) / 1000);
	return seconds >= 0 && seconds <= maxRetryAfterSeconds ? String(seconds) : undefined;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether a redirect leads to another page, such as a login page, and not just to another origin. */
export function leadsElsewhere(location: string | undefined, url: string): boolean {
	const target = location === undefined ? null : URL.parse(location, url);
	const pathOf = ({ pathname }: URL) => pathname.replace(/\/$/, '');
	return target !== null && pathOf(target) !== pathOf(new URL(url));
}

/** Parses a short body at once, so that the call fails if it isn't JSON. */
function bodyReader(sent: Buffer): ReadBody {
	if (sent.byteLength > maxShortBytes) return Object.assign(() => parseJson(sent), { isLong: true });
	const body = parseJson(sent);
	return () => body;
}

interface Sent {
	url: string;
	request: string;
	hadToken: boolean;
	isExact: boolean;
	now: number;
}

export function readResponse(
	{ status, header, body: sent }: Awaited<ReturnType<Transport['send']>>,
	{ url, request, hadToken, isExact, now }: Sent,
): ServiceResponse {
	const limitHeaders = pickLimitHeaders(header);
	const limits = { limitHeaders, retryAfter: readRetryAfter(header('retry-after'), now) };
	if (status >= 300 && status < 400) {
		const isToLogin = redirectStatuses.has(status) && leadsElsewhere(header('location'), url);
		if (hadToken || !isToLogin)
			throw new ProblemError('service_invalid_response', 'The service responded with a redirect.');
		// Some services redirect calls without a token to their login page.
		const error = errorBody(102, 'the service redirects the call to another page', request);
		return { status: 400, readBody: () => error, error, ...limits };
	}
	if (status >= 502 && status <= 504)
		throw new ProblemError('service_unreachable', `The service is not available (status ${status}).`);
	if (status >= 200 && status < 300) {
		// A write may have any body (gap register, `body-of-202`).
		const readAny = () => (isExact ? parseShortJson(sent, false) : undefined) ?? {};
		const readBody = status === 202 || !request.startsWith('GET ') ? readAny : bodyReader(sent);
		return { status, readBody, error: undefined, ...limits };
	}
	const body = parseShortJson(sent, status >= 500);
	const named = readErrorBody(body, request);
	if (named === null && status >= 500)
		throw new ProblemError('service_invalid_response', `The service responded with status ${status}.`);
	const error = named ?? errorBody(codeOf(status, hadToken), `status ${status}`, request);
	return { status, readBody: () => (named === null && !isExact ? error : body), error, ...limits };
}
