/** Sends requests by undici: shows header names as the service spells them, which `fetch` does not. */
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { request } from 'undici';
import type { Transport } from './call.ts';

/** Encodings (RFC 9110 §8.4.1) that a service may use although none is asked for. */
const decoders = new Map([
	['gzip', createGunzip],
	['x-gzip', createGunzip],
	['deflate', createInflate],
	['br', createBrotliDecompress],
]);

/** Bytes of a response; a page of 100 events has less than one million. */
const maxBytes = 16_000_000;

/** Reads a body. @throws Error when it is larger than any response of the specification */
async function readBody(chunks: AsyncIterable<Uint8Array>): Promise<string> {
	const decoder = new TextDecoder();
	const parts: string[] = [];
	let bytes = 0;
	for await (const chunk of chunks) {
		bytes += chunk.length;
		if (bytes > maxBytes) throw new Error(`the body is larger than ${maxBytes / 1_000_000} MB`);
		parts.push(decoder.decode(chunk, { stream: true }));
	}
	return parts.join('') + decoder.decode();
}

export const rawTransport: Transport = async ({ method, url, headers, body, signal }) => {
	const response = await request(url, {
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
	// With `raw` this is a flat list of names and values, although it is typed as a record.
	const flat = [...(response.headers as unknown as Iterable<string | Buffer>)].map(String);
	const received = flat.flatMap((name, index) =>
		index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : [],
	);
	const encoding = received.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
	const decoder = decoders.get(encoding?.trim().toLowerCase() ?? '')?.();
	// What fails is thrown where the body is read.
	const decoded = decoder === undefined ? response.body : pipeline(response.body, decoder, () => undefined);
	return { status: response.statusCode, headers: received, text: await readBody(decoded) };
};
