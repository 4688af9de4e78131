/** HTTP requests to the service, limited in time, size and number. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { ProblemError } from '../problems/problem.ts';

export type Transport = ReturnType<typeof createTransport>;

export interface RequestInit {
	method: Dispatcher.HttpMethod;
	headers: Record<string, string>;
	body?: string;
}

/** The deadline covers the whole call, however slowly a response arrives. */
const defaultTimeoutsMs = { connect: 5_000, headers: 10_000, body: 10_000, deadline: 12_000 };
const maxBodyBytes = 4 * 1024 * 1024;
/** Levels of nesting. Responses have four. */
const maxDepth = 64;
/** Fields of an object, and of a whole response. An event has 30, of a hundred bytes each. */
const maxFields = { object: 256, all: 150_000 };

/** Removes a byte order mark, which JSON forbids. */
const decoder = new TextDecoder();

/** Error codes of undici and its HTTP parser for responses that are too large. */
const tooLarge: ReadonlySet<string> = new Set([
	'UND_ERR_RES_EXCEEDED_MAX_SIZE',
	'UND_ERR_HEADERS_OVERFLOW',
	'HPE_HEADER_OVERFLOW',
]);
/** A broken connection means that the service is unreachable, not that its response is invalid. */
const brokenOff: ReadonlySet<string> = new Set(['HPE_INVALID_EOF_STATE', 'HPE_CLOSED_CONNECTION']);

const tooLargeProblem = (cause: unknown) =>
	new ProblemError('service_response_too_large', 'The service sent a response that is too large.', { cause });

function toProblem(cause: unknown): ProblemError {
	const { code = '', name } = cause as { code?: string; name?: string };
	if (name === 'TimeoutError' || /TIMEOUT/.test(code))
		return new ProblemError('service_timeout', 'The service did not respond in time.', { cause });
	if (tooLarge.has(code)) return tooLargeProblem(cause);
	// Without a cause: a parser's error may quote the response.
	if (code.startsWith('HPE_') && !brokenOff.has(code))
		return new ProblemError('service_invalid_response', 'The service sent a response that is not HTTP.');
	return new ProblemError('service_unreachable', 'The service cannot be reached.', { cause });
}

/** Encodings (RFC 9110 §8.4.1) that a service may use without being asked. */
const decoders: Readonly<Record<string, (body: Buffer, options: ZlibOptions) => Promise<Buffer>>> = {
	gzip: promisify<Buffer, ZlibOptions, Buffer>(gunzip),
	'x-gzip': promisify<Buffer, ZlibOptions, Buffer>(gunzip),
	deflate: promisify<Buffer, ZlibOptions, Buffer>(inflate),
	br: promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress),
};

async function decodeBody(body: Buffer, encoding: string): Promise<Buffer> {
	const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
	try {
		if (decode !== undefined) return await decode(body, { maxOutputLength: maxBodyBytes });
	} catch (error) {
		if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLargeProblem(error);
	}
	throw new ProblemError('service_invalid_response', 'The service sent a body that cannot be decoded.');
}

export function createTransport(connections: number, timeoutsMs = defaultTimeoutsMs) {
	const agent = new Agent({
		connect: { timeout: timeoutsMs.connect },
		headersTimeout: timeoutsMs.headers,
		bodyTimeout: timeoutsMs.body,
		maxResponseSize: maxBodyBytes,
		connections,
	});
	return {
		/**
		 * Doesn't follow redirects, which could take a token elsewhere.
		 * @throws ProblemError service_unreachable, service_timeout, service_response_too_large,
		 * service_invalid_response
		 */
		async send(url: string, init: RequestInit) {
			const headers = { 'accept-encoding': 'identity', ...init.headers };
			const { origin, pathname, search } = new URL(url);
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
			/** @param name in any case */
			const header = (name: string) => {
				const value = received.headers[name.toLowerCase()];
				return typeof value === 'object' ? value[0] : value;
			};
			const encoding = header('content-encoding')?.trim().toLowerCase() || 'identity';
			const isEncoded = encoding !== 'identity' && received.sent.length > 0;
			const body = isEncoded ? await decodeBody(received.sent, encoding) : received.sent;
			// RFC 9110 §15: treat an undefined status as a server error.
			const status = received.statusCode > 599 ? 500 : received.statusCode;
			return { status, header, body };
		},
		close: () => agent.close(),
	};
}

/**
 * Rejects deep nesting, because `JSON.parse` and the code that reads its result are recursive; and many fields, because
 * an object with a hundred thousand takes a second.
 * @throws ProblemError
 */
function checkShape(text: string): void {
	const fields: number[] = [];
	let all = 0;
	let isInText = false;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (isInText) {
			if (code === 0x5c /* \\ */) at++;
			else if (code === 0x22 /* " */) isInText = false;
		} else if (code === 0x22) isInText = true;
		else if (code === 0x7b /* { */ || code === 0x5b /* [ */) {
			if (fields.push(0) > maxDepth)
				throw new ProblemError(
					'service_invalid_response',
					'The service sent JSON that is nested too deeply.',
				);
		} else if (code === 0x7d /* } */ || code === 0x5d /* ] */) fields.pop();
		else if (code === 0x3a /* : */) {
			const ofObject = (fields.pop() ?? 0) + 1;
			fields.push(ofObject);
			all += 1;
			if (ofObject > maxFields.object || all > maxFields.all) throw tooLargeProblem(undefined);
		}
	}
}

/**
 * Parses a body.
 * @returns undefined for an empty body, and for other text where JSON is optional, such as an HTML error page
 * @throws ProblemError service_invalid_response, service_response_too_large
 */
export function parseJson(body: Buffer, mustBeJson = true): unknown {
	const text = decoder.decode(body);
	if (text.trim() === '') return undefined;
	checkShape(text);
	try {
		return JSON.parse(text);
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		if (!mustBeJson) return undefined;
		// Without a cause: its message quotes the body, which may contain a token, and would be logged.
		throw new ProblemError('service_invalid_response', 'The service sent a response that is not JSON.');
	}
}
