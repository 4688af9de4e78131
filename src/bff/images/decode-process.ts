/**
 * A process that decodes images, one after another, and writes them as WebP or draws them into the card of an event. It
 * has no secrets, no sockets and a low priority, and its parent kills it when an image takes too long (`decoder.ts`).
 */
import { setPriority } from 'node:os';
import sharp from 'sharp';
import type { DecodeJob, DecodeResult } from './decoder.ts';
import { drawCard } from './draw-card.ts';

/** More than any poster has, and few enough that the slowest format is decoded in seconds. */
const maxPixels = 25_000_000;
/** After which sharp gives up, where it can. */
const seconds = 5;
/** Niceness: when the processors are busy, requests come before images. */
const niceness = 5;

const reply = (result: DecodeResult) => process.send?.(result);

setPriority(niceness);
sharp.concurrency(1);
sharp.cache(false);
// SVG and PDF are programs rather than images, and no browser needs HEIC or TIFF: whatever a file is called, only these open it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
	operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
});

const open = (bytes: Uint8Array) =>
	sharp(bytes, {
		limitInputPixels: maxPixels,
		failOn: 'error',
		sequentialRead: true,
		animated: false,
	}).timeout({ seconds });

const decode = (bytes: Uint8Array, width: number) =>
	open(bytes)
		.rotate()
		.resize({ width, withoutEnlargement: true })
		// The placeholder behind an image must not shine through.
		.flatten({ background: '#fff' })
		// A third less work than at the default effort, for 3 to 5 % more bytes.
		.webp({ quality: 78, effort: 2 })
		.toBuffer();

process.on('message', async (job: DecodeJob) => {
	try {
		reply({ image: await ('card' in job ? drawCard(job.card, open) : decode(job.bytes, job.width)) });
	} catch (error) {
		reply({ reason: error instanceof Error ? error.message : String(error) });
	}
});
reply({ reason: 'ready' });
