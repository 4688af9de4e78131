/** The one place that calls the service: the data API and the token endpoint (Spec §4). */
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
import { readErrorBody } from '../../contract/event/error-body.ts';
import { type Meaning, meaningOf } from '../../contract/event/rejection.ts';
import type { Tokens } from '../../contract/event/token.ts';
import { defaultScope, type Scope } from '../../contract/spec/access.ts';
import { type ErrorCode, errorCodes, errorName } from '../../contract/spec/errors.ts';
import { operationNameOf } from '../../contract/spec/match-operation.ts';
import { type Operation, type OperationName, operations } from '../../contract/spec/operations.ts';
import type { ErrorBody } from '../../contract/spec/resources.ts';
import { type BodyRoom, type WithBodyRoom, withBodyRoom } from '../http/large-bodies.ts';
import type { Metrics } from '../http/metrics.ts';
import { ProblemError } from '../http/problem.ts';
import type { BffSettings } from '../settings.ts';
import type { Facts } from '../storage/facts.ts';
import type { CallSpan, StartCallSpan, Tracing } from '../tracing/tracing.ts';
import type { Budget } from './budget.ts';
import { createLimitPauses, type LimitPause } from './limit-pauses.ts';
import { createPagingForms } from './paging-forms.ts';
import { pickLimitHeaders } from './rate-limit.ts';
import { type Grant, requestTokens, type TokenError } from './token-endpoint.ts';
import { createTransport, parseJson } from './transport.ts';

/** A response of the data API, read whole. */
export interface ServiceResponse {
	status: number;
	/** Parsed JSON; undefined for an empty body. */
	body: unknown;
	/** The error body. Where an error response has none, one that says what the status means (Spec §7). */
	error: ErrorBody | undefined;
	/** The headers of Spec §8 that were sent, as the specification spells them. */
	limitHeaders: Record<string, string>;
	retryAfter: string | undefined;
}

export interface CallOptions {
	/** Passes everything on as it is, also while a limit is reached: paging parameters that the service rejects, and the body of an error response. */
	isExact?: boolean;
	/** Where the body is worked on afterwards. Without it, a large body waits for room only until it is parsed. */
	room?: BodyRoom;
}

export interface Service {
	/**
	 * Calls an operation. Reads are tried up to three times when the service cannot be reached, writes once. A list is
	 * read in a form that the service accepts ({@link createPagingForms}), so a page may be shorter than asked for. After a
	 * rejection with `Retry-After`, calls are rejected here until then ({@link createLimitPauses}).
	 *
	 * @param path below {base_url}, with its query
	 * @throws ProblemError service_unreachable, service_timeout, service_invalid_response, service_response_too_large,
	 * overloaded
	 */
	call(
		method: Operation['method'],
		path: string,
		accessToken: string | undefined,
		options?: CallOptions,
	): Promise<ServiceResponse>;
	/**
	 * Calls the token endpoint, once.
	 *
	 * @throws ProblemError service_unreachable, service_timeout, service_invalid_response, service_response_too_large
	 */
	token(grant: Grant): Promise<{ tokens: Tokens } | TokenError>;
	/** Operations whose calls are held back because the service could not be reached by them several times in a row. */
	pausedOperations(): string[];
	close(): Promise<void>;
}

/** Calls under way at once, and waiting for their turn; any more are rejected rather than piled up. */
const concurrency = { running: 64, waiting: 512 };
/** After so many calls in a row that did not reach the service, an operation makes none for a while (milliseconds). */
const breaker = { failures: 10, pause: 3_000 };
/** Reads that did not reach the service are repeated after waits with jitter (milliseconds). */
const retries = { attempts: 2, firstWait: 60, maxWait: 500 };

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

/** Scope that a call with a token needs. */
const scopeOf = (operation: OperationName | 'unknown'): Scope =>
	operation === 'unknown' ? defaultScope : operations[operation].scope;

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

/**
 * @param facts what is learned of the service
 * @param clock milliseconds since 1970
 */
