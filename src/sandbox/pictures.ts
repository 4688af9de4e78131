/** Posters and avatars over HTTP: drawn at the first request, then cached up to a number of bytes. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { eventTypes } from '../contract/spec/filters.ts';
import { type PosterSize, posterSizes, renderAvatar, renderPoster } from './data/pictures.ts';
import { ServiceError } from './service-error.ts';

/** Bytes of the pictures in the cache, of their keys as UTF-16, and of what an entry takes besides. */
const cacheBytes = 64 * 1024 * 1024;
const entryOverhead = 512;

/** Path of an event's poster. An identifier is any string, so it is percent-encoded. */
export const posterPath = (size: PosterSize, category: string, eventId: string): string =>
	`/pictures/posters/${size}/${category}-${encodeURIComponent(eventId)}.webp`;

/** Path of a user's avatar. */
export const avatarPath = (userId: string): string => `/pictures/avatars/${encodeURIComponent(userId)}.webp`;

/** Draws a picture, or takes it from the cache. */
type PictureCache = (path: string, render: () => Promise<Buffer>) => Promise<Buffer>;

export function createPictureCache(maxBytes = cacheBytes): PictureCache {
	const cache = new LRUCache<string, Buffer, () => Promise<Buffer>>({
		maxSize: maxBytes,
		sizeCalculation: (picture, key) => picture.byteLength + 2 * key.length + entryOverhead,
		fetchMethod: (_key, _stale, { context }) => context(),
	});
	return async (path, render) => {
		const picture = await cache.fetch(path, { context: render });
		if (picture === undefined) throw new ServiceError(999, 'the picture could not be rendered');
		return picture;
	};
}

/** Adds `/pictures/posters/:size/:category-:id.webp` and `/pictures/avatars/:id.webp`. */
export function addPictureRoutes(app: FastifyInstance): void {
	const draw = createPictureCache();
	const send = (reply: FastifyReply, picture: Buffer) =>
		reply.type('image/webp').header('cache-control', 'public, max-age=31536000, immutable').send(picture);

	app.get<{ Params: { size: string; file: string } }>(
		'/pictures/posters/:size/:file',
		async ({ params }, reply) => {
			const size = (Object.keys(posterSizes) as PosterSize[]).find((each) => each === params.size);
			const [, word, eventId] = /^([a-z]+)-(.{1,200})\.webp$/s.exec(params.file) ?? [];
			const category = eventTypes.find((each) => each === word);
			if (size === undefined || eventId === undefined || category === undefined) throw new ServiceError(107);
			const path = posterPath(size, category, eventId);
			return send(reply, await draw(path, () => renderPoster({ eventId, category, size })));
		},
	);
	app.get<{ Params: { file: string } }>('/pictures/avatars/:file', async ({ params }, reply) => {
		const userId = /^(.{1,200})\.webp$/s.exec(params.file)?.[1];
		if (userId === undefined) throw new ServiceError(107);
		return send(reply, await draw(avatarPath(userId), () => renderAvatar({ userId })));
	});
}
