/**
 * The image proxy: `GET /images/:width?src&sig` (contract `imageUrl`).
 *
 * The operator doesn't know the origins of posters and avatars in advance, so a Content-Security-Policy can't
 * name them, and phones need only a tenth of a large poster's bytes. So the BFF fetches the images of URLs
 * that it has signed, decodes them, and sends them as WebP in the requested width: only images get through.
 */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { imageWidths, placeholderUrl } from '../../contract/bff-api/images.ts';
import { serverPatterns } from '../../contract/paths.ts';
import { isOverloaded } from '../http/bulkheads.ts';
import type { Metrics } from '../http/metrics.ts';
import { ProblemError } from '../http/problem.ts';
import { type ImageAudience, type ImageSignatures, maxImageUrl } from '../reads/image-signatures.ts';
import { SourceUnavailableError } from './image-fetch.ts';
import { type ImagePool, type ImageWork, retryAfterSeconds } from './image-pool.ts';

/** Total size of all images and the overhead per entry. */
const cacheBytes = 64 * 1024 * 1024;
const entryBytes = 300;
/** Bytes of a cached problem with its stack. */
const problemBytes = 2_000;
/** Shorter if the image may become available. */
const failureTtlMs = { absent: 30_000, unavailable: 5_000 };

/** A private event's image must not outlive the session. */
const cacheControl: Record<ImageAudience, string> = {
	everybody: 'public, max-age=604800, immutable',
	guests: 'private, no-store',
};

export function addImageRoute(
	app: FastifyInstance,
	{ work, signatures, metrics }: { work: ImagePool; signatures: ImageSignatures; metrics: Metrics },
): void {
	/** Images by width and signature, a short key for the URL; problems also by signature alone. */
	const cache = new LRUCache<
		string,
		Buffer | ProblemError,
		{ source: string; width: number; signature: string; images: ImageWork }
	>({
		maxSize: cacheBytes,
		sizeCalculation: (entry) =>
			entryBytes + (entry instanceof ProblemError ? problemBytes : entry.byteLength),
		// Callers still get an image that is evicted while loading.
		ignoreFetchAbort: true,
		fetchMethod: async (_key, _stale, { context: { source, width, signature, images }, options }) => {
			try {
				return await images.load(source, (bytes) => images.decode({ bytes, width }));
			} catch (error) {
				if (isOverloaded(error)) throw error;
				app.log.info({ err: error }, 'could not load an image');
				const isUnavailable = error instanceof SourceUnavailableError;
				const problem = isUnavailable
					? new ProblemError(
							'service_timeout',
							'The server of this image did not respond. Please try again.',
							{ retryAfterSeconds },
						)
					: new ProblemError('not_found', 'There is no image at this URL.');
				options.ttl = isUnavailable ? failureTtlMs.unavailable : failureTtlMs.absent;
				cache.set(signature, problem, { ttl: options.ttl });
				return problem;
			}
		},
	});

	const imageOf = async (source: string, width: number, signature: string): Promise<Buffer> => {
		const key = `${width} ${signature}`;
		const known = cache.get(key) ?? cache.get(signature);
		const entry =
			known ??
			(await work.forVisitor((images) =>
				cache.forceFetch(key, { context: { source, width, signature, images } }),
			));
		if (entry instanceof ProblemError) {
			metrics.image(known === undefined ? 'failed' : 'failed_before');
			throw entry;
		}
		metrics.image(known === undefined ? 'loaded' : 'cached');
		return entry;
	};

	type ImageRequest = { Params: { width: string }; Querystring: Record<string, unknown> };
	app.get<ImageRequest>(serverPatterns.image, async (request, reply) => {
		const width = imageWidths.find((each) => String(each) === request.params.width);
		const { src, sig = '', or } = request.query;
		if (width === undefined || typeof src !== 'string' || src.length > maxImageUrl)
			throw new ProblemError(
				'invalid_request',
				`width must be one of ${imageWidths.join(', ')}, and src a URL.`,
			);
		const audience = typeof sig === 'string' ? signatures.audienceOf(src, sig) : null;
		if (typeof sig !== 'string' || audience === null) {
			metrics.image('unsigned');
			throw new ProblemError(
				'unsigned_image',
				'Only images of events and people on this site are shown here.',
			);
		}
		if (!work.isAllowed(src))
			throw new ProblemError('invalid_request', 'Images from this URL are not allowed.');
		try {
			const image = await imageOf(src, width, sig);
			// Feed readers are other sites.
			if (audience === 'everybody') reply.header('cross-origin-resource-policy', 'cross-origin');
			return await reply.header('cache-control', cacheControl[audience]).type('image/webp').send(image);
		} catch (error) {
			// Link previews have no placeholder themselves.
			if (or !== undefined) return reply.redirect(placeholderUrl(or));
			throw error;
		}
	});
}
