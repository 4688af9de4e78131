/** Daybill's colors. Derives a brand's palettes from its colors, and checks contrasts (WCAG 2.2 §1.4.3, §1.4.11). */
import { type ListedType, listedTypes } from '../../contract/spec/filters.ts';
import type { ColorName, Palette, Palettes } from './brand.ts';
import type { BrandJson } from './brand-json.ts';

type GivenColors = Omit<BrandJson['colors'], 'dark'>;

/** The same colors as in `web/ui/tokens.css`. */
const daybillColors: Readonly<Record<ColorName, readonly [light: string, dark: string]>> = {
	paper: ['#f7f2e8', '#15130f'],
	sheet: ['#fffdf8', '#201d18'],
	ink: ['#1a1712', '#f3ecdf'],
	faded: ['#5c5448', '#b9ae9c'],
	rule: ['#d8cdb9', '#3d372d'],
	vermilion: ['#b3240f', '#ff7a5c'],
	'on-vermilion': ['#fffdf8', '#240a04'],
	focus: ['#b3240f', '#ff7a5c'],
	'type-music': ['#7a1fa2', '#d59bf0'],
	'type-film': ['#8a4b00', '#f2b366'],
	'type-drama': ['#a3123b', '#ff8fa8'],
	'type-commonweal': ['#1e6b32', '#86d39a'],
	'type-salon': ['#1b5aa0', '#8fc1f5'],
	'type-exhibition': ['#00646b', '#74d2d8'],
	'type-party': ['#a61877', '#f79bd6'],
	'type-sports': ['#2f5d00', '#b0d870'],
	'type-travel': ['#9a3d00', '#ffb087'],
	'type-others': ['#52525b', '#c2c2cc'],
};
const daybillPalette = (appearance: 0 | 1) =>
	Object.fromEntries(
		Object.entries(daybillColors).map(([name, pair]) => [name, pair[appearance]]),
	) as Palette;

export const daybillPalettes: Palettes = { light: daybillPalette(0), dark: daybillPalette(1) };

export const colorProperties = ({ light, dark }: Palettes): string =>
	Object.entries(light)
		.map(([name, color]) => {
			const atNight = dark[name as ColorName];
			return `--${name}:${color === atNight ? color : `light-dark(${color},${atNight})`}`;
		})
		.join(';');

const black = '#000000';
const white = '#ffffff';

const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Relative luminance (WCAG 2.2). */
function luminanceOf(hex: string): number {
	const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((channel) => {
		const value = channel / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrastOf(one: string, other: string): number {
	const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
	return (light + 0.05) / (dark + 0.05);
}

/** Whether white text is more readable on the color than black text. */
const isDark = (surface: string): boolean => contrastOf(surface, white) > contrastOf(surface, black);

/** Like CSS `color-mix(in srgb, one, other share%)`, with a share from 0 to 1. */
function mix(one: string, other: string, share: number): string {
	const others = channelsOf(other);
	const channels = channelsOf(one).map((channel, index) =>
		Math.round(channel + ((others[index] ?? 0) - channel) * share),
	);
	return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

const sheetOf = (surface: string): string => mix(surface, white, isDark(surface) ? 0.05 : 0.6);

const textOn = (surface: string): string => mix(isDark(surface) ? white : black, surface, 0.1);

/** A color's contrast on pages or on cards, whichever is lower. */
const contrastOn = (surface: string, color: string): number =>
	Math.min(contrastOf(color, surface), contrastOf(color, sheetOf(surface)));

const firstReadable = (surface: string, candidates: readonly [string, ...string[]]): string =>
	candidates.find((color) => contrastOn(surface, color) >= 4.5) ?? candidates.at(-1) ?? candidates[0];

function paletteOf({ surface, accent, text = textOn(surface), focus = accent }: GivenColors): Palette {
	const own = isDark(surface) ? daybillPalettes.dark : daybillPalettes.light;
	const types = listedTypes.map((type) => {
		const tint = own[`type-${type}`];
		return [`type-${type}`, firstReadable(surface, [tint, mix(tint, text, 0.5), text])];
	});
	return {
		paper: surface,
		sheet: sheetOf(surface),
		ink: text,
		faded: firstReadable(surface, [mix(text, surface, 0.3), text]),
		rule: mix(surface, text, 0.2),
		vermilion: accent,
		'on-vermilion': isDark(accent) ? white : black,
		focus,
		...(Object.fromEntries(types) as Record<`type-${ListedType}`, string>),
	};
}

function darkOf({ surface, accent }: GivenColors): GivenColors {
	const dark = mix(black, surface, 0.06);
	return {
		surface: dark,
		accent: firstReadable(dark, [accent, mix(accent, white, 0.3), mix(accent, white, 0.6)]),
	};
}

function checkContrast(where: string, { surface, ...colors }: GivenColors, problems: string[]): void {
	const given = { ...colors, text: colors.text ?? textOn(surface) };
	for (const [name, least] of [
		['text', 4.5],
		['accent', 4.5],
		['focus', 3],
	] as const) {
		const color = given[name];
		if (color === undefined || contrastOn(surface, color) >= least) continue;
		// Rounded down: the message must not say that 4.499 is 4.5.
		const ratio = Math.floor(contrastOn(surface, color) * 100) / 100;
		problems.push(
			`brand.json: ${where}.${name}: ${color} on the surface ${surface} has a contrast of ${ratio}:1 and needs ${least}:1; choose a ${isDark(surface) ? 'lighter' : 'darker'} ${name} or another surface`,
		);
	}
}

/** @returns the light and the dark palette; the same object if the surface is dark */
export function palettesOf({ dark, ...main }: BrandJson['colors'], problems: string[]): Palettes {
	checkContrast('colors', main, problems);
	if (dark !== undefined) checkContrast('colors.dark', dark, problems);
	if (dark !== undefined && !isDark(dark.surface))
		problems.push(`brand.json: colors.dark.surface: expected a dark color, got ${dark.surface}`);
	const light = paletteOf(main);
	if (!isDark(main.surface)) return { light, dark: paletteOf(dark ?? darkOf(main)) };
	if (dark !== undefined)
		problems.push('brand.json: colors.dark: colors.surface is already dark, so remove this');
	return { light, dark: light };
}
