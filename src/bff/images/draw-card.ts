/**
 * Draws an event's preview card: the poster, and beside it start, title and brand. Pango draws text with the
 * project's fonts (decision 44).
 */
import sharp, { type Sharp } from 'sharp';
import { previewSize } from '../../contract/bff-api/images.ts';
import { escapeHtml, shorten } from '../../contract/event/plain-text.ts';

/** Texts come from `drawableText`; colours are `#rrggbb`. */
export interface Card {
	/** A raster image; null for none. */
	poster: Uint8Array | null;
	/** For a placeholder: its right part is shown. */
	isStandIn: boolean;
	/** Replaces a null poster. */
	tint: string;
	title: string;
	/** Day, time and city. */
	when: string;
	/** The site's name in two parts, the second in the accent colour; shown without a logo. */
	wordmark: readonly [string, string];
	/** A raster image. */
	logo: Uint8Array | null;
	colors: { paper: string; ink: string; accent: string };
	/** Right-to-left: the poster is on the left. */
	isMirrored: boolean;
}

/** Pixels. */
const { width, height } = previewSize;
const panel = 472;
const margin = 64;
const column = width - panel - 2 * margin;
const rules = { top: height - 162, thickness: 6, gap: 8 };
const logoHeight = 64;
const brandMiddle = height - 80;

/** The part of a placeholder without its bars for words. */
const standInPart = { left: 640, top: 0, width: 560, height } as const;

const fonts = 'Noto Sans,Noto Sans Arabic,Noto Sans CJK SC Bold';

/** Draws text at this size if it fits, else at the largest that does. */
interface Fitting {
	size: number;
	characters: number;
	maxHeight: number;
}
const whenFitting: Fitting = { size: 34, characters: 44, maxHeight: 50 };
const titleTop = margin + whenFitting.maxHeight + 20;
const titleFitting: Fitting = { size: 72, characters: 120, maxHeight: rules.top - titleTop - 20 };
const nameFitting: Fitting = { size: 44, characters: 40, maxHeight: 72 };

interface Layer {
	data: Buffer;
	info: { width: number; height: number };
}

type Runs = readonly (readonly [text: string, color: string])[];

const markup = (runs: Runs): string =>
	runs.map(([text, color]) => `<span foreground="${color}">${escapeHtml(text)}</span>`).join('');

/** @returns null if there is nothing to draw */
async function drawText(runs: Runs, { size, characters, maxHeight }: Fitting): Promise<Layer | null> {
	const shown = runs.map(([text, color]) => [shorten(text, characters), color] as const);
	if (shown.every(([text]) => text.trim() === '')) return null;
	const text = {
		text: markup(shown),
		font: `${fonts} ${size}`,
		width: column,
		rgba: true,
		wrap: 'word-char',
	} as const;
	const draw = (fit: { dpi: number } | { height: number }) =>
		sharp({ text: { ...text, ...fit } })
			.png({ compressionLevel: 1 })
			.toBuffer({ resolveWithObject: true });
	// At 72 dpi, a point is a pixel.
	const drawn = await draw({ dpi: 72 });
	return drawn.info.height <= maxHeight ? drawn : draw({ height: maxHeight });
}

const filled = (background: string, size: { width: number; height: number }) =>
	sharp({ create: { ...size, channels: 3, background } })
		.png({ compressionLevel: 1 })
		.toBuffer();

/** @param decode opens an untrusted image within this process's limits */
async function drawPanel(
	{ poster, isStandIn, tint }: Card,
	decode: (bytes: Uint8Array) => Sharp,
): Promise<Buffer> {
	if (poster === null) return filled(tint, { width: panel, height });
	const opened = isStandIn ? decode(poster).extract(standInPart) : decode(poster).rotate();
	return opened
		.resize(panel, height, { fit: 'cover' })
		.flatten({ background: '#fff' })
		.png({ compressionLevel: 1 })
		.toBuffer();
}

/** @returns JPEG, which every link preview can show */
export async function drawCard(image: Card, decode: (bytes: Uint8Array) => Sharp): Promise<Buffer> {
	const { title, when, wordmark, logo, colors, isMirrored } = image;
	const { paper, ink, accent } = colors;
	const start = isMirrored ? panel + margin : margin;
	/** Aligns a layer with the reading direction. */
	const leftOf = ({ info }: Layer) => (isMirrored ? start + column - info.width : start);
	const name: Runs = [
		[wordmark[0], ink],
		[wordmark[1], accent],
	];
	const drawLogo = (bytes: Uint8Array) =>
		decode(bytes)
			.resize({ width: column, height: logoHeight, fit: 'inside' })
			.png()
			.toBuffer({ resolveWithObject: true });
	const brand = await (logo === null ? drawText(name, nameFitting) : drawLogo(logo));
	const text = [
		{ layer: await drawText([[when, accent]], whenFitting), top: margin },
		{ layer: await drawText([[title, ink]], titleFitting), top: titleTop },
		{ layer: brand, top: brandMiddle - Math.round((brand?.info.height ?? 0) / 2) },
	];
	const rule = await filled(ink, { width: column, height: rules.thickness });
	const layers = [
		{ input: await drawPanel(image, decode), left: isMirrored ? 0 : width - panel, top: 0 },
		{ input: rule, left: start, top: rules.top },
		{ input: rule, left: start, top: rules.top + rules.thickness + rules.gap },
		...text.flatMap(({ layer, top }) =>
			layer === null ? [] : [{ input: layer.data, left: leftOf(layer), top }],
		),
	];
	return sharp({ create: { width, height, channels: 3, background: paper } })
		.composite(layers)
		.jpeg({ quality: 82 })
		.toBuffer();
}
