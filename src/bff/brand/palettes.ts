/** All colours of the app from the few that a brand has, and the colours of Daybill itself. */
import type { Palette, Palettes } from './brand.ts';
import type { BrandJson } from './brand-json.ts';
import {
	contrastOf,
	fromOklch,
	isDark,
	leastContrast,
	nearestReadable,
	readableOn,
	toOklch,
} from './contrast.ts';

type GivenColors = Omit<BrandJson['colors'], 'dark'>;

/** As in `web/ui/tokens.css`. */
export const daybillPalettes: Palettes = {
	light: {
		paper: '#f7f2e8',
		sheet: '#fffdf8',
		ink: '#1a1712',
		faded: '#5c5448',
		rule: '#d8cdb9',
		vermilion: '#b3240f',
		'on-vermilion': '#fffdf8',
		focus: '#b3240f',
		tints: {
			music: '#7a1fa2',
			film: '#8a4b00',
			drama: '#a3123b',
			commonweal: '#1e6b32',
			salon: '#1b5aa0',
			exhibition: '#00646b',
			party: '#a61877',
			sports: '#2f5d00',
			travel: '#9a3d00',
			others: '#52525b',
		},
	},
	dark: {
		paper: '#15130f',
		sheet: '#201d18',
		ink: '#f3ecdf',
		faded: '#b9ae9c',
		rule: '#3d372d',
		vermilion: '#ff7a5c',
		'on-vermilion': '#240a04',
		focus: '#ff7a5c',
		tints: {
			music: '#d59bf0',
			film: '#f2b366',
			drama: '#ff8fa8',
			commonweal: '#86d39a',
			salon: '#8fc1f5',
			exhibition: '#74d2d8',
			party: '#f79bd6',
			sports: '#b0d870',
			travel: '#ffb087',
			others: '#c2c2cc',
		},
	},
};

/** The contrast that text has where nobody has chosen its colour. */
const derivedText = 10;

/** How far the other colours of a surface are from it in lightness. */
const offsets = {
	light: { sheet: 0.025, rule: -0.11, ink: 0.2, faded: 0.44 },
	dark: { sheet: 0.045, rule: 0.13, ink: 0.94, faded: 0.75 },
} as const;

/** What lies on a page: a lighter sheet. */
function sheetOf(surface: string): string {
	const { l, c, h } = toOklch(surface);
	return fromOklch({ l: l + offsets[isDark(surface) ? 'dark' : 'light'].sheet, c: c * 0.7, h });
}

/** A colour of the hue of a surface that has the contrast on it and on its sheet; black or white where none has. */
function derive(surface: string, lightness: number, least: number): string {
	const { c, h } = toOklch(surface);
	const color = fromOklch({ l: lightness, c: Math.min(c, 0.03), h });
	const on = [surface, sheetOf(surface)];
	return nearestReadable(color, on, least) ?? readableOn(...on);
}

/** @param colors whose contrast is known to be enough */
function paletteOf({ surface, accent, text, focus = accent }: GivenColors): Palette {
	const scheme = isDark(surface) ? 'dark' : 'light';
	const { rule, ink, faded } = offsets[scheme];
	const sheet = sheetOf(surface);
	const { l, c, h } = toOklch(surface);
	const tints = Object.entries(daybillPalettes[scheme].tints).map(([type, tint]) => [
		type,
		nearestReadable(tint, [surface, sheet], leastContrast.text) ?? readableOn(surface, sheet),
	]);
	return {
		paper: surface,
		sheet,
		ink: text ?? derive(surface, ink, derivedText),
		faded: derive(surface, faded, leastContrast.text),
		rule: fromOklch({ l: l + rule, c, h }),
		vermilion: accent,
		'on-vermilion': readableOn(accent),
		focus,
		tints: Object.fromEntries(tints) as Palette['tints'],
	};
}

/** The dark appearance of a brand that names only its light one. */
function darkOf({ surface, accent }: GivenColors): GivenColors {
	const { c, h } = toOklch(surface);
	const dark = fromOklch({ l: 0.185, c: Math.min(c, 0.02), h });
	const on = [dark, sheetOf(dark)];
	return { surface: dark, accent: nearestReadable(accent, on, leastContrast.text) ?? readableOn(...on) };
}

/** The pairs of colours that meet on a page, of those that a brand names. */
function pairsOf({ surface, accent, text, focus }: GivenColors) {
	return [
		{ name: 'text', color: text, least: leastContrast.text },
		{ name: 'accent', color: accent, least: leastContrast.text },
		{ name: 'focus', color: focus, least: leastContrast.control },
	].map((pair) => ({ ...pair, on: [surface, sheetOf(surface)] }));
}

/** @param problems gets a line for each pair that is hard to see, with the nearest colour that is not */
function checkContrast(where: string, colors: GivenColors, problems: string[]): void {
	for (const { name, color, least, on } of pairsOf(colors)) {
		if (color === undefined) continue;
		const found = Math.min(...on.map((surface) => contrastOf(color, surface)));
		if (found >= least) continue;
		const nearest = nearestReadable(color, on, least);
		const remedy =
			nearest === null ? 'choose a lighter or darker surface' : `the nearest that has is ${nearest}`;
		// Rounded down, so that it never reads as if it were enough.
		const ratio = Math.floor(found * 100) / 100;
		problems.push(
			`brand.json: ${where}.${name}: ${color} on the surface ${colors.surface} has a contrast of ${ratio}:1 and needs ${least}:1; ${remedy}`,
		);
	}
}

/**
 * @param problems gets a line for each mistake
 * @returns the colours of both appearances, and whether the site is always dark
 */
export function palettesOf(
	{ dark, ...main }: BrandJson['colors'],
	problems: string[],
): { palettes: Palettes; isAlwaysDark: boolean } {
	const isAlwaysDark = isDark(main.surface);
	checkContrast('colors', main, problems);
	if (dark !== undefined) {
		checkContrast('colors.dark', dark, problems);
		if (isAlwaysDark)
			problems.push('brand.json: colors.dark: the surface above is dark already, so leave this out');
		else if (!isDark(dark.surface))
			problems.push(`brand.json: colors.dark.surface: expected a dark colour, got ${dark.surface}`);
	}
	const light = paletteOf(main);
	return {
		palettes: { light, dark: isAlwaysDark ? light : paletteOf(dark ?? darkOf(main)) },
		isAlwaysDark,
	};
}
