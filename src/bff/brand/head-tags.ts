/** The tags by which a browser shows a brand: icons, manifest, colours of its bars, style. */
import { escapeHtml } from '../../contract/event/plain-text.ts';
import type { Palette, Palettes } from './brand.ts';
import type { BrandJson } from './brand-json.ts';
import { daybillPalettes } from './palettes.ts';

const link = (rel: string, href: string, attributes = '') =>
	`<link rel="${rel}" href="${escapeHtml(href)}"${attributes}>`;

const themeColor = (color: string, scheme: 'light' | 'dark') =>
	`<meta name="theme-color" content="${color}" media="(prefers-color-scheme: ${scheme})">`;

/** Of Daybill itself and of any brand. */
const themeColors = ({ light, dark }: Palettes): string[] => [
	themeColor(light.paper, 'light'),
	themeColor(dark.paper, 'dark'),
];

/** Daybill's own, whose files are those of the built app. */
export const daybillHeadTags = (palettes: Palettes): string[] => [
	...themeColors(palettes),
	link('icon', '/icon.svg', ' type="image/svg+xml"'),
	link('apple-touch-icon', '/icon-192.png'),
	link('manifest', '/manifest.webmanifest'),
];

/**
 * @param url of a file of the brand
 * @param style content of the style element, which has no `<`
 */
export function brandHeadTags(
	palettes: Palettes,
	{
		url,
		manifest,
		hasVectorIcon,
		style,
	}: { url: (file: string) => string; manifest: string; hasVectorIcon: boolean; style: string },
): string[] {
	return [
		...themeColors(palettes),
		link('icon', url('icon-32.png'), ' type="image/png" sizes="32x32"'),
		...(hasVectorIcon ? [link('icon', url('icon.svg'), ' type="image/svg+xml"')] : []),
		link('apple-touch-icon', url('icon-180.png')),
		link('manifest', url(manifest)),
		`<style>${style}</style>`,
	];
}

/** A value by appearance. */
const byScheme = (light: string, dark: string): string =>
	light === dark ? light : `light-dark(${light},${dark})`;

const colorNames = Object.keys(daybillPalettes.light).filter((name) => name !== 'tints') as Exclude<
	keyof Palette,
	'tints'
>[];

const declarations = (properties: readonly (readonly [string, string])[]): string =>
	properties.map(([name, value]) => `--${name}:${value}`).join(';');

function colorsOf({ light, dark }: Palettes): [string, string][] {
	const tints = Object.entries(light.tints).map(([type, tint]): [string, string] => [
		`type-${type}`,
		byScheme(tint, dark.tints[type as keyof Palette['tints']]),
	]);
	return [...colorNames.map((name): [string, string] => [name, byScheme(light[name], dark[name])]), ...tints];
}

const quote = (name: string) => `"${name}"`;

/** What follows where a family is not installed. */
const systemFonts = 'system-ui,"Noto Sans SC",sans-serif';

function fontsOf({ text, display = text }: NonNullable<BrandJson['fonts']>): [string, string][] {
	const stack = (families: readonly string[]) => [...families.map(quote), systemFonts].join(',');
	return [
		...(text === undefined ? [] : ([['face', stack(text)]] as [string, string][])),
		...(display === undefined ? [] : ([['display', stack(display)]] as [string, string][])),
	];
}

export interface FontFace {
	family: string;
	/** URL of the file. */
	src: string;
	weight: string | undefined;
	style: string | undefined;
}

const fontFace = ({ family, src, weight = '400', style = 'normal' }: FontFace): string =>
	`@font-face{font-family:${quote(family)};src:url(${src}) format("woff2");font-weight:${weight};font-style:${style};font-display:swap}`;

/** Shows the one of two logos that is for the appearance of the page, which the person may have chosen. */
const twoLogos = (() => {
	const show = (root: string, shown: string, hidden: string) =>
		`${root} [data-logo=${shown}]{display:inline}${root} [data-logo=${hidden}]{display:none}`;
	return [
		show(':root', 'light', 'dark'),
		`@media (prefers-color-scheme:dark){${show(':root', 'dark', 'light')}}`,
		show(':root[data-theme=light]', 'light', 'dark'),
		show(':root[data-theme=dark]', 'dark', 'light'),
	].join('');
})();

/**
 * The content of the style element.
 *
 * @param isAlwaysDark whatever a person has chosen
 */
export function brandStyle(
	{ fonts = {}, cornerRadius }: Pick<BrandJson, 'fonts' | 'cornerRadius'>,
	{
		palettes,
		isAlwaysDark,
		faces,
		hasTwoLogos,
	}: { palettes: Palettes; isAlwaysDark: boolean; faces: readonly FontFace[]; hasTwoLogos: boolean },
): string {
	const properties = [
		...colorsOf(palettes),
		...fontsOf(fonts),
		...(cornerRadius === undefined ? [] : [['radius', cornerRadius] as const]),
		// The name as it is written. Daybill's own is in capitals.
		['wordmark-case', 'none'] as const,
	];
	return [
		...faces.map(fontFace),
		`:root{${declarations(properties)}}`,
		isAlwaysDark ? ':root:root{color-scheme:dark}' : '',
		hasTwoLogos ? twoLogos : '',
	].join('');
}
