/** The brand's pictures: logo, icon in all sizes, and the one for link previews. */
import type sharp from 'sharp';
import type { Sharp } from 'sharp';

/** Loaded only where a brand has pictures: the library takes 20 MB of memory. */
const loadSharp = async (): Promise<typeof sharp> => (await import('sharp')).default;

/** Dots per inch at which a pixel of an SVG is one of the picture, and the most that the library takes. */
const baseDensity = 72;
const maxDensity = 2_400;

/** Width and height in the app, from the proportions of a picture. @throws Error when it is none */
export async function fitHeight(picture: Buffer, height: number): Promise<{ width: number; height: number }> {
	const { width, height: own } = await (await loadSharp())(picture).metadata();
	return { width: Math.max(1, Math.round((width * height) / own)), height };
}

/** Opens a picture so that an SVG is drawn in the size that it is shown in. */
async function openFor(picture: Buffer, height: number): Promise<Sharp> {
	const open = await loadSharp();
	const { height: own, format } = await open(picture).metadata();
	const density = Math.min(maxDensity, Math.max(1, (baseDensity * height) / own));
	return open(picture, format === 'svg' ? { density } : {});
}

/** A picture as PNG of this height. @throws Error when it is none */
export const rasterize = async (picture: Buffer, height: number): Promise<Buffer> =>
	(await openFor(picture, height)).resize({ height }).png().toBuffer();

/** Sizes in pixels: a browser's tab, a home screen of Apple, and those that a manifest should have. */
const sizes = { tab: 32, apple: 180, small: 192, large: 512 } as const;
/** A maskable icon is cut to a circle, and only what is within 80 % of it is safe (W3C Manifest §7). */
const safeShare = 0.8;

export interface IconFile {
	name: string;
	body: Buffer;
}

/**
 * The PNG files of an icon.
 *
 * @param background `#rrggbb`, behind the icon where it must not be transparent
 * @throws Error when it is no picture, or not square, or a PNG of less than 512 pixels
 */
export async function makeIcons(icon: Buffer, background: string): Promise<IconFile[]> {
	const open = await loadSharp();
	const { width, height, format } = await open(icon).metadata();
	if (Math.abs(width - height) > 1) throw new Error(`is ${width} × ${height} pixels, not square`);
	const isVector = format === 'svg';
	if (!isVector && width < sizes.large) throw new Error(`has ${width} pixels, ${sizes.large} are needed`);
	const density = Math.min(maxDensity, Math.max(1, (baseDensity * sizes.large) / width));
	const draw = (size: number) => open(icon, isVector ? { density } : {}).resize(size, size);
	const inner = Math.round(sizes.large * safeShare);
	const border = (sizes.large - inner) / 2;
	const files = {
		[`icon-${sizes.tab}.png`]: draw(sizes.tab),
		[`icon-${sizes.apple}.png`]: draw(sizes.apple).flatten({ background }),
		[`icon-${sizes.small}.png`]: draw(sizes.small),
		[`icon-${sizes.large}.png`]: draw(sizes.large),
		'icon-maskable.png': draw(inner)
			.extend({
				top: Math.floor(border),
				bottom: Math.ceil(border),
				left: Math.floor(border),
				right: Math.ceil(border),
				background: { r: 0, g: 0, b: 0, alpha: 0 },
			})
			.flatten({ background }),
	};
	return Promise.all(
		Object.entries(files).map(async ([name, image]) => ({ name, body: await image.png().toBuffer() })),
	);
}
