/** Sends HTTP requests to the service. Limits their time, size and number. */
import { promisify } from 'node:util';
import { unzip, type ZlibOptions } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { createBoundedAgent } from '../http/bounded-agent.ts';
import { ProblemError } from '../problems/problem.ts';

export type Transport = ReturnType<typeof createTransport>;

export interface RequestInit {
	method: Dispatcher.HttpMethod;
	headers: Record<string, string>;
	body?: string;
}

/** `deadline` limits the whole call, even if the response arrives steadily. */
const defaultTimeoutsMs = { connect: 5_000, headers: 10_000, body: 10_000, deadline: 12_000 };
const maxBodyBytes = 4 * 1024 * 1024;
/** Levels of nesting (responses have four), and number of values. */
const maxJson = { depth: 64, values: 150_000 };

/** Removes a byte order mark, which JSON forbids. */
const decoder = new TextDecoder();

/** Error codes of undici and its HTTP parser if a response is too large. */
const tooLarge: ReadonlySet<string> = new Set([
	'UND_ERR_RES_EXCEEDED_MAX_SIZE',
	'UND_ERR_HEADERS_OVERFLOW',
	'HPE_HEADER_OVERFLOW',
]);
/** Error codes of the HTTP parser if the connection broke: the service is unreachable, its response not invalid. */
const brokenOff: ReadonlySet<string> = new Set(['HPE_INVALID_EOF_STATE', 'HPE_CLOSED_CONNECTION']);

const tooLargeProblem = (cause: unknown) =>
	new ProblemError('service_response_too_large', 'The service sent a response that is too large.', { cause });

function toProblem(cause: unknown): ProblemError {
	const { code = '', name } = cause as { code?: string; name?: string };
	if (name === 'TimeoutError' || /TIMEOUT/.test(code))
		return new ProblemError('service_timeout', 'The service did not respond in time.', { cause });
	if (tooLarge.has(code)) return tooLargeProblem(cause);
	// Omit the cause: the parser's error may quote the response.
	if (code.startsWith('HPE_') && !brokenOff.has(code))
		return new ProblemError('service_invalid_response', 'The service sent a response that is not HTTP.');
	return new ProblemError('service_unreachable', 'The service cannot be reached.', { cause });
}

const decompress = promisify<Buffer, ZlibOptions, Buffer>(unzip);

/** Encodings (RFC 9110 §8.4.1) that a service may use although the request doesn't ask for any. */
const encodings: readonly string[] = ['gzip', 'x-gzip', 'deflate'];

async function decodeBody(body: Buffer, encoding: string): Promise<Buffer> {
	// Ignore unknown encodings, such as `UTF-8`, as browsers do.
	if (!encodings.includes(encoding)) return body;
	try {
		return await decompress(body, { maxOutputLength: maxBodyBytes });
	} catch (error) {
		if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLargeProblem(error);
	}
	throw new ProblemError('service_invalid_response', 'The service sent a body that cannot be decoded.');
}

export function createTransport(connections: number, timeoutsMs = defaultTimeoutsMs) {
	const options = {
		connect: { timeout: timeoutsMs.connect },
		headersTimeout: timeoutsMs.headers,
		bodyTimeout: timeoutsMs.body,
		maxResponseSize: maxBodyBytes,
		connections,
	};
	const readAgent = createBoundedAgent(options);
	// No keep-alive: if the service closed an idle connection while a write was sent, its outcome would be unknown.
	const writeAgent = createBoundedAgent({ ...options, pipelining: 0 });
	return {
		/** Doesn't follow redirects: the token could be sent to another server. */
		async send(url: string, init: RequestInit) {
			const headers = { 'accept-encoding': 'identity', ...init.headers };
			const { origin, pathname, search } = new URL(url);
			const agent = init.method === 'GET' ? readAgent : writeAgent;
			const request = async () => {
				const response = await agent.request({
					...init,
					origin,
					path: `${pathname}${search}`,
					headers,
					signal: AbortSignal.timeout(timeoutsMs.deadline),
				});
				return { ...response, sent: Buffer.from(await response.body.arrayBuffer()) };
			};
			const received = await request().catch((error: unknown) => {
				throw toProblem(error);
			});
			const header = (name: string) => {
				const value = received.headers[name.toLowerCase()];
				return typeof value === 'object' ? value[0] : value;
			};
			const encoding = header('content-encoding')?.trim().toLowerCase() || 'identity';
			const isEncoded = encoding !== 'identity' && received.sent.length > 0;
			const body = isEncoded ? await decodeBody(received.sent, encoding) : received.sent;
			// An undefined status is treated as a server error (RFC 9110 §15).
			const status = received.statusCode > 599 ? 500 : received.statusCode;
			return { status, header, body };
		},
		close: async () => {
			await Promise.all([readAgent.close(), writeAgent.close()]);
		},
	};
}

/** Position of the quotation mark that ends the JSON string which begins at `start`. */
function endOfText(text: string, start: number): number {
	let end = start;
	let escapes = 0;
	do {
		end = text.indexOf('"', end + 1);
		if (end === -1) return text.length;
		escapes = 0;
		while (text[end - escapes - 1] === '\\') escapes++;
	} while (escapes % 2 === 1);
	return end;
}

/**
 * Rejects deep nesting, because the code that reads the values is recursive; and too many values: for four megabytes of
 * empty objects, `JSON.parse` takes half a second.
 * @throws ProblemError
 */
function checkShape(text: string): void {
	let [depth, values] = [0, 0];
	for (let at = 0; at < text.length; at++) {
		switch (text[at]) {
			case '"':
				at = endOfText(text, at);
				break;
			case '{':
			case '[':
				if (++depth > maxJson.depth)
					throw new ProblemError(
						'service_invalid_response',
						'The service sent JSON that is nested too deeply.',
					);
				values++;
				break;
			case '}':
			case ']':
				depth--;
				break;
			case ',':
				values++;
		}
		if (values > maxJson.values) throw tooLargeProblem(undefined);
	}
}

/** Matches an integer that JavaScript may round. Also matches some texts, which is harmless. */
const longInteger = /[:,[]\s*-?\d{16}/;

/**
 * Returns the text of an integer that JavaScript would round, because it may be an identifier.
 * @param context optional only because TypeScript doesn't know it yet
 */
const withDigits = (_name: string, value: unknown, context?: { source: string }): unknown =>
	Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source : value;

/** @returns undefined for an empty body, and unless `mustBeJson`, for other text, such as an HTML error page */
export function parseJson(body: Buffer, mustBeJson = true): unknown {
	const text = decoder.decode(body);
	if (text.trim() === '') return undefined;
	try {
		checkShape(text);
		// With a function, parsing takes ten times as long.
		return longInteger.test(text) ? JSON.parse(text, withDigits) : JSON.parse(text);
	} catch (error) {
		if (!mustBeJson) return undefined;
		if (!(error instanceof SyntaxError)) throw error;
		// Omit the cause: its message, which would be logged, quotes the body, and a body may contain a token.
		throw new ProblemError('service_invalid_response', 'The service sent a response that is not JSON.');
	}
}

/** Parsing a longer body takes so long that it must run in the work queue. */
export const maxShortBytes = 64 * 1024;

/** Parses the body of an error or of a token response. Ignores longer ones: these are short. */
export const parseShortJson = (body: Buffer, mustBeJson: boolean): unknown =>
	body.byteLength > maxShortBytes ? undefined : parseJson(body, mustBeJson);
