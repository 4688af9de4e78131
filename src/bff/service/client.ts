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
import type { Tokens } from '../../contract/event/token.ts';
import { errorCodes } from '../../contract/spec/errors.ts';
import { operationNameOf } from '../../contract/spec/match-operation.ts';
import type { Operation } from '../../contract/spec/operations.ts';
import type { ErrorBody } from '../../contract/spec/resources.ts';
import type { Metrics } from '../http/metrics.ts';
import { ProblemError } from '../http/problem.ts';
import type { BffSettings } from '../settings.ts';
import type { Budget } from './budget.ts';
import { pickLimitHeaders } from './rate-limit.ts';
import { type Grant, requestTokens, type TokenError } from './token-endpoint.ts';
import { createTransport, parseJson } from './transport.ts';

/** A response of the data API, read whole. */
export interface ServiceResponse {
	status: number;
	/** Parsed JSON; undefined for an empty body. */
	body: unknown;
	/** The error body, when that is what the service sent. */
	error: ErrorBody | undefined;
	/** The headers of Spec §8 that were sent, as the specification spells them. */
	limitHeaders: Record<string, string>;
	retryAfter: string | undefined;
}

export interface Service {
	/**
	 * Calls an operation. Reads are tried up to three times when the service cannot be reached, writes once.
	 *
	 * @param path below {base_url}, with its query
	 * @throws ProblemError service_unreachable, service_timeout, service_invalid_response, service_response_too_large,
	 * overloaded
	 */
	call(method: Operation['method'], path: string, accessToken: string | undefined): Promise<ServiceResponse>;
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

/** Outcome of a call, for metrics; codes outside the specification's table count as one, so that labels stay few. */
function outcomeOf(status: number, error: ErrorBody | undefined): string {
	if (error === undefined) return String(status);
	return `${status} ${errorCodes.some(({ code }) => code === error.code) ? error.code : 'other'}`;
}

export function connectService(settings: BffSettings, metrics: Metrics, budget: Budget): Service {
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
	const policyOf = (method: Operation['method'], operation: string): IPolicy =>
		method === 'GET' ? wrap(pressure, repeat, circuitOf(operation)) : wrap(pressure, circuitOf(operation));

	const callOnce: Service['call'] = async (method, path, accessToken) => {
		const { status, header, text } = await transport.send(`${settings.eventsBaseUrl}${path}`, {
			method,
			headers: {
				accept: 'application/json',
				...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
			},
		});
		if (status >= 300 && status < 400)
			throw new ProblemError('service_invalid_response', 'The service responded with a redirect.');
		if (status >= 502 && status <= 504)
			throw new ProblemError('service_unreachable', `The service is not available (status ${status}).`);
		const succeeded = status >= 200 && status < 300;
		// The body of a 202 may be anything (gap register, `body-of-202`), so it is not read.
		const body = status === 202 ? {} : parseJson(text);
		const error = succeeded ? null : readErrorBody(body, `${method} ${path.split('?')[0]}`);
		if (error === null && status >= 500)
			throw new ProblemError('service_invalid_response', `The service responded with status ${status}.`);
		return {
			status,
			body,
			error: error ?? undefined,
			limitHeaders: pickLimitHeaders(header),
			retryAfter: header('retry-after'),
		};
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

	/** Counts and times a call. */
	const measured = async <Result>(
		operation: string,
		work: () => Promise<Result>,
		labelOf: (result: Result) => string,
	) => {
		budget.spend();
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

	return {
		call(method, path, accessToken) {
			const operation = operationNameOf(method, path);
			return guarded(policyOf(method, operation), () =>
				measured(
					operation,
					() => callOnce(method, path, accessToken),
					({ status, error }) => outcomeOf(status, error),
				),
			);
		},
		token: (grant) =>
			measured(
				`token ${grant.grant_type}`,
				() => requestTokens(settings, transport.send, grant),
				(result) => ('tokens' in result ? '200' : outcomeOf(result.status, result.error)),
			),
		pausedOperations: () =>
			[...circuits].flatMap(([operation, { state }]) => (state === CircuitState.Open ? [operation] : [])),
		close: () => transport.close(),
	};
}
