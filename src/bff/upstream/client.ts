/** The one place that calls the service: the data API and the token endpoint (Spec §4). */
import { AsyncResource } from 'node:async_hooks';
import {
	BrokenCircuitError,
	BulkheadRejectedError,
	bulkhead,
	type CircuitBreakerPolicy,
	CircuitState,
	ConsecutiveBreaker,
	circuitBreaker,
	ExponentialBackoff,
	handleWhen,
	type IPolicy,
	retry,
	wrap,
} from 'cockatiel';
import type { RateLimit } from '../../contract/bff-api/session.ts';
import { readErrorBody } from '../../contract/event/error-body.ts';
import { isUnknownId, type Meaning, meaningOf } from '../../contract/event/rejection.ts';
import type { Tokens } from '../../contract/event/token.ts';
import type { Call } from '../../contract/spec/call.ts';
import { type ErrorCode, errorCodes, errorName } from '../../contract/spec/errors.ts';
import { paging } from '../../contract/spec/filters.ts';
import { type Operation, operationPath, operations } from '../../contract/spec/operations.ts';
import type { ErrorBody } from '../../contract/spec/resources.ts';
import type { Metrics } from '../http/metrics.ts';
import { ProblemError } from '../http/problem.ts';
import type { BffSettings } from '../settings.ts';
import type { Budget } from './budget.ts';
import { pickLimitHeaders, readRateLimit } from './rate-limit.ts';
import { type Grant, requestTokens, type TokenError } from './token-endpoint.ts';
import { createTokenNeeds } from './token-needs.ts';
import { createTransport, parseJson } from './transport.ts';
import { currentVisitor } from './visitor.ts';

/** A response of the data API, read whole. */
export interface ServiceResponse {
	/** 404 for a read by id that is rejected because nothing has the id, whatever the service sends for that. */
	status: number;
	/** Parsed JSON; undefined for an empty body. */
	body: unknown;
	/** The error body. Where an error response has none, one that says what the status means (Spec §7). */
	error: ErrorBody | undefined;
	/** The headers of Spec §8 that were sent, as the specification spells them. */
	limitHeaders: Record<string, string>;
	/** The same, read. */
	rateLimit: RateLimit | null;
	retryAfter: string | undefined;
}

export interface CallOptions {
	/** Passes everything on as it is: the paging of the call, status and body of an error response, a call that needs a token. */
	isExact?: boolean;
	/** The person for whom a call with a token is made; its calls count for the person, not for the visitor's address. */
	person?: string;
}

/**
 * Every call throws ProblemError service_unreachable, service_timeout, service_invalid_response, service_response_too_large,
 * overloaded, too_many_requests (the visitor's or person's share of the hourly budget is spent).
 */
export interface Upstream {
	/**
	 * Calls an operation. Reads are tried up to three times when the service cannot be reached, writes once. An operation that
	 * needs a token, as responses have shown, is not called without one.
	 */
	call(call: Call, accessToken?: string, options?: CallOptions): Promise<ServiceResponse>;
	/** Calls the token endpoint, once. */
	token(grant: Grant): Promise<{ tokens: Tokens } | TokenError>;
	/** Operations whose calls are held back because the service could not be reached several times in a row. */
	pausedOperations(): string[];
	close(): Promise<void>;
}

/** Calls under way at once, and waiting; any more are rejected. Calls with a token cannot be held up by those without. */
const concurrency = { shared: { running: 48, waiting: 512 }, reserved: { running: 16, waiting: 256 } };
/** After so many calls in a row that did not reach the service, an operation makes none for a while. */
const breaker = { failures: 10, pauseMs: 3_000 };
/** Reads that did not reach the service are repeated after waits with jitter. */
const retries = { attempts: 2, firstWaitMs: 60, maxWaitMs: 500 };

const didNotReach = (error: unknown) =>
	error instanceof ProblemError && error.problem.reason === 'service_unreachable';
/** What means that the service is down. A response that cannot be used does not: the service is there and responds. */
const isDown = (error: unknown) =>
	didNotReach(error) || (error instanceof ProblemError && error.problem.reason === 'service_timeout');

