/** Caches rendered pages, feeds and calendars: rendering takes a hundred times as long as sending. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { joinLoad, type SharedWork, shareWork } from '../fairness/join-load.ts';
import type { WorkQueue } from '../fairness/work-queue.ts';
import { compressKept } from '../http/compression.ts';
import { etagOf, sendNotModified } from '../http/etag.ts';
import type { SharedCache, Tracked } from './shared-cache.ts';

/** How long a document is cached. `failure`: if its status is 5xx, because the next request may succeed. */
const ttlsMs = { usual: 30_000, failure: 1_000 };
/** Characters of Accept-Encoding to read: parsing 15,000 takes 10 ms. */
const maxAccepted = 200;
const maxBytes = 16 * 1024 * 1024;
/** Larger documents are not cached, because a few would evict everything else. */
const maxEntryBytes = 640 * 1024;
const entryOverhead = 1_024;

/** Preferred encodings first. */
const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

const encoders: Record<Exclude<Encoding, 'identity'>, (body: string) => Promise<Buffer>> = {
	br: compressKept,
	gzip: (body) => promisify(gzip)(body),
};

/** Decompresses a document. The cache has only compressed ones, because a page of 10,000 cities would be too large. */
const uncompressed = async (document: CachedDocument): Promise<CachedDocument> => ({
	...document,
	encoding: 'identity',
	bytes: await promisify(gunzip)(document.bytes),
});

interface MadeDocument {
	document: string;
	status?: number;
	/** Content-Security-Policy of a page. */
	policy?: string;
}

export interface DocumentSource<Content> {
	request: FastifyRequest;
	/** How long to cache the document; 30 seconds by default. */
	ttlMs?: number;
	read: () => Promise<Content>;
	write: (content: Content) => MadeDocument | Promise<MadeDocument>;
}

export interface CachedDocument
	extends Required<Omit<MadeDocument, 'document'>>,
		Pick<Tracked<unknown>, 'isCurrent'> {
	etag: string;
	encoding: Encoding;
	bytes: Buffer;
	/** Bytes of memory. */
	size: number;
}

/** Sends the document, or 304 if the client has it. Set the status and other headers before. */
export function sendCached(
	request: FastifyRequest,
	reply: FastifyReply,
	{ etag, encoding, bytes }: CachedDocument,
): FastifyReply {
	if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding');
	const current = sendNotModified(request, reply, etag);
	if (current !== null) return current;
	if (encoding !== 'identity') reply.header('content-encoding', encoding);
	return reply.send(bytes);
}

function encodingFor({ headers }: FastifyRequest): Encoding {
	const acceptEncoding = headers['accept-encoding']?.slice(0, maxAccepted);
	const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
	const accepted = negotiator.encodings(encodings);
	return encodings.find((each) => accepted.includes(each)) ?? 'identity';
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
	/** The writing of each document that is being made, once its content is read. */
	const writings = new Map<string, Promise<SharedWork<MadeDocument>>>();
	return {
		/**
		 * Returns a document made at most `ttlMs` ago, unless an entry that it shows has changed. Otherwise, makes it.
		 * @param key everything that the document depends on, such as URL, language and theme
		 * @param source `read` and `write` run once for concurrent requests, `write` in the work queue
		 * @throws ProblemError overloaded if too many tasks wait in the work queue; whatever `read` throws
		 */
		async get<Content>(
			key: readonly unknown[],
			{ request, ttlMs = ttlsMs.usual, read, write }: DocumentSource<Content>,
		): Promise<CachedDocument> {
			const accepted = encodingFor(request);
			const encoding = accepted === 'identity' ? 'gzip' : accepted;
			const name = JSON.stringify([encoding, ...key]);
			const load = async (): Promise<CachedDocument> => {
				const reading = track(read);
				const writing = reading.then(({ value }) => shareWork(async () => write(value)));
				writings.set(name, writing);
				try {
					const { document, status = 200, policy = '' } = await (await writing)(runInTurn);
					const { isCurrent, bytes: trackedBytes } = await reading;
					const bytes = await encoders[encoding](document);
					const size = bytes.byteLength + 2 * policy.length + trackedBytes + entryOverhead;
					return { status, policy, isCurrent, etag: etagOf(document), encoding, bytes, size };
				} finally {
					if (writings.get(name) === writing) writings.delete(name);
				}
			};
			const find = () => {
				// Another visitor may have begun to make it. If this visitor's turn comes first, it is written then.
				void writings
					.get(name)
					?.then((write) => write(runInTurn))
					.catch(() => undefined);
				return joinLoad(load, (own) => documents.forceFetch(name, { context: { load: own, ttlMs } }));
			};
			let found = await find();
			if (!found.isCurrent()) {
				if (documents.peek(name) === found) documents.delete(name);
				found = await find();
			}
			return accepted === 'identity' ? uncompressed(found) : found;
		},
	};
}
