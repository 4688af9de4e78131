/** The one place that calls the service: the data API and the token endpoint (Spec §4). */
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
import { ProblemError } from './problem.ts';
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
	 * @throws ProblemError service_unreachable, service_timeout, service_invalid_answer
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
	close(): Promise<void>;
}

/** Milliseconds; a token call must end well before the lock of a refresh does. */
const timeouts = { connect: 5_000, headers: 10_000, body: 10_000 };
/** A whole call, however slowly its answer trickles: two token calls fit into the life of a refresh's lock (30 s). */
const deadline = 12_000;
const maxBodyBytes = 8 * 1024 * 1024;

/** Names of headers in `fetch`'s and undici's lower case, with the specification's spelling. */
const limitHeaderNames = Object.values(rateLimitHeaders).map((name) => [name.toLowerCase(), name] as const);

export function connectService(settings: BffSettings): Service {
	const agent = new Agent({
		connect: { timeout: timeouts.connect },
		headersTimeout: timeouts.headers,
		bodyTimeout: timeouts.body,
		maxResponseSize: maxBodyBytes,
		connections: 64,
	});

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

	return {
		async call(method, path, accessToken) {
			const headers: Record<string, string> = { accept: 'application/json' };
			if (accessToken !== undefined) headers.authorization = `Bearer ${accessToken}`;
			const answer = await send(`${settings.eventsBaseUrl}${path}`, method, headers);
			if (answer.status >= 300 && answer.status < 400) {
				throw new ProblemError('service_invalid_answer', 'The service answered with a redirect.');
			}
			// A 202 may have any body (gap register): what is not JSON there is as good as none.
			const body = answer.status === 202 ? {} : parse(answer.text);
			const error = errorBodySchema.safeParse(body);
			const succeeded = answer.status >= 200 && answer.status < 300;
			if (!succeeded && !error.success && answer.status >= 500) {
				throw new ProblemError(
					'service_invalid_answer',
					`The service answered with status ${answer.status}.`,
				);
			}
			const retryAfter = answer.headers['retry-after'];
			return {
				status: answer.status,
				body,
				error: succeeded || !error.success ? undefined : error.data,
				limitHeaders: Object.fromEntries(
					limitHeaderNames.flatMap(([lower, name]) => {
						const value = answer.headers[lower];
						return typeof value === 'string' ? [[name, value]] : [];
					}),
				),
				retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
			};
		},
		async token(grant) {
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
		},
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
