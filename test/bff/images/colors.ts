import sharp, { type Region } from 'sharp';

/** An image of one color. */
export const plainPng = (background: string, width: number, height: number): Promise<Buffer> =>
	sharp({ create: { width, height, channels: 3, background } })
		.png()
		.toBuffer();

/** The mean color of a part of an image, as `#rrggbb`. */
export async function meanColor(image: Buffer, part: Region): Promise<string> {
	const { channels } = await sharp(await sharp(image).extract(part).png().toBuffer()).stats();
	const hex = channels.slice(0, 3).map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0'));
	return `#${hex.join('')}`;
}

const parts = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Whether two colors are the same, within the precision of JPEG. */
export const near = (color: string) => (other: string) =>
	parts(color).every((value, index) => Math.abs(value - (parts(other)[index] ?? 0)) <= 3);
