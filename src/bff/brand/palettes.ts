/** All colours of the app from the few that a brand has, and the colours of Daybill itself. */
import type { Palette, Palettes } from './brand.ts';
import type { BrandJson } from './brand-json.ts';
import { black, contrastOf, firstReadable, isDark, leastContrast, mix, white } from './contrast.ts';

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

/** What lies on a page: a lighter sheet. */
const sheetOf = (surface: string): string => mix(surface, white, isDark(surface) ? 0.05 : 0.6);

/** Text of a brand that names none. */
const textOn = (surface: string): string => mix(isDark(surface) ? white : black, surface, 0.1);

function paletteOf({ surface, accent, text = textOn(surface), focus = accent }: GivenColors): Palette {
	const sheet = sheetOf(surface);
	const readable = (...candidates: string[]) => firstReadable([surface, sheet], [...candidates, text]);
	const tints = Object.entries(daybillPalettes[isDark(surface) ? 'dark' : 'light'].tints).map(
		([type, tint]) => [type, readable(tint, mix(tint, text, 0.5))],
	);
	return {
		paper: surface,
		sheet,
		ink: text,
		faded: readable(mix(text, surface, 0.3)),
		rule: mix(surface, text, 0.2),
		vermilion: accent,
		'on-vermilion': isDark(accent) ? white : black,
		focus,
		tints: Object.fromEntries(tints) as Palette['tints'],
	};
}

/** The dark appearance of a brand that names only its light one. */
function darkOf({ surface, accent }: GivenColors): GivenColors {
	const dark = mix(black, surface, 0.06);
	const candidates = [accent, mix(accent, white, 0.3), mix(accent, white, 0.6)];
	return { surface: dark, accent: firstReadable([dark, sheetOf(dark)], candidates) };
}

/** @param problems gets a line for each colour that is hard to see on its surface */
function checkContrast(where: string, colors: GivenColors, problems: string[]): void {
	const { surface, accent, text = textOn(surface), focus } = colors;
	const pairs = [
		{ name: 'text', color: text, least: leastContrast.text },
		{ name: 'accent', color: accent, least: leastContrast.text },
		{ name: 'focus', color: focus, least: leastContrast.control },
	];
	for (const { name, color, least } of pairs) {
		if (color === undefined) continue;
		const found = Math.min(contrastOf(color, surface), contrastOf(color, sheetOf(surface)));
		if (found >= least) continue;
		// Rounded down, so that it never reads as if it were enough.
		const ratio = Math.floor(found * 100) / 100;
		problems.push(
			`brand.json: ${where}.${name}: ${color} on the surface ${surface} has a contrast of ${ratio}:1 and needs ${least}:1; choose a ${isDark(surface) ? 'lighter' : 'darker'} ${name} or another surface`,
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
