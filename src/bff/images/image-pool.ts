/** The one pool for images: how many are fetched, decoded and drawn at once is bounded for all together. */
import { type BulkheadPolicy, BulkheadRejectedError, bulkhead, TaskCancelledError } from 'cockatiel';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { BffSettings } from '../settings.ts';
import { createDecoder, type Decoder } from './decoder.ts';
import { createDownloads, type Downloads } from './download.ts';
import { rasterFormatOf } from './raster-format.ts';

/** Images of one host leave room for those of others, however slow it is. */
const limits = { running: 8, runningOfHost: 5, waiting: 200, hosts: 1_000, patienceMs: 15_000 };

/** Seconds after which an image may be asked for again, as the header has them. */
export const retryAfter = '5';

/** Whether too many images waited already, or this one has waited for too long: nothing of it was done. */
export const isOverloaded = (error: unknown): boolean =>
	error instanceof BulkheadRejectedError || error instanceof TaskCancelledError;

export interface ImagePool extends Pick<Downloads, 'isAllowed'> {
	decoder: Decoder;
	/**
	 * Fetches the file of an image and does something with it.
	 *
	 * @throws an error of {@link isOverloaded}; as `Downloads.fetch`; Error for a file in another format; as `use`
	 */
	load<Result>(source: string, use: (file: Buffer) => Promise<Result>): Promise<Result>;
}

/** @param app with which it ends */
export function createImagePool(
	app: FastifyInstance,
	settings: Pick<BffSettings, 'eventsBaseUrl' | 'eventsAuthUrl' | 'imageOrigins'>,
): ImagePool {
	const downloads = createDownloads(settings);
	const decoder = createDecoder();
	const pool = bulkhead(limits.running, limits.waiting);
	const hosts = new LRUCache<string, BulkheadPolicy>({
		max: limits.hosts,
		memoMethod: () => bulkhead(limits.runningOfHost, limits.waiting),
	});
	app.addHook('onClose', async () => {
		decoder.close();
		await downloads.close();
	});
	return {
		isAllowed: downloads.isAllowed,
		decoder,
		load(source, use) {
			const patience = AbortSignal.timeout(limits.patienceMs);
			const work = async () => {
				const file = await downloads.fetch(source);
				if (rasterFormatOf(file) === null) throw new Error('the file is no image in a format that is shown');
				return use(file);
			};
			return hosts.memo(new URL(source).host).execute(() => pool.execute(work, patience), patience);
		},
	};
}