export function connectService(
	settings: BffSettings,
	metrics: Metrics,
	tracing: Tracing,
	budget: Budget,
	facts: Facts,
	clock: () => number,
): Service {
	const transport = createTransport(concurrency.running);
	const pressure = bulkhead(concurrency.running, concurrency.waiting);
	/** One for each operation, so that an operation that is broken at the service does not stop the others. */
	const circuits = new Map<string, CircuitBreakerPolicy>();
	const circuitOf = (operation: string): CircuitBreakerPolicy => {
		const circuit =
			circuits.get(operation) ??
			circuitBreaker(handleWhen(isDown), {
				halfOpenAfter: breaker.pause,
				breaker: new ConsecutiveBreaker(breaker.failures),
			});
		circuits.set(operation, circuit);
		return circuit;
	};
	const repeat = retry(handleWhen(didNotReach), {
		maxAttempts: retries.attempts,
		backoff: new ExponentialBackoff({ initialDelay: retries.firstWait, maxDelay: retries.maxWait }),
	});
	const policies = new Map<string, IPolicy>();
	const policyOf = (method: Operation['method'], operation: string): IPolicy => {
		const name = `${method} ${operation}`;
		const circuit = circuitOf(operation);
		const policy =
			policies.get(name) ?? (method === 'GET' ? wrap(pressure, repeat, circuit) : wrap(pressure, circuit));
		policies.set(name, policy);
		return policy;
	};

	const forms = createPagingForms(clock, facts);
	const pauses = createLimitPauses(facts, clock);

	const callOnce = async (
		method: Operation['method'],
		path: string,
		accessToken: string | undefined,
		isExact: boolean,
		room: BodyRoom,
		traceHeaders: CallSpan['headers'],
	): Promise<ServiceResponse> => {
		const url = `${settings.eventsBaseUrl}${path}`;
		const headers = {
			...traceHeaders,
			accept: 'application/json',
			...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
		};
		const { status, header, text } = await transport.send(url, { method, headers }, room);
		const request = `${method} ${path.split('?')[0]}`;
		const limits = { limitHeaders: pickLimitHeaders(header), retryAfter: header('retry-after') };
		if (status >= 300 && status < 400) {
			const isToLogin = redirectStatuses.has(status) && leadsElsewhere(header('location'), url);
			if (accessToken !== undefined || !isToLogin)
				throw new ProblemError('service_invalid_response', 'The service responded with a redirect.');
			// A service that takes every caller for a browser sends one without a token to its login page.
			const error = errorBody(102, 'the service redirects the call to another page', request);
			return { status: 400, body: error, error, ...limits };
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

	/** What the service would respond until a limit ends. */
	const rejectionOf = ({ status, code, retryAfter }: LimitPause, request: string): ServiceResponse => {
		const error = errorBody(code, 'the service said so before', request);
		return { status, body: error, error, limitHeaders: {}, retryAfter: String(retryAfter) };
	};

	/** Runs a call under a policy; what the policy itself rejects becomes a problem. */
	const guarded = async <Result>(policy: IPolicy, work: () => Promise<Result>) => {
		try {
			return await policy.execute(work);
		} catch (error) {
			if (error instanceof BrokenCircuitError)
				throw new ProblemError('service_unreachable', 'The service cannot be reached at the moment.');
			if (error instanceof BulkheadRejectedError)
				throw new ProblemError('overloaded', 'There are too many requests at the moment.');
			throw error;
		}
	};

	/** Counts, times and traces a call. */
	const measured = async <Result>(
		operation: string,
		startSpan: StartCallSpan,
		work: (traceHeaders: CallSpan['headers']) => Promise<Result>,
		labelOf: (result: Result) => string,
	) => {
		budget.spend();
		const span = startSpan();
		const startedAt = performance.now();
		let outcome = 'internal';
		try {
			const result = await work(span.headers);
			outcome = labelOf(result);
			return result;
		} catch (error) {
			if (error instanceof ProblemError) outcome = error.problem.reason;
			throw error;
		} finally {
			metrics.serviceCall(operation, outcome, (performance.now() - startedAt) / 1000);
			span.end(outcome);
		}
	};

	return {
		call(method, path, accessToken, { isExact = false, room } = {}) {
			const operation = operationNameOf(method, path);
			const scope = scopeOf(operation);
			const pause = isExact ? undefined : pauses.find(accessToken, scope);
			if (pause !== undefined) return Promise.resolve(rejectionOf(pause, `${method} ${path.split('?')[0]}`));
			const startSpan = tracing.prepareCall(operation, method);
			const within: WithBodyRoom = room === undefined ? withBodyRoom : (work) => work(room);
			const send = (asked: string) =>
				guarded(policyOf(method, operation), () =>
					measured(
						operation,
						startSpan,
						async (traceHeaders) => {
							const response = await within((free) =>
								callOnce(method, asked, accessToken, isExact, free, traceHeaders),
							);
							const { status, error, retryAfter } = response;
							if (error !== undefined)
								pauses.see(accessToken, scope, { status, code: error.code }, retryAfter);
							return response;
						},
						({ status, error }) => outcomeOf(status, error),
					),
				);
			return method === 'GET' && !isExact ? forms.read(operation, path, send) : send(path);
		},
		token(grant) {
			const operation = `token ${grant.grant_type}`;
			return measured(
				operation,
				tracing.prepareCall(operation, 'POST'),
				(traceHeaders) =>
					withBodyRoom((room) =>
						requestTokens(settings, (url, init) => transport.send(url, init, room), grant, traceHeaders),
					),
				(result) => ('tokens' in result ? '200' : outcomeOf(result.status, result.error)),
			);
		},
		pausedOperations: () =>
			[...circuits].flatMap(([operation, { state }]) => (state === CircuitState.Open ? [operation] : [])),
		close: () => transport.close(),
	};
}
