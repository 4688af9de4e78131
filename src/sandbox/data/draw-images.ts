/** Draws posters and avatars from shapes. An identifier always gets the same image. */
import sharp from 'sharp';
import type { Category } from './event-templates.ts';
import { canvas, compositions } from './posters/compositions.ts';
import { drawPoster } from './posters/draw.ts';
import { createRandom, seedOf } from './random.ts';

/** Widths in pixels of the three poster sizes, all 3:4. */
export const posterSizes = { medium: 480, lmobile: 720, hlarge: 960 } as const;
export type PosterSize = keyof typeof posterSizes;

const quality = 80;

const { width, height } = canvas;
const whole = `width="${width}" height="${height}"`;
/** At the final size, because downscaling from twice the width would take four times as long. */
const svgOf = (content: string, size: PosterSize) =>
	Buffer.from(
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${posterSizes[size]}" height="${heightOf(size)}">${content}</svg>`,
	);
const heightOf = (size: PosterSize) => (posterSizes[size] * height) / width;

/** Light from above and a fine grain make flat shapes look printed. */
const light = `<defs><linearGradient id="l" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".14"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".22"/></linearGradient></defs>`;
const grain = `<defs><filter id="g" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="3"/><feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  0 0 0 .55 -.18"/></filter></defs><rect ${whole} filter="url(#g)" opacity=".5"/>`;
/**
 * Drawn once, at the smallest size, because grain is by far the most expensive part. It is the same on every poster.
 */
let drawnGrain: Promise<Buffer> | undefined;
const grains = new Map<PosterSize, Promise<Buffer>>();
async function scaleGrain(size: PosterSize): Promise<Buffer> {
	drawnGrain ??= sharp(svgOf(grain, 'medium')).png({ compressionLevel: 1 }).toBuffer();
	return sharp(await drawnGrain)
		.resize(posterSizes[size])
		.ensureAlpha()
		.raw()
		.toBuffer();
}
function grainOf(size: PosterSize): Promise<Buffer> {
	const scaled = grains.get(size) ?? scaleGrain(size);
	grains.set(size, scaled);
	return scaled;
}

/** Draws a poster as WebP. @param input `category` determines the composition, `eventId` its variation */
export async function renderPoster(input: {
	eventId: string;
	category: string;
	size: PosterSize;
}): Promise<Buffer> {
	const { eventId, size } = input;
	const category: Category = input.category in compositions ? (input.category as Category) : 'others';
	const drawing = drawPoster(category, createRandom(seedOf(`${category} ${eventId}`)));
	const raw = { width: posterSizes[size], height: heightOf(size), channels: 4 } as const;
	return (
		sharp(svgOf(`${light}${drawing}<rect ${whole} fill="url(#l)"/>`, size))
			.composite([{ input: await grainOf(size), raw }])
			.removeAlpha()
			// Visitors wait for the first posters, so trade slightly larger files for half the time.
			.webp({ quality, effort: 1 })
			.toBuffer()
	);
}

const skins = ['#f7d7c4', '#e8b796', '#c98d66', '#8d5b3e', '#f2c9a8'];
const grounds = ['#e07a5f', '#3d405b', '#81b29a', '#f2cc8f', '#5f7adb', '#b5657a', '#4f8a8b', '#d9a441'];
const hairs = ['#1d1a19', '#4a2c1d', '#7a4b2a', '#26303d', '#a8763e', '#5a2333'];

/** Draws an avatar as WebP, 192 × 192. */
export async function renderAvatar({ userId }: { userId: string }): Promise<Buffer> {
	const random = createRandom(seedOf(`avatar ${userId}`));
	const [ground, skin, hair, shirt] = [
		random.pick(grounds),
		random.pick(skins),
		random.pick(hairs),
		random.pick(grounds),
	];
	const fringe = random.between(-14, 14);
	const long = random.chance(0.5)
		? `<path d="M52 84 Q44 160 66 168 L126 168 Q148 160 140 84 Z" fill="${hair}"/>`
		: '';
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 192" width="192" height="192"><rect width="192" height="192" fill="${ground}"/>${long}<path d="M30 200 Q34 148 96 148 Q158 148 162 200 Z" fill="${shirt}"/><rect x="82" y="118" width="28" height="40" rx="14" fill="${skin}"/><ellipse cx="96" cy="92" rx="40" ry="46" fill="${skin}"/><path d="M54 92 Q50 40 96 38 Q142 40 138 92 Q132 ${72 + fringe} 110 66 Q80 ${62 - fringe} 66 76 Q58 82 54 92 Z" fill="${hair}"/></svg>`;
	return sharp(Buffer.from(svg)).webp({ quality }).toBuffer();
}
