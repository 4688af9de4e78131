/**
 * The image proxy: `GET /images/:width?src&sig` (contract `imageUrl`).
 *
 * Posters and avatars come from origins that the operator does not know beforehand, so a Content-Security-Policy cannot
 * name them; and a phone needs a tenth of the bytes of a large poster. The BFF fetches the image, decodes it, and sends
 * it as WebP in the requested width, so nothing but an image gets through. It fetches only URLs that it has signed itself.
 */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { imageWidths, standInUrl } from '../../contract/bff-api/images.ts';
import { serverPatterns } from '../../contract/paths.ts';
import type { Metrics } from '../http/metrics.ts';
import { ProblemError } from '../http/problem.ts';
import { type ImageAudience, type ImageSignatures, maxImageUrl } from '../reads/image-signatures.ts';
import {
	type ImagePool,
	isOverloaded,
	overloadedProblem,
	passingProblem,
	SourceUnavailableError,
} from './image-pool.ts';

/** Bytes of the images in memory, and of what the cache needs beside each. */
const cacheBytes = 64 * 1024 * 1024;
const entryBytes = 300;
/** Bytes of a problem with its stack. */
const problemBytes = 2_000;
/** For how long it is remembered that an image cannot be shown: less where it may be there. */
const failureTtlMs = { absent: 30_000, unavailable: 5_000 };

/** An image of a private event must not outlast the session that it was shown in. */
const cacheControl: Record<ImageAudience, string> = {
	everybody: 'public, max-age=604800, immutable',
	guests: 'private, no-store',
};

/** @param parts `signatures` of the URLs that this BFF hands out */
export function addImageRoute(
	app: FastifyInstance,
	{ work, signatures, metrics }: { work: ImagePool; signatures: ImageSignatures; metrics: Metrics },
): void {
	/**
	 * Images by width and signature, and the problems of those that cannot be shown also by signature, for every width. A
	 * signature stands for its URL: it is short, however long the URL is.
	 */
	const cache = new LRUCache<
		string,
		Buffer | ProblemError,
		{ source: string; width: number; signature: string }
	>({
		maxSize: cacheBytes,
		sizeCalculation: (entry) =>
			entryBytes + (entry instanceof ProblemError ? problemBytes : entry.byteLength),
		// One that is dropped while it is loaded is for those who wait for it all the same.
		ignoreFetchAbort: true,
		fetchMethod: async (_key, _stale, { context: { source, width, signature }, options }) => {
			try {
				return await work.load(source, (file) => work.decoder.run({ bytes: file, width }));
			} catch (error) {
				if (isOverloaded(error)) throw overloadedProblem();
				app.log.info({ err: error }, 'an image could not be loaded');
				const isUnavailable = error instanceof SourceUnavailableError;
				const problem = isUnavailable
					? passingProblem('service_timeout', 'The server of this image did not respond. Please try again.')
					: new ProblemError('not_found', 'There is no image at this URL.');
				options.ttl = isUnavailable ? failureTtlMs.unavailable : failureTtlMs.absent;
				cache.set(signature, problem, { ttl: options.ttl });
				return problem;
			}
		},
	});

	/** @throws ProblemError not_found, service_timeout, overloaded */
	const imageOf = async (source: string, width: number, signature: string): Promise<Buffer> => {
		const key = `${width} ${signature}`;
		const known = cache.get(key) ?? cache.get(signature);
		const entry =
			known ??
			(await cache.forceFetch(key, { context: { source, width, signature } }).catch((error: unknown) => {
				metrics.image('overloaded');
				throw error;
			}));
		if (entry instanceof ProblemError) {
			metrics.image(known === undefined ? 'failed' : 'failed_before');
			throw entry;
		}
		metrics.image(known === undefined ? 'loaded' : 'cached');
		return entry;
	};

	app.get<{ Params: { width: string }; Querystring: Record<string, unknown> }>(
		serverPatterns.image,
		async (request, reply) => {
			const width = imageWidths.find((each) => String(each) === request.params.width);
			const { src, sig = '', or } = request.query;
			if (width === undefined || typeof src !== 'string' || src.length > maxImageUrl)
				throw new ProblemError('invalid_request', 'An offered width and a URL are needed.');
			const audience = typeof sig === 'string' ? signatures.audienceOf(src, sig) : null;
			if (typeof sig !== 'string' || audience === null) {
				metrics.image('unsigned');
				throw new ProblemError(
					'unsigned_image',
					'Only images of events and people on this site are shown here.',
				);
			}
			if (!work.isAllowed(src))
				throw new ProblemError('invalid_request', 'Images from this URL are not shown.');
			try {
				const image = await imageOf(src, width, sig);
				// Feeds are read at other sites, too.
				if (audience === 'everybody') reply.header('cross-origin-resource-policy', 'cross-origin');
				return await reply.header('cache-control', cacheControl[audience]).type('image/webp').send(image);
			} catch (error) {
				// A program that shows link previews has no placeholder of its own.
				if (or !== undefined) return reply.redirect(standInUrl(or));
				throw error;
			}
		},
	);
}
