/** What everything that loads pictures shares: how many are fetched, decoded and drawn at once is bounded for all together. */
import type { FastifyInstance } from 'fastify';
import type { BffSettings } from '../settings.ts';
import { createDecoder, type Decoder } from './decoder.ts';
import { createDownloads, type Downloads } from './download.ts';
import { rasterFormatOf } from './raster-format.ts';
import { createSlots } from './slots.ts';

/** Pictures that are fetched or decoded at once; those of one host leave room for others, however slow it is. */
const loading = { running: 8, runningOfGroup: 5, waiting: 200, patience: 15_000 };

export interface PictureWork extends Pick<Downloads, 'isAllowed'> {
	decoder: Decoder;
	/**
	 * Fetches the file of a picture and does something with it, as one work.
	 *
	 * @throws OverloadedError when too many wait; as `Downloads.fetch`; Error for a file in another format; as `use`
	 */
	load<Result>(source: string, use: (file: Buffer) => Promise<Result>): Promise<Result>;
}

/** @param app with which it ends */
export function createPictureWork(
	app: FastifyInstance,
	settings: Pick<BffSettings, 'eventsBaseUrl' | 'eventsAuthUrl' | 'imageOrigins'>,
): PictureWork {
	const downloads = createDownloads(settings);
	const decoder = createDecoder();
	const slots = createSlots(loading);
	app.addHook('onClose', async () => {
		decoder.close();
		await downloads.close();
	});
	return {
		isAllowed: downloads.isAllowed,
		decoder,
		load: (source, use) =>
			slots.run(new URL(source).host, async () => {
				const file = await downloads.fetch(source);
				if (rasterFormatOf(file) === null)
					throw new Error('the file is no picture in a format that is shown');
				return use(file);
			}),
	};
}
