/** The one place that calls the service: the data API and the token endpoint (Spec §4). */
import {
	BrokenCircuitError,
	BulkheadRejectedError,
	bulkhead,
	CircuitState,
	ConsecutiveBreaker,
	circuitBreaker,
	ExponentialBackoff,
	handleWhen,
	retry,
	wrap,
} from 'cockatiel';
import { Agent, request } from 'undici';
import { rateLimitHeaders } from '../contract/access.ts';
import { authorizationPaths } from '../contract/operations.ts';
import {
	type ErrorBody,
	errorBodySchema,
	type TokenResponse,
	tokenResponseSchema,
} from '../contract/resources.ts';
import type { RateLimit } from '../contract/session.ts';
import type { Budget } from './budget.ts';
import type { Metrics } from './metrics.ts';
import { ProblemError } from './problem.ts';
import { operationNameOf } from './proxy/match.ts';
import type { BffSettings } from './settings.ts';

/** An answer of the data API, read whole. */
export interface ServiceAnswer {
	status: number;
	/** Parsed JSON; undefined for an empty body. */
	body: unknown;
	/** The specification's error body, when that is what came. */
	error: ErrorBody | undefined;
	/** The four headers of Spec §8 that came, as the specification spells them. */
	limitHeaders: Record<string, string>;
	retryAfter: string | undefined;
}

export interface Service {
	/**
	 * Calls an operation.
	 *
	 * @param path below {base_url}, with its query
	 * Reads are tried up to three times when the service cannot be reached, writes once.
	 *
	 * @throws ProblemError service_unreachable, service_timeout, service_invalid_answer, overloaded
	 */
	call(
		method: 'GET' | 'POST' | 'DELETE',
		path: string,
		accessToken: string | undefined,
	): Promise<ServiceAnswer>;
	/**
	 * Calls the token endpoint.
	 *
	 * @param parameters of the grant; application key, secret and redirect URI are added here
	 * @returns the tokens, or the service's error body with its status
	 * @throws ProblemError as `call`
	 */
	token(
		parameters: Record<string, string>,
	): Promise<{ tokens: TokenResponse } | { status: number; error: ErrorBody }>;
	/** Whether calls are held back because the service has not been reachable of late. */
	isPaused(): boolean;
	close(): Promise<void>;
}

/** Milliseconds; a token call must end well before the lock of a refresh does. */
const timeouts = { connect: 5_000, headers: 10_000, body: 10_000 };
/** A whole call, however slowly its answer trickles: two token calls fit into the life of a refresh's lock (30 s). */
const deadline = 12_000;
const maxBodyBytes = 8 * 1024 * 1024;
/** Calls under way at once, and waiting for their turn: what comes on top is refused rather than piled up. */
const concurrency = { running: 64, waiting: 512 };
/** After so many calls in a row that did not reach the service it is left alone for a while (milliseconds). */
const breaker = { failures: 10, pause: 3_000 };
/** Reads that did not reach the service are repeated after waits with jitter (milliseconds). */
const retries = { attempts: 2, firstWait: 60, longestWait: 500 };

const didNotReach = (error: unknown) =>
	error instanceof ProblemError && error.problem.reason === 'service_unreachable';
const failedToAnswer = (error: unknown) =>
	didNotReach(error) || (error instanceof ProblemError && error.problem.reason === 'service_timeout');

/** Names of headers in `fetch`'s and undici's lower case, with the specification's spelling. */
const limitHeaderNames = Object.values(rateLimitHeaders).map((name) => [name.toLowerCase(), name] as const);

