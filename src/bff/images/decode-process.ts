/**
 * A process that decodes images, one after another, and writes them as WebP or draws them into the image of an event. It
 * has no secrets, no sockets and a low priority, and its parent kills it when an image takes too long (`decoder.ts`).
 */
import { setPriority } from 'node:os';
import sharp from 'sharp';
import type { DecodeJob, DecodeResult, DrawJob } from './decoder.ts';
import { drawCard } from './draw-card.ts';

/** More than any poster has, and few enough that the slowest format is decoded in seconds. */
const maxPixels = 25_000_000;
/** Niceness: when the processors are busy, requests come before images. */
const niceness = 5;

const reply = (result: DecodeResult) => process.send?.(result);

setPriority(niceness);
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
	operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
});

const open = (bytes: Uint8Array) =>
	sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, animated: false });

const decode = ({ bytes, width, seconds }: DecodeJob) =>
	open(bytes)
		.timeout({ seconds })
		.rotate()
		.resize({ width, withoutEnlargement: true })
		// What stands in for an image is behind it, and must not shine through.
		.flatten({ background: '#fff' })
		// A third less work than at the default effort, for 3 to 5 % more bytes.
		.webp({ quality: 78, effort: 2 })
		.toBuffer();

process.on('message', async (job: DecodeJob | DrawJob) => {
	try {
		const image = await ('image' in job
			? drawCard(job.image, (bytes) => open(bytes).timeout({ seconds: job.seconds }))
			: decode(job));
		reply({ image });
	} catch (error) {
		reply({ reason: error instanceof Error ? error.message : String(error) });
	}
});
reply({ reason: 'ready' });