/** The code that says what a status means, for an error response that has no code. */
function codeOf(meaning: Meaning, hadToken: boolean): ErrorCode {
	switch (meaning) {
		case 'closed':
			return hadToken ? 108 : 102;
		case 'absent':
			return 107;
		case 'limited':
			return hadToken ? 111 : 112;
		default:
			return 999;
	}
}

const errorBody = (code: number, detail: string, request: string): ErrorBody => ({
	code,
	msg: `${errorName(code)}: ${detail}`,
	request,
});

/** The response to a call whose token is missing, where the service sends none of that form. */
function missingToken(request: string, detail: string): ServiceResponse {
	const error = errorBody(102, detail, request);
	return { status: 400, body: error, error, limitHeaders: {}, rateLimit: null, retryAfter: undefined };
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether a redirect leads to another page, such as a login page, and not to the same path at another origin. */
function leadsElsewhere(location: string | undefined, url: string): boolean {
	const target = location === undefined ? null : URL.parse(location, url);
	const pathOf = ({ pathname }: URL) => pathname.replace(/\/$/, '');
	return target !== null && pathOf(target) !== pathOf(new URL(url));
}

/** Outcome of a call, for metrics; codes outside the specification's table count as one, so that labels stay few. */
function outcomeOf(status: number, error: ErrorBody | undefined): string {
	if (error === undefined) return String(status);
	return `${status} ${errorCodes.some(({ code }) => code === error.code) ? error.code : 'other'}`;
}

/** The path of a call with the paging that the service takes (gap register, `paging`). */
function pathOf(
	{ operation, parameters }: Call,
	{ eventsPageSize = paging.maxCount, eventsPageStart = 0 }: Partial<BffSettings>,
	isExact: boolean,
): string {
	const { count, start } = parameters as { count?: string | number; start?: string | number };
	if (isExact || (count === undefined && start === undefined)) return operationPath(operation, parameters);
	return operationPath(operation, {
		...parameters,
		...(count === undefined ? {} : { count: Math.min(Number(count), eventsPageSize) }),
		...(start === undefined ? {} : { start: Number(start) + eventsPageStart }),
	});
}

/** @param clock milliseconds since 1970 */
export function connectUpstream(
	settings: BffSettings,
	{ metrics, budget, clock }: { metrics: Metrics; budget: Budget; clock: () => number },
): Upstream {
	const transport = createTransport(concurrency.shared.running + concurrency.reserved.running);
	const tokenNeeds = createTokenNeeds(clock);
	const shared = bulkhead(concurrency.shared.running, concurrency.shared.waiting);
	const reserved = bulkhead(concurrency.reserved.running, concurrency.reserved.waiting);
	/** One for each operation, so that an operation that is broken at the service does not stop the others. */
	const circuits = new Map<string, CircuitBreakerPolicy>();
	const circuitOf = (operation: string): CircuitBreakerPolicy => {
		const circuit =
			circuits.get(operation) ??
			circuitBreaker(handleWhen(isDown), {
				halfOpenAfter: breaker.pauseMs,
				breaker: new ConsecutiveBreaker(breaker.failures),
			});
		circuits.set(operation, circuit);
		return circuit;
	};
	const repeat = retry(handleWhen(didNotReach), {
		maxAttempts: retries.attempts,
		backoff: new ExponentialBackoff({ initialDelay: retries.firstWaitMs, maxDelay: retries.maxWaitMs }),
	});

	const callOnce = async (
		method: Operation['method'],
		path: string,
		accessToken: string | undefined,
		isExact: boolean,
	): Promise<ServiceResponse> => {
		const url = `${settings.eventsBaseUrl}${path}`;
		const headers = {
			accept: 'application/json',
			...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
		};
		const { status, header, text } = await transport.send(url, { method, headers });
		const request = `${method} ${path.split('?')[0]}`;
		const limitHeaders = pickLimitHeaders(header);
		const rateLimit = readRateLimit(limitHeaders, clock());
		const limits = { limitHeaders, rateLimit, retryAfter: header('retry-after') };
		if (status >= 300 && status < 400) {
			const isToLogin = redirectStatuses.has(status) && leadsElsewhere(header('location'), url);
			if (accessToken !== undefined || !isToLogin)
				throw new ProblemError('service_invalid_response', 'The service responded with a redirect.');
			// A service that takes every caller for a browser sends one without a token to its login page.
			return { ...missingToken(request, 'the service redirects the call to another page'), ...limits };
		}
		if (status >= 502 && status <= 504)
			throw new ProblemError('service_unreachable', `The service is not available (status ${status}).`);
		const succeeded = status >= 200 && status < 300;
		// The body of a 202 may be anything (gap register, `body-of-202`), so it is not read.
		const body = status === 202 ? {} : parseJson(text, succeeded || status >= 500);
		const sent = succeeded ? null : readErrorBody(body, request);
		if (sent === null && status >= 500)
			throw new ProblemError('service_invalid_response', `The service responded with status ${status}.`);
		if (succeeded) return { status, body, error: undefined, ...limits };
		const error =
			sent ??
			errorBody(codeOf(meaningOf({ status }), accessToken !== undefined), `status ${status}`, request);
		return { status, body: sent === null && !isExact ? error : body, error, ...limits };
	};

	/** Runs a call under a policy; what the policy itself rejects becomes a problem. */
	const guarded = async <Result>(policy: IPolicy, work: () => Promise<Result>) => {
		try {
			// What waits for its turn goes on as a part of the request that asked for it.
			return await policy.execute(AsyncResource.bind(work));
		} catch (error) {
			if (error instanceof BrokenCircuitError)
				throw new ProblemError('service_unreachable', 'The service cannot be reached at the moment.');
			if (error instanceof BulkheadRejectedError)
				throw new ProblemError('overloaded', 'There are too many requests at the moment.');
			throw error;
		}
	};

	/** Counts and times a call. */
	const measured = async <Result>(
		operation: string,
		work: () => Promise<Result>,
		labelOf: (result: Result) => string,
	) => {
		const startedAt = performance.now();
		let outcome = 'internal';
		try {
			const result = await work();
			outcome = labelOf(result);
			return result;
		} catch (error) {
			if (error instanceof ProblemError) outcome = error.problem.reason;
			throw error;
		} finally {
			metrics.serviceCall(operation, outcome, (performance.now() - startedAt) / 1000);
		}
	};

	/** Takes note of what a response says of the limits. */
	const seeLimits = ({ error, rateLimit }: ServiceResponse) => {
		if (rateLimit !== null) budget.see(rateLimit);
		if (error?.code === 112) budget.seeSpent();
	};

	return {
		async call(call, accessToken, { isExact = false, person } = {}) {
			const { method }: Operation = operations[call.operation];
			const path = pathOf(call, settings, isExact);
			if (accessToken === undefined && !isExact && tokenNeeds.includes(call.operation))
				return missingToken(`${method} ${path.split('?')[0]}`, 'the service wants one for this operation');
			const isRead = method === 'GET';
			const circuit = circuitOf(`${method} ${call.operation}`);
			const room = accessToken === undefined ? shared : reserved;
			const payer = person === undefined ? currentVisitor() : `person:${person}`;
			return guarded(isRead ? wrap(room, repeat, circuit) : wrap(room, circuit), async () => {
				await budget.spend(!isRead ? 'write' : accessToken === undefined ? 'shared' : 'personal', payer);
				const response = await measured(
					call.operation,
					() => callOnce(method, path, accessToken, isExact),
					({ status, error }) => outcomeOf(status, error),
				);
				seeLimits(response);
				if (accessToken === undefined && !isExact)
					tokenNeeds.see(call.operation, { status: response.status, code: response.error?.code });
				const { status, error } = response;
				const isById = isRead && call.parameters.id !== undefined;
				return !isExact && isById && error !== undefined && isUnknownId({ status, code: error.code })
					? { ...response, status: 404 }
					: response;
			});
		},
		token(grant) {
			const operation = `token ${grant.grant_type}`;
			return guarded(reserved, async () => {
				await budget.spend('token', undefined);
				return measured(
					operation,
					() => requestTokens(settings, transport.send, grant),
					(result) => ('tokens' in result ? '200' : outcomeOf(result.status, result.error)),
				);
			});
		},
		pausedOperations: () => [
			...new Set(
				[...circuits].flatMap(([name, { state }]) =>
					state === CircuitState.Open ? [name.split(' ')[1] ?? name] : [],
				),
			),
		],
		close: () => transport.close(),
	};
}
