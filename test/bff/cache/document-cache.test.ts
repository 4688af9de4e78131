import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import compress from '@fastify/compress';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDocumentCache, sendCached } from '../../../src/bff/cache/document-cache.ts';
import { SharedCache } from '../../../src/bff/cache/shared-cache.ts';
import { createWorkQueue } from '../../../src/bff/fairness/work-queue.ts';
import { compression } from '../../../src/bff/http/compression.ts';

const ttlMs = 60_000;

/** A server of one cached document per path, and a count of the renderings of all documents. */
async function start({ status = 200 } = {}) {
	let now = Date.parse('2026-11-21T12:00:00Z');
	let written = 0;
	const clock = () => now;
	const cache = new SharedCache({ clock });
	const documents = createDocumentCache(cache, clock, createWorkQueue());
	const app = fastify();
	await app.register(compress, compression);
	onTestFinished(() => app.close());
	app.get('/*', async (request, reply) => {
		const write = async () => {
			written += 1;
			return { document: `document ${written} `.repeat(500), status };
		};
		const load = async () => 'an event';
		const read = () => cache.read(request.url, { ttlMs: 10 * ttlMs, load });
		const cached = await documents.get([request.url], { ttlMs, read, write });
		return sendCached(request, reply.code(cached.status).type('text/html'), cached);
	});
	const read = (url = '/a', headers = {}) => app.inject({ url, headers });
	const change = (url: string) =>
		cache.update<object>(url, (before) => before && { ...before, value: { changed: written } });
	return { change, read, written: () => written, pass: (ms: number) => (now += ms) };
}

describe('a cached document', () => {
	it.each([
		[200, ttlMs],
		[500, 1_000],
	])(
		'with status %i is written once for simultaneous requests, and again after %i ms',
		async (status, ms) => {
			const { read, written, pass } = await start({ status });
			const [first, second] = await Promise.all([read(), read()]);
			expect([first.statusCode, first.body]).toEqual([status, second.body]);
			pass(ms);
			await read();
			expect(written()).toBe(1);
			pass(1);
			await read();
			expect(written()).toBe(2);
		},
	);

	it.each([
		['gzip, br', 'br', brotliDecompressSync],
		['gzip, br;q=0', 'gzip', gunzipSync],
		['deflate', undefined, Buffer.from],
		['', undefined, Buffer.from],
	])(
		'is sent to clients that accept %j in the encoding %s, and by shared caches to no others',
		async (accepted, encoding, decode) => {
			const { read } = await start();
			const { headers, rawPayload } = await read('/a', { 'accept-encoding': accepted });
			expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding']);
			expect(decode(rawPayload).toString()).toBe('document 1 '.repeat(500));
		},
	);

	it('is written again once something that it shows has changed, and not otherwise', async () => {
		const { change, read, written } = await start();
		await Promise.all([read('/a'), read('/b')]);
		await change('/b');
		await Promise.all([read('/a'), read('/b')]);
		expect(written()).toBe(3);
	});
});
