/** Draws one of a type's compositions in one of its palettes, with varied inks, framing and layout. */
import type { Category } from '../event-templates.ts';
import type { Random } from '../random.ts';
import { canvas, compositions } from './compositions.ts';
import { type Palette, palettes } from './palettes.ts';

const { width, height } = canvas;

/** Shuffles the inks; sometimes the light one becomes the background. */
function mix([ground, main, second, light]: Palette, random: Random): Palette {
	const [a, b] = random.chance(0.5) ? [main, second] : [second, main];
	return random.chance(0.3) ? [light, a, b, ground] : [ground, a, b, light];
}

/** Zooms, shifts and sometimes mirrors a drawing. */
function look(drawing: string, random: Random): string {
	const scale = random.pick([0.8, 1, 1, 1.2, 1.5]);
	const [x, y] = [random.between(-70, 70) * scale, random.between(-90, 90) * scale];
	const side = random.chance(0.5) ? -1 : 1;
	return `<g transform="translate(${width / 2 + x} ${height / 2 + y}) scale(${scale * side} ${scale}) translate(${-width / 2} ${-height / 2})">${drawing}</g>`;
}

const rect = (x: number, y: number, w: number, h: number, fill: string) =>
	`<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"/>`;

/** Lines of different lengths that suggest a poster's text. */
function lines(x: number, y: number, w: number, fill: string, random: Random): string {
	const count = random.between(2, 4);
	return Array.from({ length: count }, (_, index) =>
		rect(
			x,
			y + index * 46,
			Math.round(w * (index === 0 ? 1 : 0.3 + random.next() * 0.6)),
			index === 0 ? 30 : 14,
			fill,
		),
	).join('');
}

type Layout = (drawing: string, palette: Palette, random: Random) => string;

const clipped = (drawing: string, shape: string) =>
	`<clipPath id="c">${shape}</clipPath><g clip-path="url(#c)">${drawing}</g>`;

const layouts: readonly Layout[] = [
	(drawing) => drawing,
	(drawing) => drawing,
	// A band with text at the bottom or top.
	(drawing, [, main, , light], random) => {
		const band = random.between(170, 260);
		const y = random.chance(0.6) ? height - band : 0;
		return `${drawing}${rect(0, y, width, band, main)}${lines(48, y + 48, 420, light, random)}`;
	},
	// A wide margin around the image.
	(drawing, [ground, , second, light], random) => {
		const margin = random.between(44, 72);
		const inner = rect(margin, margin, width - 2 * margin, height - 2 * margin - 130, ground);
		return `${rect(0, 0, width, height, light)}${clipped(inner + drawing, inner)}${lines(margin, height - 150, 380, second, random)}`;
	},
	// A strip along one side.
	(drawing, [, main, second, light], random) => {
		const strip = random.between(90, 150);
		const x = random.chance(0.5) ? 0 : width - strip;
		return `${drawing}${rect(x, 0, strip, height, second)}${rect(x + strip / 2 - 12, 70, 24, random.between(300, 620), light)}${rect(x + strip / 2 - 12, 780, 24, 110, main)}`;
	},
	// A round window.
	(drawing, [ground, main, second, light], random) => {
		const r = random.between(270, 330);
		const y = random.between(330, 420);
		const shape = `<circle cx="360" cy="${y}" r="${r}" fill="${ground}"/>`;
		return `${rect(0, 0, width, height, random.chance(0.5) ? light : main)}${clipped(shape + drawing, shape)}${lines(60, 800, 460, second, random)}`;
	},
	// Half the sheet in another ink.
	(drawing, [, , second], random) => {
		const [left, right] = [random.between(420, 620), random.between(300, 780)];
		return `<path d="M0 ${left} L${width} ${right} V${height} H0 Z" fill="${second}"/>${drawing}`;
	},
];

export function drawPoster(category: Category, random: Random): string {
	const palette = mix(random.pick(palettes[category]), random);
	const drawing = look(random.pick(compositions[category])(palette, random), random);
	return rect(0, 0, width, height, palette[0]) + random.pick(layouts)(drawing, palette, random);
}
