/**
 * A child process that decodes images to WebP, or draws them into cards, one at a time. It has no secrets, no network
 * connections and a low priority. `decoder.ts` starts it, and kills it if an image takes too long.
 */
import { setPriority } from 'node:os';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { DecodeJob, DecodeResult } from './decoder.ts';
import { drawAgenda, drawCard } from './draw-card.ts';

/** Memory for one image: enough for 112 megapixels of JPEG, 37 of progressive JPEG, 8 of AVIF, or 28 of other formats. */
const maxBytes = 225_000_000;
/** A lower priority than the process that serves requests. */
const niceness = 5;

const reply = (result: DecodeResult) => process.send?.(result);

setPriority(niceness);
sharp.concurrency(1);
sharp.cache(false);
// Allow only the formats below. SVG and PDF files can contain programs; HEIC and TIFF are not used on the web.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
	operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
});

/** Bytes of memory per pixel. JPEGs that aren't progressive take little memory; their 2 limits the decoding time. */
function bytesPerPixel({ format, isProgressive, channels }: Metadata): number {
	if (format === 'jpeg') return isProgressive ? 2 * channels : 2;
	// `heif` is AVIF, for which 28 was measured.
	return format === 'heif' ? 28 : 8;
}

/** Opens an untrusted image. @throws Error if decoding would take too much memory */
async function open(bytes: Uint8Array): Promise<Sharp> {
	const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
	const limitInputPixels = Math.floor(maxBytes / bytesPerPixel(metadata));
	return sharp(bytes, { limitInputPixels, failOn: 'error', sequentialRead: true, animated: false });
}

/** Fits into a connection's first round trip, together with the headers: on phones, the first image decides the LCP. */
const maxPhoneBytes = 13_300;
const maxPhoneWidth = 480;
const quality = { usual: 78, phone: [66, 54] };

async function decode(bytes: Uint8Array, width: number): Promise<Buffer> {
	const resized = (await open(bytes)).rotate().resize({ width, withoutEnlargement: true });
	// A transparent image would show the placeholder behind it.
	const { data, info } = await resized
		.flatten({ background: '#fff' })
		.raw()
		.toBuffer({ resolveWithObject: true });
	// Effort 2 takes a third less time than the default, and 3% to 5% more bytes.
	const encode = (at: number) => sharp(data, { raw: info }).webp({ quality: at, effort: 2 }).toBuffer();
	let image = await encode(quality.usual);
	if (width > maxPhoneWidth) return image;
	for (const lower of quality.phone) if (image.length > maxPhoneBytes) image = await encode(lower);
	return image;
}

function run(job: DecodeJob): Promise<Buffer> {
	if ('card' in job) return drawCard(job.card, open);
	return 'agenda' in job ? drawAgenda(job.agenda, open) : decode(job.bytes, job.width);
}

process.on('message', async (job: DecodeJob) => {
	try {
		reply({ image: await run(job) });
	} catch (error) {
		reply({ reason: error instanceof Error ? error.message : String(error) });
	}
});
reply({ reason: 'ready' });
