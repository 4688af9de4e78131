/** Posters and avatars over HTTP: rendered on first use, kept in a cache bounded in bytes, cacheable for long. */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { eventTypes } from '../contract/filters.ts';
import { type PosterSize, posterSizes, renderAvatar, renderPoster } from './data/pictures.ts';
import { ServiceError } from './service-error.ts';

const cacheBytes = 64 * 1024 * 1024;

/** Adds `/pictures/posters/:size/:category-:id.webp` and `/pictures/avatars/:id.webp`. */
export function addPictureRoutes(app: FastifyInstance): void {
	const cache = new LRUCache<string, Buffer, () => Promise<Buffer>>({
		maxSize: cacheBytes,
		sizeCalculation: (picture) => picture.byteLength,
		fetchMethod: (_key, _stale, { context }) => context(),
	});
	const picture = async (key: string, render: () => Promise<Buffer>): Promise<Buffer> => {
		const bytes = await cache.fetch(key, { context: render });
		if (bytes === undefined) throw new ServiceError(999, 'the picture could not be rendered');
		return bytes;
	};
	app.addHook('onSend', async (_request, reply) => {
		if (reply.statusCode === 200)
			reply
				.header('content-type', 'image/webp')
				.header('cache-control', 'public, max-age=31536000, immutable');
	});

	app.get<{ Params: { size: string; file: string } }>('/pictures/posters/:size/:file', async ({ params }) => {
		const size = (Object.keys(posterSizes) as PosterSize[]).find((each) => each === params.size);
		const [, category, eventId] = /^([a-z]+)-(\d{1,12})\.webp$/.exec(params.file) ?? [];
		if (
			size === undefined ||
			eventId === undefined ||
			!(eventTypes as readonly (string | undefined)[]).includes(category)
		)
			throw new ServiceError(107);
		return picture(`${size} ${params.file}`, () =>
			renderPoster({ eventId, category: category ?? 'others', size }),
		);
	});
	app.get<{ Params: { file: string } }>('/pictures/avatars/:file', async ({ params }) => {
		const userId = /^(\d{1,12})\.webp$/.exec(params.file)?.[1];
		if (userId === undefined) throw new ServiceError(107);
		return picture(`avatar ${userId}`, () => renderAvatar({ userId }));
	});
}
