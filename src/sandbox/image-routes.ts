/** Draws posters and avatars on the first request, then caches them up to a total size. */
import type { DatabaseSync } from 'node:sqlite';
import { bulkhead } from 'cockatiel';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { eventTypes } from '../contract/spec/filters.ts';
import { type PosterSize, posterSizes, renderAvatar, renderPoster } from './data/draw-images.ts';
import { ServiceError } from './requests/service-error.ts';

/** Limit on the total size of cached images, their keys (UTF-16) and per-entry overhead. */
const cacheBytes = 64 * 1024 * 1024;
const entryOverhead = 512;
/** Maximum numbers of images being drawn and waiting. Drawing uses libuv's threads, which also read files. */
const drawing = { running: 2, waiting: 100 };

/** An identifier can be any string, so it is percent-encoded. */
export const posterPath = (size: PosterSize, category: string, eventId: string): string =>
	`/images/posters/${size}/${category}-${encodeURIComponent(eventId)}.webp`;

export const avatarPath = (userId: string): string => `/images/avatars/${encodeURIComponent(userId)}.webp`;

export function createImageCache() {
	const pool = bulkhead(drawing.running, drawing.waiting);
	const cache = new LRUCache<string, Buffer, () => Promise<Buffer>>({
		maxSize: cacheBytes,
		sizeCalculation: (image, key) => image.byteLength + 2 * key.length + entryOverhead,
		ignoreFetchAbort: true,
		fetchMethod: (_key, _stale, { context }) => pool.execute(context),
	});
	/** Returns an image from the cache, drawing it if missing. @throws BulkheadRejectedError if too many wait */
	return (path: string, render: () => Promise<Buffer>): Promise<Buffer> =>
		cache.forceFetch(path, { context: render });
}

export function addImageRoutes(app: FastifyInstance, database: DatabaseSync): void {
	const draw = createImageCache();
	const eventById = database.prepare('SELECT 1 FROM events WHERE id = ?');
	const userById = database.prepare('SELECT 1 FROM users WHERE id = ?');
	const send = (reply: FastifyReply, image: Buffer) =>
		reply.type('image/webp').header('cache-control', 'public, max-age=31536000, immutable').send(image);

	type PosterRequest = { Params: { size: string; file: string } };
	app.get<PosterRequest>('/images/posters/:size/:file', async ({ params }, reply) => {
		const size = (Object.keys(posterSizes) as PosterSize[]).find((each) => each === params.size);
		const [, word, eventId] = /^([a-z]+)-(.{1,200})\.webp$/s.exec(params.file) ?? [];
		const category = eventTypes.find((each) => each === word);
		if (size === undefined || category === undefined) throw new ServiceError(107);
		if (eventId === undefined || eventById.get(eventId) === undefined) throw new ServiceError(107);
		const path = posterPath(size, category, eventId);
		return send(reply, await draw(path, () => renderPoster({ eventId, category, size })));
	});
	app.get<{ Params: { file: string } }>('/images/avatars/:file', async ({ params }, reply) => {
		const userId = /^(.{1,200})\.webp$/s.exec(params.file)?.[1];
		if (userId === undefined || userById.get(userId) === undefined) throw new ServiceError(107);
		return send(reply, await draw(avatarPath(userId), () => renderAvatar({ userId })));
	});
}
