/** Draws preview cards, and agendas (several events, one below the other), with the project's fonts (decision 44). */
import { escapeUTF8 as escapeHtml } from 'entities';
import sharp, { type Sharp } from 'sharp';
import { previewSize } from '../../contract/bff-api/images.ts';
import { shorten } from '../../contract/event/plain-text.ts';

interface DrawnEvent {
	poster: Uint8Array | null;
	/** `poster` is the placeholder of an event without one; only its right part is drawn. */
	isPlaceholder: boolean;
	tint: string;
	title: string;
	/** Day, time and city. */
	when: string;
}

interface Look {
	/** The site's name in two parts, the second in the accent color; shown if there is no logo. */
	wordmark: readonly [string, string];
	logo: Uint8Array | null;
	colors: { paper: string; ink: string; accent: string };
	/** Right-to-left layout: a card's poster is on the left, an agenda's on the right. */
	isMirrored: boolean;
}

/** Texts come from `drawableText`; colors are `#rrggbb`. */
export type Card = DrawnEvent & Look;

export interface AgendaCard extends Look {
	heading: string;
	events: readonly (DrawnEvent & { place: string })[];
}

/** Opens an untrusted image. @throws Error if decoding would take too much memory */
type Open = (bytes: Uint8Array) => Promise<Sharp>;

/** Positions and sizes on a preview card, in pixels. */
const { width, height } = previewSize;
const panel = 472;
const margin = 64;
const column = width - panel - 2 * margin;
const rules = { top: height - 162, thickness: 6, gap: 8 };
const logoHeight = 64;
const brandMiddle = height - 80;

/** The part of a placeholder without the bars that stand for text. */
const placeholderPart = { left: 640, top: 0, width: 560, height } as const;

const fonts = 'Noto Sans,Noto Sans Arabic,Noto Sans CJK SC Bold';

/** How to draw a text: cut to `characters`, in `size`, or smaller if it would be higher than `maxHeight` (pixels). */
interface Fitting {
	size: number;
	characters: number;
	maxHeight: number;
	width?: number;
}
const whenFitting: Fitting = { size: 34, characters: 44, maxHeight: 50 };
const titleTop = margin + whenFitting.maxHeight + 20;
const titleFitting: Fitting = { size: 72, characters: 120, maxHeight: rules.top - titleTop - 20 };
const nameFitting: Fitting = { size: 44, characters: 40, maxHeight: 72 };

type Size = Record<'width' | 'height', number>;
type Layer = Awaited<ReturnType<typeof layerOf>>;

const layerOf = (image: Sharp) => image.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });

async function drawText(
	runs: readonly (readonly [text: string, color: string])[],
	{ size, characters, maxHeight, width = column }: Fitting,
): Promise<Layer | null> {
	if (runs.every(([text]) => text.trim() === '')) return null;
	const text = runs
		.map(([text, color]) => `<span foreground="${color}">${escapeHtml(shorten(text, characters))}</span>`)
		.join('');
	const draw = (fit: { dpi: number } | { height: number }) =>
		layerOf(
			sharp({ text: { text, font: `${fonts} ${size}`, width, rgba: true, wrap: 'word-char', ...fit } }),
		);
	// At 72 dpi, a point is a pixel.
	const drawn = await draw({ dpi: 72 });
	return drawn.info.height <= maxHeight ? drawn : draw({ height: maxHeight });
}

const plain = (background: string, size: Size): Sharp =>
	sharp({ create: { ...size, channels: 3, background } });

async function drawPoster(
	{ poster, isPlaceholder, tint }: DrawnEvent,
	size: Size,
	open: Open,
): Promise<Layer> {
	if (poster === null) return layerOf(plain(tint, size));
	const opened = await open(poster);
	const part = isPlaceholder ? opened.extract(placeholderPart) : opened.rotate();
	return layerOf(part.resize({ ...size, fit: 'cover' }).flatten({ background: '#fff' }));
}

