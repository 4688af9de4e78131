/** Contrast of colours (WCAG 2.2 §1.4.3, §1.4.11), and the nearest colour that is easy enough to see, in OKLCH. */
import Color from 'colorjs.io';

/** Ratios that WCAG asks for: of text, and of parts of controls. */
export const leastContrast = { text: 4.5, control: 3 } as const;

/** Lightness (0 to 1), chroma and hue in degrees; a grey has the hue 0. */
interface Oklch {
	l: number;
	c: number;
	h: number;
}

const black = '#000000';
const white = '#ffffff';

/** @param hex `#rrggbb` */
export function toOklch(hex: string): Oklch {
	const [l, c, h] = new Color(hex).to('oklch').coords;
	return { l: l ?? 0, c: c ?? 0, h: Number.isFinite(h) ? (h ?? 0) : 0 };
}

/** The colour as `#rrggbb`, with less chroma where a screen cannot show it. */
export function fromOklch({ l, c, h }: Oklch): string {
	const lightness = Math.min(1, Math.max(0, l));
	return new Color('oklch', [lightness, c, h])
		.to('srgb')
		.toGamut()
		.toString({ format: 'hex', collapse: false });
}

/** From 1 to 21. */
export const contrastOf = (one: string, other: string): number =>
	new Color(one).contrast(new Color(other), 'WCAG21');

/** Whether light text is easier to read on it than dark text. */
export const isDark = (surface: string): boolean => contrastOf(surface, white) > contrastOf(surface, black);

/** Black or white, whichever is easier to read on all of these colours: on one colour, one of them always has 4.5:1. */
export function readableOn(...colors: readonly string[]): string {
	const least = (text: string) => Math.min(...colors.map((color) => contrastOf(text, color)));
	return least(white) > least(black) ? white : black;
}

/** Difference in lightness between two colours that are tried. */
const step = 0.004;

/**
 * The colour itself, or the nearest by lightness, with the same hue, that has the contrast on all surfaces.
 *
 * @returns null where no lightness has it
 */
export function nearestReadable(color: string, on: readonly string[], least: number): string | null {
	const passes = (each: string) => on.every((surface) => contrastOf(each, surface) >= least);
	if (passes(color)) return color;
	const { l, c, h } = toOklch(color);
	for (let distance = step; distance <= 1; distance += step) {
		for (const lightness of [l - distance, l + distance]) {
			if (lightness < -step || lightness > 1 + step) continue;
			const candidate = fromOklch({ l: lightness, c, h });
			if (passes(candidate)) return candidate;
		}
	}
	return null;
}
