/** The URLs of posters and avatars, which are drawn on demand. */
import type { DatabaseSync } from 'node:sqlite';
import { bulkhead } from 'cockatiel';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { eventTypes } from '../contract/spec/filters.ts';
import { type PosterSize, posterSizes, renderAvatar, renderPoster } from './data/draw-images.ts';
import { ServiceError } from './requests/service-error.ts';

/** Maximum numbers of images being drawn and waiting. Drawing uses libuv's threads, which also read files. */
export const createDrawingPool = () => bulkhead(2, 100);

/** An identifier can be any string, so it is percent-encoded. */
export const posterPath = (size: PosterSize, category: string, eventId: string): string =>
	`/images/posters/${size}/${category}-${encodeURIComponent(eventId)}.webp`;

export const avatarPath = (userId: string): string => `/images/avatars/${encodeURIComponent(userId)}.webp`;

export function addImageRoutes(app: FastifyInstance, database: DatabaseSync): void {
	const pool = createDrawingPool();
	const eventById = database.prepare('SELECT 1 FROM events WHERE id = ?');
	const userById = database.prepare('SELECT 1 FROM users WHERE id = ?');
	/** Sends an image, which browsers and Daybill cache. @throws BulkheadRejectedError if too many wait */
	const send = async (reply: FastifyReply, draw: () => Promise<Buffer>) =>
		reply
			.type('image/webp')
			.header('cache-control', 'public, max-age=31536000, immutable')
			.send(await pool.execute(draw));

	type PosterRequest = { Params: { size: string; file: string } };
	app.get<PosterRequest>('/images/posters/:size/:file', async ({ params }, reply) => {
		const size = (Object.keys(posterSizes) as PosterSize[]).find((each) => each === params.size);
		const [, word, eventId] = /^([a-z]+)-(.{1,200})\.webp$/s.exec(params.file) ?? [];
		const category = eventTypes.find((each) => each === word);
		if (size === undefined || category === undefined) throw new ServiceError(107);
		if (eventId === undefined || eventById.get(eventId) === undefined) throw new ServiceError(107);
		return send(reply, () => renderPoster({ eventId, category, size }));
	});
	app.get<{ Params: { file: string } }>('/images/avatars/:file', async ({ params }, reply) => {
		const userId = /^(.{1,200})\.webp$/s.exec(params.file)?.[1];
		if (userId === undefined || userById.get(userId) === undefined) throw new ServiceError(107);
		return send(reply, () => renderAvatar({ userId }));
	});
}