async function drawBrand(
	{ wordmark: [first, second], logo, colors: { ink, accent } }: Look,
	open: Open,
): Promise<Layer | null> {
	if (logo !== null)
		return layerOf((await open(logo)).resize({ width: column, height: logoHeight, fit: 'inside' }));
	return drawText([[first, ink] as const, [second, accent] as const], nameFitting);
}

interface Placed {
	layer: Layer | null;
	/** Distance from the start edge, in the reading direction. */
	from: number;
	top: number;
}

async function drawRules(color: string, width: number, top: number): Promise<Placed[]> {
	const layer = await layerOf(plain(color, { width, height: rules.thickness }));
	return [top, top + rules.thickness + rules.gap].map((each) => ({ layer, from: margin, top: each }));
}

const brandAt = (layer: Layer | null, middle: number): Placed => ({
	layer,
	from: margin,
	top: middle - Math.round((layer?.info.height ?? 0) / 2),
});

function compose({ colors, isMirrored }: Look, size: Size, placed: readonly Placed[]): Promise<Buffer> {
	const layers = placed.flatMap(({ layer, from, top }) => {
		if (layer === null) return [];
		return { input: layer.data, left: isMirrored ? size.width - from - layer.info.width : from, top };
	});
	return plain(colors.paper, size).composite(layers).jpeg({ quality: 82 }).toBuffer();
}

export async function drawCard(card: Card, open: Open): Promise<Buffer> {
	const { ink, accent } = card.colors;
	return compose(card, previewSize, [
		{ layer: await drawPoster(card, { width: panel, height }, open), from: width - panel, top: 0 },
		...(await drawRules(ink, column, rules.top)),
		{ layer: await drawText([[card.when, accent]], whenFitting), from: margin, top: margin },
		{ layer: await drawText([[card.title, ink]], titleFitting), from: margin, top: titleTop },
		brandAt(await drawBrand(card, open), brandMiddle),
	]);
}

/** Positions and sizes on an agenda, in pixels. Its height depends on the number of events. */
const agenda = { width: 1080, top: 214, row: 260, bottom: 150, poster: { width: 172, height: 230 }, gap: 32 };
const agendaColumn = agenda.width - 2 * margin - agenda.poster.width - agenda.gap;
const headingFitting: Fitting = {
	size: 72,
	characters: 40,
	maxHeight: 96,
	width: agenda.width - 2 * margin,
};
const rowFittings = {
	when: { size: 32, characters: 60, maxHeight: 48, width: agendaColumn },
	title: { size: 46, characters: 80, maxHeight: 116, width: agendaColumn },
	place: { size: 30, characters: 60, maxHeight: 44, width: agendaColumn },
} satisfies Record<string, Fitting>;

export async function drawAgenda(image: AgendaCard, open: Open): Promise<Buffer> {
	const { heading, events, colors } = image;
	const { ink, accent } = colors;
	const total = agenda.top + events.length * agenda.row + agenda.bottom;
	const drawRow = async (event: (typeof events)[number], index: number): Promise<Placed[]> => {
		const top = agenda.top + index * agenda.row;
		const from = margin + agenda.poster.width + agenda.gap;
		const title = await drawText([[event.title, ink]], rowFittings.title);
		const below = top + 76 + (title?.info.height ?? 0);
		return [
			{ layer: await drawPoster(event, agenda.poster, open), from: margin, top },
			{ layer: await drawText([[event.when, accent]], rowFittings.when), from, top: top + 4 },
			{ layer: title, from, top: top + 60 },
			{ layer: await drawText([[event.place, ink]], rowFittings.place), from, top: below },
		];
	};
	const rows = await Promise.all(events.map(drawRow));
	return compose(image, { width: agenda.width, height: total }, [
		{ layer: await drawText([[heading, ink]], headingFitting), from: margin, top: margin },
		...(await drawRules(ink, agenda.width - 2 * margin, agenda.top - 48)),
		...rows.flat(),
		brandAt(await drawBrand(image, open), total - 80),
	]);
}