export function connectService(settings: BffSettings, metrics: Metrics, budget: Budget): Service {
	const agent = new Agent({
		connect: { timeout: timeouts.connect },
		headersTimeout: timeouts.headers,
		bodyTimeout: timeouts.body,
		maxResponseSize: maxBodyBytes,
		connections: concurrency.running,
	});
	const pressure = bulkhead(concurrency.running, concurrency.waiting);
	const circuit = circuitBreaker(handleWhen(failedToAnswer), {
		halfOpenAfter: breaker.pause,
		breaker: new ConsecutiveBreaker(breaker.failures),
	});
	const repeat = retry(handleWhen(didNotReach), {
		maxAttempts: retries.attempts,
		backoff: new ExponentialBackoff({ initialDelay: retries.firstWait, maxDelay: retries.longestWait }),
	});
	const policies = { read: wrap(pressure, repeat, circuit), write: wrap(pressure, circuit) };

	const send = async (
		url: string,
		method: 'GET' | 'POST' | 'DELETE',
		headers: Record<string, string>,
		body?: string,
	) => {
		try {
			const response = await request(url, {
				dispatcher: agent,
				method,
				headers,
				body: body ?? null,
				signal: AbortSignal.timeout(deadline),
			});
			return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
		} catch (error) {
			const { code = '', name } = error as { code?: string; name?: string };
			if (name === 'TimeoutError' || /TIMEOUT/.test(code))
				throw new ProblemError('service_timeout', 'The service did not answer in time.', undefined, error);
			throw new ProblemError('service_unreachable', 'The service cannot be reached.', undefined, error);
		}
	};

	const parse = (text: string): unknown => {
		if (text.trim() === '') return undefined;
		try {
			return JSON.parse(text);
		} catch (error) {
			throw new ProblemError(
				'service_invalid_answer',
				'The service answered with something that is not JSON.',
				undefined,
				error,
			);
		}
	};

	const callOnce = async (
		method: 'GET' | 'POST' | 'DELETE',
		path: string,
		accessToken: string | undefined,
	): Promise<ServiceAnswer> => {
		const headers: Record<string, string> = { accept: 'application/json' };
		if (accessToken !== undefined) headers.authorization = `Bearer ${accessToken}`;
		const answer = await send(`${settings.eventsBaseUrl}${path}`, method, headers);
		if (answer.status >= 300 && answer.status < 400) {
			throw new ProblemError('service_invalid_answer', 'The service answered with a redirect.');
		}
		if (answer.status >= 502 && answer.status <= 504) {
			throw new ProblemError('service_unreachable', `The service is not there (status ${answer.status}).`);
		}
		// A 202 may have any body (gap register): what is not JSON there is as good as none.
		const body = answer.status === 202 ? {} : parse(answer.text);
		const succeeded = answer.status >= 200 && answer.status < 300;
		const error = succeeded ? undefined : errorBodySchema.safeParse(body).data;
		if (!succeeded && error === undefined && answer.status >= 500) {
			throw new ProblemError('service_invalid_answer', `The service answered with status ${answer.status}.`);
		}
		const retryAfter = answer.headers['retry-after'];
		return {
			status: answer.status,
			body,
			error,
			limitHeaders: Object.fromEntries(
				limitHeaderNames.flatMap(([lower, name]) => {
					const value = answer.headers[lower];
					return typeof value === 'string' ? [[name, value]] : [];
				}),
			),
			retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
		};
	};

	/** Runs a call under a policy, in the words of this project when the policy itself refuses. */
	const guarded = async <Result>(
		policy: (typeof policies)[keyof typeof policies],
		work: () => Promise<Result>,
	) => {
		try {
			return await policy.execute(work);
		} catch (error) {
			if (error instanceof BrokenCircuitError)
				throw new ProblemError('service_unreachable', 'The service cannot be reached at the moment.');
			if (error instanceof BulkheadRejectedError)
				throw new ProblemError('overloaded', 'Too many people want something at once.');
			throw error;
		}
	};

	/** Counts and times a call of the service. */
	const measured = async <Result>(
		operation: string,
		work: () => Promise<Result>,
		outcomeOf: (result: Result) => string,
	) => {
		budget.spend();
		const startedAt = performance.now();
		let outcome = 'internal';
		try {
			const result = await work();
			outcome = outcomeOf(result);
			return result;
		} catch (error) {
			if (error instanceof ProblemError) outcome = error.problem.reason;
			throw error;
		} finally {
			metrics.serviceCall(operation, outcome, (performance.now() - startedAt) / 1000);
		}
	};

	const tokenOnce: Service['token'] = async (grant) => {
		const parameters = new URLSearchParams({
			client_id: settings.clientId,
			client_secret: settings.clientSecret,
			redirect_uri: `${settings.publicUrl}/callback`,
			...grant,
		}).toString();
		const url = `${settings.eventsAuthUrl}${authorizationPaths.token}`;
		const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
		const answer =
			settings.tokenParams === 'query'
				? await send(`${url}?${parameters}`, 'POST', { accept: 'application/json' })
				: await send(url, 'POST', headers, parameters);
		const body = parse(answer.text);
		const tokens = tokenResponseSchema.safeParse(body);
		if (answer.status === 200 && tokens.success) return { tokens: tokens.data };
		const error = errorBodySchema.safeParse(body);
		if (error.success && answer.status < 500)
			return { status: answer.status === 200 ? 400 : answer.status, error: error.data };
		throw new ProblemError(
			'service_invalid_answer',
			`The token endpoint gave an answer that cannot be read (status ${answer.status}).`,
		);
	};

	return {
		call: (method, path, accessToken) =>
			guarded(method === 'GET' ? policies.read : policies.write, () =>
				measured(
					operationNameOf(method, path),
					() => callOnce(method, path, accessToken),
					({ status, error }) => (error === undefined ? String(status) : `${status} ${error.code}`),
				),
			),
		token: (grant) =>
			measured(
				`token ${grant.grant_type}`,
				() => tokenOnce(grant),
				(result) => ('tokens' in result ? '200' : `${result.status} ${result.error.code}`),
			),
		isPaused: () => circuit.state === CircuitState.Open,
		close: () => agent.close(),
	};
}

/** The limits that an answer's headers tell, or null when it has none. @param now milliseconds since 1970 */
export function readRateLimit(limitHeaders: Record<string, string>, now: number): RateLimit | null {
	if (Object.keys(limitHeaders).length === 0) return null;
	const number = (name: string) => {
		const value = limitHeaders[name];
		return value !== undefined && /^\d+$/.test(value) ? Number(value) : null;
	};
	return {
		user_limit: number(rateLimitHeaders.userLimit),
		user_remaining: number(rateLimitHeaders.userRemaining),
		ip_limit: number(rateLimitHeaders.ipLimit),
		ip_remaining: number(rateLimitHeaders.ipRemaining),
		seen_at: new Date(now).toISOString(),
	};
}
