/** Caches rendered pages, feeds and calendars: rendering takes a hundred times as long as sending. */
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { joinLoad } from '../fairness/join-load.ts';
import type { WorkQueue } from '../fairness/work-queue.ts';
import { compressKept } from '../http/compression.ts';
import { etagOf, sendNotModified } from '../http/etag.ts';
import type { SharedCache, Tracked } from './shared-cache.ts';

/** How long a document is cached. `failure`: a document with a 5xx status, because the next request may succeed. */
const ttlsMs = { usual: 30_000, failure: 1_000 };
/** Characters of Accept-Encoding to read: parsing 15,000 takes 10 ms. */
const maxAccepted = 200;
const maxBytes = 16 * 1024 * 1024;
/** Larger documents are not cached, because a few would evict everything else. */
const maxEntryBytes = 640 * 1024;
const entryOverhead = 1_024;

const decompress = promisify(brotliDecompress);

interface MadeDocument {
	document: string;
	status?: number;
	/** Content-Security-Policy of a page. */
	policy?: string;
}

export interface DocumentSource<Content> {
	/** How long to cache the document; 30 seconds by default. */
	ttlMs?: number;
	read: () => Promise<Content>;
	write: (content: Content) => MadeDocument | Promise<MadeDocument>;
}

export interface CachedDocument
	extends Required<Omit<MadeDocument, 'document'>>,
		Pick<Tracked<unknown>, 'isCurrent'> {
	etag: string;
	/** Compressed with Brotli. */
	bytes: Buffer;
	/** Bytes of memory. */
	size: number;
}

/** Sends a document, or 304 if the client has a current copy. Set the status and other headers before calling. */
export async function sendCached(
	request: FastifyRequest,
	reply: FastifyReply,
	{ etag, bytes }: CachedDocument,
): Promise<FastifyReply> {
	if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding');
	const current = sendNotModified(request, reply, etag);
	if (current !== null) return current;
	// Send it uncompressed: `@fastify/compress` chooses an encoding that the client accepts.
	if (!acceptsBrotli(request)) return reply.send(await decompress(bytes));
	return reply.header('content-encoding', 'br').send(bytes);
}

function acceptsBrotli({ headers }: FastifyRequest): boolean {
	const acceptEncoding = headers['accept-encoding']?.slice(0, maxAccepted);
	return new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings().includes('br');
}

export function createDocumentCache(
	{ track }: Pick<SharedCache, 'track'>,
	clock: () => number,
	runInTurn: WorkQueue,
	maxSize = maxBytes,
) {
	const documents = new LRUCache<
		string,
		CachedDocument,
		{ load: () => Promise<CachedDocument>; ttlMs: number }
	>({
		maxSize,
		maxEntrySize: maxEntryBytes,
		sizeCalculation: ({ size }, key) => size + 2 * key.length,
		ttlResolution: 0,
		perf: { now: clock },
		ignoreFetchAbort: true,
		async fetchMethod(_key, _stale, { context: { load, ttlMs }, options }) {
			const cached = await load();
			options.ttl = cached.status >= 500 ? ttlsMs.failure : ttlMs;
			return cached;
		},
	});
	return {
		/**
		 * Returns the cached document if it is younger than `ttlMs` and its entries are unchanged; else makes a new one.
		 * @param key everything that the document depends on, such as URL, language and theme
		 * @param source `read` and `write` run once for concurrent requests, `write` in the work queue
		 * @throws ProblemError overloaded if too many tasks wait in the work queue; whatever `read` throws
		 */
		async get<Content>(
			key: readonly unknown[],
			{ ttlMs = ttlsMs.usual, read, write }: DocumentSource<Content>,
		): Promise<CachedDocument> {
			const name = JSON.stringify(key);
			const load = async (): Promise<CachedDocument> => {
				const { value, isCurrent, bytes: trackedBytes } = await track(read);
				const { document, status = 200, policy = '' } = await runInTurn(async () => write(value));
				const bytes = await compressKept(document);
				const size = bytes.byteLength + 2 * policy.length + trackedBytes + entryOverhead;
				return { status, policy, isCurrent, etag: etagOf(document), bytes, size };
			};
			const find = () =>
				joinLoad(load, (own) => documents.forceFetch(name, { context: { load: own, ttlMs } }));
			let found = await find();
			if (!found.isCurrent()) {
				if (documents.peek(name) === found) documents.delete(name);
				found = await find();
			}
			return found;
		},
	};
}
