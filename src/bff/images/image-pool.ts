/** The image pool: fetches, decodes and draws images, limited in number, time and bytes. */
import { bulkhead } from 'cockatiel';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createBulkheads, isOverloaded } from '../http/bulkheads.ts';
import { shortHash } from '../http/hash.ts';
import type { Metrics } from '../http/metrics.ts';
import { ProblemError } from '../http/problem.ts';
import type { BffSettings } from '../settings.ts';
import { currentVisitor } from '../upstream/visitor.ts';
import { judgeSource } from './allowed-source.ts';
import { createDecoder, type DecodeJob, DecoderEndedError } from './decoder.ts';
import { createImageFetch } from './image-fetch.ts';

/** Leaves capacity for others if one host is slow or one visitor has many images. */
const limits = {
	/** Files of at most 10 MB, being fetched or decoded. */
	all: { running: 16, waiting: 200 },
	host: { running: 5, waiting: 200 },
	visitor: { running: 4, waiting: 64 },
	/** Fewer than there are decoders: two visitors' large images leave one for others. */
	decodingOfVisitor: { running: 1, waiting: 64 },
	patienceMs: 15_000,
};
/** Images that were too slow or crashed the decoder. They are retried, since the machine may have been slow. */
const tooSlowImages = { max: 5_000, ttl: 600_000 };

/** For a poster within another image, which can be drawn without it. */
export const posterMs = 2_000;

export const retryAfterSeconds = 5;

/** The image operations of a visitor's request; they fail when its patience ends. */
export interface ImageWork {
	/**
	 * Fetches an image file and passes it to `use`.
	 * @throws an error of `isOverloaded`; SourceUnavailableError if the server may have the image later; Error
	 * for a forbidden URL, a status other than 200, or a file that is too large or was too slow; whatever `use`
	 * throws
	 */
	load<Result>(source: string, use: (file: Buffer) => Promise<Result>, ms?: number): Promise<Result>;
	/**
	 * Decodes or draws an image, one at a time per visitor.
	 * @throws an error of `isOverloaded`; Error if it is broken, too large or too slow
	 */
	decode(job: DecodeJob): Promise<Buffer>;
}

export type ImagePool = ReturnType<typeof createImagePool>;

export function createImagePool(
	app: FastifyInstance,
	settings: Pick<BffSettings, 'eventsBaseUrl' | 'eventsAuthUrl' | 'imageOrigins' | 'visitorLimits'>,
	metrics: Pick<Metrics, 'image'>,
) {
	const images = createImageFetch(settings);
	const decoder = createDecoder();
	const pool = bulkhead(limits.all.running, limits.all.waiting);
	const tooSlow = new LRUCache<string, true>(tooSlowImages);
	const runForHost = createBulkheads(limits.host);
	const runForVisitor = createBulkheads(limits.visitor);
	const decodeForVisitor = createBulkheads(limits.decodingOfVisitor);
	app.addHook('onClose', async () => {
		decoder.close();
		await images.close();
	});

	const workFor = (visitor: string | undefined, patience: AbortSignal): ImageWork => ({
		async load(source, use, ms) {
			if (tooSlow.has(shortHash(source))) throw new Error('this image took too long to decode');
			// Frees the host's slot once the file is fetched, and the pool's once `use` has finished.
			const { used } = await runForHost(new URL(source).host, patience, async () => {
				const { promise: fetched, resolve: leaveHost } = Promise.withResolvers<void>();
				const used = pool.execute(
					async () => use(await images.fetch(source, ms).finally(leaveHost)),
					patience,
				);
				used.catch((error: unknown) => {
					if (error instanceof DecoderEndedError) tooSlow.set(shortHash(source), true);
				});
				await Promise.race([fetched, used]);
				return { used };
			});
			return used;
		},
		decode(job) {
			const run = () => decoder.run(job);
			return visitor === undefined ? run() : decodeForVisitor(visitor, patience, run);
		},
	});
	return {
		isAllowed: (source: string) => judgeSource(source, settings) !== 'rejected',
		/**
		 * Runs a request's work; each visitor has only a few running at once.
		 * @throws ProblemError overloaded, or whatever `work` throws
		 */
		async forVisitor<Result>(work: (images: ImageWork) => Promise<Result>): Promise<Result> {
			const visitor = settings.visitorLimits === null ? undefined : currentVisitor();
			const patience = AbortSignal.timeout(limits.patienceMs);
			const begin = () => work(workFor(visitor, patience));
			try {
				return await (visitor === undefined ? begin() : runForVisitor(visitor, patience, begin));
			} catch (error) {
				if (!isOverloaded(error)) throw error;
				metrics.image('overloaded');
				const detail = 'Too many images are being loaded. Please try again.';
				throw new ProblemError('overloaded', detail, { retryAfterSeconds });
			}
		},
	};
}
