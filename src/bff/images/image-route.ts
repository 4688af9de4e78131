/**
 * The image proxy: `GET /images/:width?src=` (contract `imageUrl`).
 *
 * Posters and avatars come from origins that the operator does not know beforehand, so a Content-Security-Policy cannot
 * name them; and a phone needs a tenth of the bytes of a large poster. The BFF fetches the picture, decodes it, and sends
 * it as WebP in the requested width, so nothing but a picture gets through.
 */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { Agent, request as fetchSource } from 'undici';
import { imageWidths } from '../../contract/bff-api/pictures.ts';
import { bffPatterns } from '../../contract/paths.ts';
import { ProblemError } from '../http/problem.ts';
import type { BffSettings } from '../settings.ts';
import { judgeSource, publicLookup } from './allowed-source.ts';

const limits = {
	sourceBytes: 10 * 1024 * 1024,
	pixels: 40_000_000,
	milliseconds: 10_000,
	cacheBytes: 96 * 1024 * 1024,
};

export function addImageRoute(app: FastifyInstance, settings: BffSettings): void {
	const timeouts = {
		headersTimeout: limits.milliseconds,
		bodyTimeout: limits.milliseconds,
		maxResponseSize: limits.sourceBytes,
	};
	const agents = {
		trusted: new Agent({ ...timeouts, connect: { timeout: 5_000 } }),
		public: new Agent({ ...timeouts, connect: { timeout: 5_000, lookup: publicLookup } }),
	};
	app.addHook('onClose', async () => {
		await Promise.all(Object.values(agents).map((agent) => agent.close()));
	});
	const trustedOrigins = new Set([
		new URL(settings.eventsBaseUrl).origin,
		new URL(settings.eventsAuthUrl).origin,
		...settings.imageOrigins,
	]);

	const load = async (source: string, width: number): Promise<Buffer | undefined> => {
		const kind = judgeSource(source, trustedOrigins, settings.imageOrigins.length > 0);
		if (kind === 'rejected')
			throw new ProblemError('invalid_request', 'Pictures from this URL are not shown.');
		try {
			// Redirects are not followed: they could lead into the operator's network.
			const { statusCode, body } = await fetchSource(source, {
				dispatcher: agents[kind],
				headers: { accept: 'image/*' },
				signal: AbortSignal.timeout(limits.milliseconds),
			});
			const bytes = Buffer.from(await body.arrayBuffer());
			if (statusCode !== 200) return undefined;
			return await sharp(bytes, { limitInputPixels: limits.pixels, failOn: 'error' })
				.rotate()
				.resize({ width, withoutEnlargement: true })
				.webp({ quality: 78 })
				.toBuffer();
		} catch (error) {
			app.log.info({ err: error }, 'a picture could not be loaded');
			return undefined;
		}
	};
	const cache = new LRUCache<string, Buffer, { source: string; width: number }>({
		maxSize: limits.cacheBytes,
		sizeCalculation: (picture) => picture.byteLength,
		fetchMethod: (_key, _stale, { context }) => load(context.source, context.width),
	});

	app.get<{ Params: { width: string }; Querystring: { src?: string | string[] } }>(
		bffPatterns.image,
		async (request, reply) => {
			const width = imageWidths.find((each) => String(each) === request.params.width);
			const { src } = request.query;
			if (width === undefined || typeof src !== 'string' || src.length > 2_000) {
				throw new ProblemError('invalid_request', 'An offered width and a URL are needed.');
			}
			const site = request.headers['sec-fetch-site'];
			if (site !== undefined && site !== 'same-origin')
				throw new ProblemError('csrf', 'Pictures are for the pages of this site.');
			const picture = await cache.fetch(`${width} ${src}`, { context: { source: src, width } });
			if (picture === undefined) throw new ProblemError('not_found', 'There is no picture at this URL.');
			return reply
				.header('cache-control', 'public, max-age=604800, immutable')
				.type('image/webp')
				.send(picture);
		},
	);
}
