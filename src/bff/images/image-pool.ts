/** The image pool: fetches, decodes, draws and caches images, limited in number, time and bytes. */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createBulkheads } from '../fairness/bulkheads.ts';
import { joinLoad } from '../fairness/join-load.ts';
import { images as ofVisitor } from '../fairness/limits.ts';
import { currentVisitor } from '../fairness/visitor.ts';
import { shortHash } from '../hash.ts';
import type { Metrics } from '../operating/metrics.ts';
import { hasReason, ProblemError } from '../problems/problem.ts';
import type { BffSettings } from '../settings.ts';
import { judgeSource } from './allowed-source.ts';
import { createDecoder, type DecodeJob, DecoderEndedError } from './decoder.ts';
import { createImageFetch, isTemporary, SourceError } from './image-fetch.ts';

/** Limits on images that are fetched or decoded at a time. A slow host leaves places for other hosts. */
const limits = {
	/** Each may have a file of ten megabytes in memory. */
	all: { running: 12, waiting: 200 },
	host: { running: 5, waiting: 200 },
	patienceMs: 15_000,
};
/** Limit on the total size of the images in memory, and the overhead of each. */
const cacheBytes = 56 * 1024 * 1024;
const entryBytes = 300;
const incompleteTtlMs = 30_000;
const maxFailures = 10_000;
/** Hosts to warn about, each once. Authors of events can use any number of hosts. */
const maxWarnedHosts = 100;

/** How long to wait before loading a failed source again. */
function failureTtlMs(error: unknown): number {
	// Decoding may have failed only because this machine was busy, but costs seconds of CPU time.
	if (error instanceof DecoderEndedError) return 120_000;
	return isTemporary(error) ? 5_000 : 30_000;
}

/** Deadline for fetching a poster that is part of a card: the card can be drawn without it. */
export const posterMs = 2_000;

export const retryAfterSeconds = 5;

/** Fetches and decodes images for one request. One deadline limits all its waits in queues. */
export interface ImageWork {
	/** Passes the fetched file to `use`. @throws ProblemError overloaded; SourceError; Error if the file is too large */
	load<Result>(source: string, use: (file: Buffer) => Promise<Result>, ms?: number): Promise<Result>;
	/** Runs one job of a visitor at a time. @throws ProblemError overloaded; Error if the image is broken or too slow */
	decode(job: DecodeJob): Promise<Buffer>;
}

export interface MadeImage {
	image: Buffer;
	/** False if the poster could not be loaded now, but may load soon. */
	isComplete: boolean;
}

export type ImagePool = ReturnType<typeof createImagePool>;

export function createImagePool(app: FastifyInstance, settings: BffSettings, metrics: Metrics) {
	const images = createImageFetch(settings);
	const decoder = createDecoder();
	const pool = createBulkheads(limits.all);
	const made = new LRUCache<string, MadeImage, () => Promise<MadeImage>>({
		maxSize: cacheBytes,
		sizeCalculation: ({ image }) => entryBytes + image.byteLength,
		// An image that is evicted while it is made is still returned.
		ignoreFetchAbort: true,
		async fetchMethod(_key, _stale, { context: make, options }) {
			const entry = await make();
			if (!entry.isComplete) options.ttl = incompleteTtlMs;
			return entry;
		},
	});
	/** URLs that could not be loaded, and whether that may be temporary. Not their errors, which take up to 2 KB each. */
	const failures = new LRUCache<string, boolean>({ max: maxFailures });
	const warnedHosts = new Set<string>();
	const warnOnce = (source: string, error: Error) => {
		const { host } = new URL(source);
		const advice = error instanceof SourceError ? error.advice : undefined;
		if (advice === undefined || warnedHosts.has(host) || warnedHosts.size >= maxWarnedHosts) return;
		warnedHosts.add(host);
		app.log.warn(`images are missing: ${host} ${advice}`);
	};
	const runForHost = createBulkheads(limits.host);
	const runForVisitor = createBulkheads(ofVisitor.loading);
	const decodeForVisitor = createBulkheads(ofVisitor.decoding);
	app.addHook('onClose', async () => {
		decoder.close();
		await images.close();
	});

	const workFor = (visitor: string | undefined, patience: AbortSignal): ImageWork => ({
		async load(source, use, ms) {
			const failure = failures.get(shortHash(source));
			if (failure !== undefined) throw new SourceError('loading it has failed', { isTemporary: failure });
			// Frees the host's place when the file is fetched, and the pool's place when `use` has ended.
			const fetchInPool = async () => {
				const { promise: fetched, resolve: leaveHost } = Promise.withResolvers<void>();
				const fetchAndUse = async () => use(await images.fetch(source, ms).finally(leaveHost));
				const used = pool('', fetchAndUse, patience);
				used.catch((error: Error) => {
					// An image that missed a card's shorter deadline may still arrive within the usual one.
					if (hasReason(error, 'overloaded') || (ms !== undefined && isTemporary(error))) return;
					app.log.info({ err: error }, 'could not load an image');
					warnOnce(source, error);
					failures.set(shortHash(source), isTemporary(error), { ttl: failureTtlMs(error) });
				});
				await Promise.race([fetched, used]);
				return { used };
			};
			return (await runForHost(new URL(source).host, fetchInPool, patience)).used;
		},
		decode: (job) =>
			visitor === undefined ? decoder.run(job) : decodeForVisitor(visitor, () => decoder.run(job), patience),
	});
	/** Runs work for a few of a visitor's requests at a time. @throws ProblemError overloaded; whatever `work` throws */
	const forVisitor = async <Result>(work: (images: ImageWork) => Promise<Result>): Promise<Result> => {
		const visitor = settings.visitorLimits === null ? undefined : currentVisitor();
		const patience = AbortSignal.timeout(limits.patienceMs);
		const begin = () => work(workFor(visitor, patience));
		try {
			return await (visitor === undefined ? begin() : runForVisitor(visitor, begin, patience));
		} catch (error) {
			if (!hasReason(error, 'overloaded')) throw error;
			metrics.image('overloaded');
			const detail = 'Too many images are being loaded. Try again.';
			throw new ProblemError('overloaded', detail, { retryAfterSeconds });
		}
	};
	return {
		isAllowed: (source: string) => judgeSource(source, settings) !== 'rejected',
		forVisitor,
		/** Returns an image from memory, or makes it once for concurrent requests. @throws what `forVisitor` throws */
		async get(key: string, make: (images: ImageWork) => Promise<MadeImage>): Promise<MadeImage> {
			const known = made.get(key);
			const load = (images: ImageWork) =>
				joinLoad(
					() => make(images),
					(context) => made.forceFetch(key, { context }),
				);
			const entry = known ?? (await forVisitor(load));
			metrics.image(known === undefined ? 'loaded' : 'cached');
			return entry;
		},
	};
}
