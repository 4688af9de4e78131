/**
 * Caches final bytes of pages for half a minute: rendering and compressing takes a hundred times as long as sending.
 */
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { brotliOptions } from '../http/compression.ts';
import { etagOf } from '../http/etag.ts';
import { joinLoad } from '../upstream/visitor.ts';

const ttlMs = 30_000;
/** A failed page may work at the next request. */
const failureTtlMs = 1_000;
const maxBytes = 20 * 1024 * 1024;
const entryOverhead = 1_024;

/** Preferred first, among those that the client accepts. */
const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

const encoders: Record<Encoding, (body: string) => Promise<Buffer>> = {
	br: (body) => promisify(brotliCompress)(body, brotliOptions),
	gzip: (body) => promisify(gzip)(body),
	identity: async (body) => Buffer.from(body),
};

interface MadePage {
	status: number;
	document: string;
	/** Content-Security-Policy. */
	policy: string;
	/** Paths of the calls that the page shows. */
	responses: readonly string[];
}

interface CachedPage extends Pick<MadePage, 'status' | 'policy' | 'responses'> {
	etag: string;
	encoding: Encoding;
	bytes: Buffer;
}

export interface PageCache {
	/**
	 * @param key URL, language and theme
	 * @param acceptEncoding header of the request
	 * @param make runs once for concurrent requests
	 */
	get(key: string, acceptEncoding: string | undefined, make: () => Promise<MadePage>): Promise<CachedPage>;
	/** Deletes pages that show these calls, so that someone who changed an event sees it on the next page. */
	deleteWith(paths: readonly string[]): void;
}

/** @param clock milliseconds since 1970 */
export function createPageCache(clock: () => number): PageCache {
	const pages = new LRUCache<string, CachedPage, () => Promise<CachedPage>>({
		maxSize: maxBytes,
		sizeCalculation: ({ bytes, policy }, key) =>
			bytes.byteLength + 2 * (key.length + policy.length) + entryOverhead,
		ttl: ttlMs,
		ttlResolution: 0,
		perf: { now: clock },
		ignoreFetchAbort: true,
		async fetchMethod(_key, _stale, { context: load, options }) {
			const page = await load();
			if (page.status >= 500) options.ttl = failureTtlMs;
			return page;
		},
	});
	return {
		get(key, acceptEncoding, make) {
			const accepted = new Negotiator({
				headers: { 'accept-encoding': acceptEncoding ?? 'identity' },
			}).encodings([...encodings]);
			const encoding = encodings.find((each) => accepted.includes(each)) ?? 'identity';
			const load = async () => {
				const { document, ...made } = await make();
				const bytes = await encoders[encoding](document);
				return { ...made, etag: etagOf(document), encoding, bytes };
			};
			return joinLoad(load, (context) => pages.forceFetch(`${encoding} ${key}`, { context }));
		},
		deleteWith(paths) {
			for (const [key, { responses }] of pages.entries())
				if (responses.some((each) => paths.includes(each))) pages.delete(key);
		},
	};
}
