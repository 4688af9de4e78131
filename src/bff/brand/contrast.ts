/** Contrast of colours (WCAG 2.2 §1.4.3, §1.4.11). */

/** Ratios that WCAG asks for: of text, and of parts of controls. */
export const leastContrast = { text: 4.5, control: 3 } as const;

export const black = '#000000';
export const white = '#ffffff';

/** @param hex `#rrggbb` */
const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Relative luminance (WCAG 2.2). */
function luminanceOf(hex: string): number {
	const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((channel) => {
		const value = channel / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. */
export function contrastOf(one: string, other: string): number {
	const [light, dark] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number];
	return (light + 0.05) / (dark + 0.05);
}

/** Whether light text is easier to read on it than dark text. */
export const isDark = (surface: string): boolean => contrastOf(surface, white) > contrastOf(surface, black);

/** As CSS: `color-mix(in srgb, one, other share%)`. @param share of the other colour, 0 to 1 */
export function mix(one: string, other: string, share: number): string {
	const others = channelsOf(other);
	const channels = channelsOf(one).map((channel, index) =>
		Math.round(channel + ((others[index] ?? 0) - channel) * share),
	);
	return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The first of some colours that text can have on all of the surfaces; the last one where none has the contrast. */
export const firstReadable = (surfaces: readonly string[], candidates: readonly string[]): string =>
	candidates.find((color) => surfaces.every((each) => contrastOf(color, each) >= leastContrast.text)) ??
	candidates.at(-1) ??
	black;
