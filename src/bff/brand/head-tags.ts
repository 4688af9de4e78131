/** Generates a brand's head tags, styles and web app manifest. */
import type { Locale } from '../../contract/bff-api/preferences.ts';
import { pagePath, pagePatterns } from '../../contract/paths.ts';
import { words } from '../../contract/words/words.ts';
import type { Palettes } from './brand.ts';
import type { BrandJson } from './brand-json.ts';
import { colorProperties } from './palettes.ts';

const link = (rel: string, href: string, attributes = '') =>
	`<link rel="${rel}" href="${href}"${attributes}>`;

const themeColor = (color: string, scheme: 'light' | 'dark') =>
	`<meta name="theme-color" content="${color}" media="(prefers-color-scheme: ${scheme})">`;

interface HeadFiles {
	pngIcon?: string;
	svgIcon: string | undefined;
	appleIcon: string;
	manifest: string;
	style?: string;
}

export const headTags = (
	{ light, dark }: Palettes,
	{ pngIcon, svgIcon, appleIcon, manifest, style }: HeadFiles,
): string[] => [
	themeColor(light.paper, 'light'),
	themeColor(dark.paper, 'dark'),
	...(pngIcon === undefined ? [] : [link('icon', pngIcon, ' type="image/png" sizes="32x32"')]),
	...(svgIcon === undefined ? [] : [link('icon', svgIcon, ' type="image/svg+xml"')]),
	link('apple-touch-icon', appleIcon),
	link('manifest', manifest),
	...(style === undefined ? [] : [`<style>${style}</style>`]),
];

/** For documents without scripts: follows the root element's theme, or the system's if it has none. */
export const colorSchemes =
	':root{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}';

const fontStack = (families: readonly string[]) =>
	[...families.map((name) => `"${name}"`), 'system-ui,"Noto Sans SC",sans-serif'].join(',');

const show = (root: string, shown: string, hidden: string) =>
	`${root} [data-logo=${shown}]{display:inline}${root} [data-logo=${hidden}]{display:none}`;
/** Shows the logo for the page's theme, which may differ from the system's. */
const twoLogos = `${show(':root', 'light', 'dark')}@media (prefers-color-scheme:dark){${show(':root', 'dark', 'light')}}${show(':root[data-theme=light]', 'light', 'dark')}${show(':root[data-theme=dark]', 'dark', 'light')}`;

/** @param urlOfFont returns a font file's URL, given its index in `fonts.files` */
export function brandStyle(
	{ fonts = {}, cornerRadius, darkLogo, logo }: BrandJson,
	palettes: Palettes,
	urlOfFont: (index: number) => string,
): string {
	const { text, display = text, files = [] } = fonts;
	const isAlwaysDark = palettes.light === palettes.dark;
	const faces = files.map(
		({ family, weight = '400', style = 'normal' }, index) =>
			`@font-face{font-family:"${family}";src:url(${urlOfFont(index)}) format("woff2");font-weight:${weight};font-style:${style};font-display:swap}`,
	);
	const properties = [
		colorProperties(palettes),
		...(text === undefined ? [] : [`--face:${fontStack(text)}`]),
		...(display === undefined ? [] : [`--display:${fontStack(display)}`]),
		...(cornerRadius === undefined ? [] : [`--radius:${cornerRadius}`]),
		// Daybill's own wordmark is in capitals; a brand's is not.
		'--wordmark-case:none',
	];
	return [
		...faces,
		`:root{${properties.join(';')}}`,
		isAlwaysDark ? ':root:root{color-scheme:dark}' : '',
		!isAlwaysDark && logo !== undefined && darkLogo !== undefined ? twoLogos : '',
	].join('');
}

interface ManifestInput {
	name: string;
	shortName: string;
	description: string | undefined;
	palettes: Palettes;
	svgIcon: string | undefined;
	url: (file: string) => string;
}

export function manifestOf(locale: Locale, input: ManifestInput): string {
	const { name, shortName, description, palettes, svgIcon, url } = input;
	const png = (file: string, size: number, purpose = 'any') => ({
		src: url(file),
		sizes: `${size}x${size}`,
		type: 'image/png',
		purpose,
	});
	return JSON.stringify({
		name,
		short_name: shortName,
		description,
		lang: locale,
		id: pagePatterns.home,
		start_url: pagePatterns.home,
		scope: pagePatterns.home,
		display: 'standalone',
		background_color: palettes.light.paper,
		theme_color: palettes.light.vermilion,
		icons: [
			...(svgIcon === undefined ? [] : [{ src: svgIcon, sizes: 'any', type: 'image/svg+xml' }]),
			png('icon-192.png', 192),
			png('icon-512.png', 512),
			png('icon-maskable.png', 512, 'maskable'),
		],
		shortcuts: [{ name: words[locale].words_my_events, url: pagePath.me('participated') }],
	});
}
