/**
 * The image proxy: fetches images from signed URLs, and encodes them as WebP in the requested width. So a page's
 * Content-Security-Policy need not name the origins of images, which the operator doesn't know in advance; phones load
 * a tenth of a large poster's bytes; and nothing but images is passed on.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { imageWidths } from '../../contract/bff-api/images.ts';
import { maxUrl } from '../../contract/event/fields.ts';
import { serverPatterns } from '../../contract/paths.ts';
import { shortHash } from '../hash.ts';
import { bodyOf } from '../http/route-schemas.ts';
import type { ImageAudience } from '../image-urls/sign-images.ts';
import type { Parts } from '../parts.ts';
import { ProblemError } from '../problems/problem.ts';
import { isTemporary } from './image-fetch.ts';
import { type ImagePool, retryAfterSeconds } from './image-pool.ts';

/** Browsers must not keep a private event's image longer than the session lasts. */
const cacheControl: Record<ImageAudience, string> = {
	everybody: 'public, max-age=604800, immutable',
	guests: 'private, no-store',
};

export function addImageRoute(
	app: FastifyInstance,
	{ signatures, metrics }: Parts,
	imagePool: ImagePool,
): void {
	const imageOf = async (source: string, width: number): Promise<Buffer> => {
		try {
			const { image } = await imagePool.get(`${width} ${shortHash(source)}`, async (images) => ({
				image: await images.load(source, (bytes) => images.decode({ bytes, width })),
				isComplete: true,
			}));
			return image;
		} catch (error) {
			if (error instanceof ProblemError) throw error;
			metrics.image('failed');
			throw isTemporary(error)
				? new ProblemError('service_timeout', "This image's server did not respond. Try again.", {
						retryAfterSeconds,
					})
				: new ProblemError('not_found', 'There is no image at this URL.');
		}
	};

	const schema = {
		summary: 'An image of an event or a person in another width, re-encoded.',
		params: z.object({ width: z.coerce.number().pipe(z.literal(imageWidths)) }),
		querystring: z.object({
			src: z.string().max(maxUrl).describe("the image's URL"),
			sig: z.string().catch('').describe("the BFF's signature of `src`"),
		}),
		response: { 200: bodyOf('image/webp') },
		problems: ['not_found', 'unsigned_image', 'service_timeout'],
	} as const;
	app.get(serverPatterns.image, { schema }, async (request, reply) => {
		const { src, sig } = request.query;
		const audience = signatures.audienceOf(src, sig);
		if (audience === null) {
			metrics.image('unsigned');
			throw new ProblemError(
				'unsigned_image',
				'Only images of events and people on this site are shown here.',
			);
		}
		if (!imagePool.isAllowed(src))
			throw new ProblemError('invalid_request', 'Images from this URL are not allowed.');
		const image = await imageOf(src, request.params.width);
		// Feed readers show these images on other sites.
		if (audience === 'everybody') reply.header('cross-origin-resource-policy', 'cross-origin');
		return reply.header('cache-control', cacheControl[audience]).type('image/webp').send(image);
	});
}
