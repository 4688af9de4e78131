/** Sends requests with undici, which keeps the spelling of header names, unlike `fetch`. */
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { Agent, request } from 'undici';
import type { Transport } from './call.ts';

/** Encodings (RFC 9110 §8.4.1) that a service may use without being asked. */
const decoders = [
	[/^(x-gzip|gzip|deflate)$/i, promisify(unzip)],
	[/^br$/i, promisify(brotliDecompress)],
] as const;

/** Maximum bytes of a response; a page of 100 events has less than one million. */
const maxBytes = 16_000_000;

// Without keep-alive: a service may close a connection without announcing it, which would fail the next request.
const dispatcher = new Agent({ maxResponseSize: maxBytes, pipelining: 0 });

export const rawTransport: Transport = async ({ method, url, headers, body, signal }) => {
	const response = await request(url, {
		dispatcher,
		method: method as 'GET',
		headers: {
			'accept-encoding': 'identity',
			...headers,
			...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
		},
		body: body === undefined ? null : body.toString(),
		signal,
		responseHeaders: 'raw',
	});
	// With `raw`, this is a flat list of names and values, although it is typed as a record.
	const flat = [...(response.headers as unknown as Iterable<string | Buffer>)].map(String);
	const received = flat.flatMap((name, index) =>
		index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : [],
	);
	const encoding = received.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
	const [, decode] = decoders.find(([name]) => name.test(encoding?.trim() ?? '')) ?? [];
	const bytes = await response.body.bytes();
	const decoded = decode === undefined ? bytes : await decode(bytes, { maxOutputLength: maxBytes });
	// Keeps a byte order mark, which a check reports.
	const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(decoded);
	return { status: response.statusCode, headers: received, text };
};
