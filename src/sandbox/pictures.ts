/** Posters and avatars over HTTP: drawn at the first request, then cached up to a number of bytes. */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { eventTypes } from '../contract/spec/filters.ts';
import { type PosterSize, posterSizes, renderAvatar, renderPoster } from './data/pictures.ts';
import { ServiceError } from './service-error.ts';

/** Bytes of the pictures that are kept, of their keys as UTF-16, and of what an entry takes besides. */
const cacheBytes = 64 * 1024 * 1024;
const entryOverhead = 512;

/** Path of an event's poster. An identifier is any string, so it is percent-encoded. */
export const posterPath = (size: PosterSize, category: string, eventId: string): string =>
	`/pictures/posters/${size}/${category}-${encodeURIComponent(eventId)}.webp`;

/** Path of a user's avatar. */
export const avatarPath = (userId: string): string => `/pictures/avatars/${encodeURIComponent(userId)}.webp`;

export interface Pictures {
	/** @throws ServiceError 999 when it cannot be drawn */
	poster(input: Parameters<typeof renderPoster>[0]): Promise<Buffer>;
	/** @throws ServiceError 999 when it cannot be drawn */
	avatar(userId: string): Promise<Buffer>;
}

export function createPictures(maxBytes = cacheBytes): Pictures {
	const cache = new LRUCache<string, Buffer, () => Promise<Buffer>>({
		maxSize: maxBytes,
		sizeCalculation: (picture, key) => picture.byteLength + 2 * key.length + entryOverhead,
		fetchMethod: (_key, _stale, { context }) => context(),
	});
	const picture = async (key: string, render: () => Promise<Buffer>): Promise<Buffer> => {
		const bytes = await cache.fetch(key, { context: render });
		if (bytes === undefined) throw new ServiceError(999, 'the picture could not be rendered');
		return bytes;
	};
	return {
		poster: (input) =>
			picture(posterPath(input.size, input.category, input.eventId), () => renderPoster(input)),
		avatar: (userId) => picture(avatarPath(userId), () => renderAvatar({ userId })),
	};
}

/** Adds `/pictures/posters/:size/:category-:id.webp` and `/pictures/avatars/:id.webp`. */
export function addPictureRoutes(app: FastifyInstance, pictures: Pictures): void {
	app.addHook('onSend', async (_request, reply) => {
		if (reply.statusCode === 200)
			reply
				.header('content-type', 'image/webp')
				.header('cache-control', 'public, max-age=31536000, immutable');
	});

	app.get<{ Params: { size: string; file: string } }>('/pictures/posters/:size/:file', async ({ params }) => {
		const size = (Object.keys(posterSizes) as PosterSize[]).find((each) => each === params.size);
		const [, word, eventId] = /^([a-z]+)-(.{1,200})\.webp$/s.exec(params.file) ?? [];
		const category = eventTypes.find((each) => each === word);
		if (size === undefined || eventId === undefined || category === undefined) throw new ServiceError(107);
		return pictures.poster({ eventId, category, size });
	});
	app.get<{ Params: { file: string } }>('/pictures/avatars/:file', async ({ params }) => {
		const userId = /^(.{1,200})\.webp$/s.exec(params.file)?.[1];
		if (userId === undefined) throw new ServiceError(107);
		return pictures.avatar(userId);
	});
}
