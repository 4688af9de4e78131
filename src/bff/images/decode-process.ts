/**
 * A process that decodes pictures, one after another, and writes them as WebP. It has no secrets, no sockets and a low
 * priority, and its parent kills it when a picture takes too long (`decoder.ts`).
 */
import { setPriority } from 'node:os';
import sharp from 'sharp';
import type { DecodeJob, DecodeResult } from './decoder.ts';

/** More than any poster has, and few enough that the slowest format is decoded in seconds. */
const maxPixels = 25_000_000;
/** Niceness: when the processors are busy, requests come before pictures. */
const niceness = 5;

const reply = (result: DecodeResult) => process.send?.(result);

setPriority(niceness);
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
	operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
});
process.on('message', async ({ bytes, width, seconds }: DecodeJob) => {
	try {
		const picture = await sharp(bytes, {
			limitInputPixels: maxPixels,
			failOn: 'error',
			sequentialRead: true,
			animated: false,
		})
			.timeout({ seconds })
			.rotate()
			.resize({ width, withoutEnlargement: true })
			// What stands in for a picture is behind it, and must not shine through.
			.flatten({ background: '#fff' })
			.webp({ quality: 78 })
			.toBuffer();
		reply({ picture });
	} catch (error) {
		reply({ reason: error instanceof Error ? error.message : String(error) });
	}
});
reply({ reason: 'ready' });
