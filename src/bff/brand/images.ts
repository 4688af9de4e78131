/** Resizes a brand's logo and icon. Imported only if there is a brand, because sharp takes 20 MB of memory. */
import sharp, { type Sharp } from 'sharp';

/** DPI. At `baseDensity`, sharp draws one pixel of an SVG as one pixel of the image. */
const baseDensity = 72;
const maxDensity = 2_400;

async function openFor(image: Buffer, height: number): Promise<Sharp> {
	const { height: own, format } = await sharp(image).metadata();
	const density = Math.min(maxDensity, Math.max(1, (baseDensity * height) / own));
	return sharp(image, format === 'svg' ? { density } : {});
}

export async function widthAt(height: number, image: Buffer): Promise<number> {
	const { width, height: own } = await sharp(image).metadata();
	return Math.max(1, Math.round((width * height) / own));
}

export const toPng = async (image: Buffer, height: number): Promise<Buffer> =>
	(await openFor(image, height)).resize({ height }).png().toBuffer();

/** Pixels. Systems may crop a maskable icon to a circle of 80% of its width (W3C Manifest §7). */
const [largest, inner, border] = [512, 410, 51];

/** Draws the PNG files of an icon. @throws Error if it isn't a square image, or is a PNG of less than 512 pixels */
export async function makeIcons(icon: Buffer, background: string): Promise<Record<string, Buffer>> {
	const { width, height, format } = await sharp(icon).metadata();
	if (Math.abs(width - height) > 1) throw new Error(`is ${width} × ${height} pixels, not square`);
	if (format !== 'svg' && width < largest) throw new Error(`is ${width} pixels wide, less than ${largest}`);
	const draw = async (size: number) => (await openFor(icon, largest)).resize(size, size).png();
	const edges = { top: border, bottom: border, left: border, right: border };
	return {
		'icon-32.png': await (await draw(32)).toBuffer(),
		'icon-180.png': await (await draw(180)).flatten({ background }).toBuffer(),
		'icon-192.png': await (await draw(192)).toBuffer(),
		'icon-512.png': await (await draw(largest)).toBuffer(),
		'icon-maskable.png': await (await draw(inner))
			.flatten({ background })
			.extend({ ...edges, background })
			.toBuffer(),
	};
}
