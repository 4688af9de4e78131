/** Caches the bytes of pages, feeds and calendars: rendering takes a hundred times as long as sending. */
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { brotliOptions } from '../http/compression.ts';
import { etagOf, sendNotModified } from '../http/etag.ts';
import { joinLoad } from '../upstream/join-load.ts';
import type { WorkQueue } from '../upstream/work-queue.ts';

/** A failed page may work on the next request. */
const failureTtlMs = 1_000;
/** The shortest lifetime: 0 means forever. */
const outdatedTtlMs = 1;
/** Characters of Accept-Encoding: parsing 15,000 takes 10 ms. */
const maxAccepted = 200;
const maxBytes = 20 * 1024 * 1024;
const entryOverhead = 1_024;

/** In order of preference. */
const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

const encoders: Record<Encoding, (body: string) => Promise<Buffer>> = {
	br: (body) => promisify(brotliCompress)(body, brotliOptions),
	gzip: (body) => promisify(gzip)(body),
	identity: async (body) => Buffer.from(body),
};

interface MadeDocument {
	document: string;
	status?: number;
	/** Content-Security-Policy of a page. */
	policy?: string;
	/** Paths of the calls whose data the page shows. */
	responses?: readonly string[];
}

interface DocumentSource<Content> {
	request: FastifyRequest;
	ttlMs: number;
	read: () => Promise<Content>;
	write: (content: Content) => MadeDocument | Promise<MadeDocument>;
}

interface CachedDocument extends Required<Omit<MadeDocument, 'document'>> {
	etag: string;
	encoding: Encoding;
	bytes: Buffer;
}

export type DocumentCache = ReturnType<typeof createDocumentCache>;

/** Sends the document, or 304. Set status and other headers first. */
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

export function createDocumentCache(clock: () => number, runInTurn: WorkQueue) {
	/** For each load in progress, the paths of calls whose data was deleted in the meantime. */
	const loads = new Set<Set<string>>();
	const documents = new LRUCache<
		string,
		CachedDocument,
		{ load: () => Promise<CachedDocument>; ttlMs: number }
	>({
		maxSize: maxBytes,
		sizeCalculation: ({ bytes, policy }, key) =>
			bytes.byteLength + 2 * (key.length + policy.length) + entryOverhead,
		ttlResolution: 0,
		perf: { now: clock },
		ignoreFetchAbort: true,
		async fetchMethod(_key, _stale, { context: { load, ttlMs }, options }) {
			const deleted = new Set<string>();
			loads.add(deleted);
			const cached = await load().finally(() => loads.delete(deleted));
			const isOutdated = cached.responses.some((path) => deleted.has(path));
			options.ttl = isOutdated ? outdatedTtlMs : cached.status >= 500 ? failureTtlMs : ttlMs;
			return cached;
		},
	});
	return {
		/**
		 * @param key everything that the document depends on, such as URL, language and theme
		 * @param source `read` and `write` run once for concurrent requests, `write` in the work queue
		 * @throws ProblemError overloaded if too many documents wait; whatever `read` throws
		 */
		get<Content>(
			key: readonly unknown[],
			{ request, ttlMs, read, write }: DocumentSource<Content>,
		): Promise<CachedDocument> {
			const acceptEncoding = request.headers['accept-encoding']?.slice(0, maxAccepted);
			const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
			const accepted = negotiator.encodings(encodings);
			const encoding = encodings.find((each) => accepted.includes(each)) ?? 'identity';
			const load = async (): Promise<CachedDocument> => {
				const content = await read();
				const made = await runInTurn(() => write(content));
				const { document, status = 200, policy = '', responses = [] } = made;
				const bytes = await encoders[encoding](document);
				return { status, policy, responses, etag: etagOf(document), encoding, bytes };
			};
			return joinLoad(load, (own) =>
				documents.forceFetch(JSON.stringify([encoding, ...key]), { context: { load: own, ttlMs } }),
			);
		},
		/** Deletes documents with data of these calls, so that a user's next page shows their change. */
		deleteWith(paths: readonly string[]): void {
			for (const deleted of loads) for (const path of paths) deleted.add(path);
			for (const [key, { responses }] of documents.entries())
				if (responses.some((each) => paths.includes(each))) documents.delete(key);
		},
	};
}
