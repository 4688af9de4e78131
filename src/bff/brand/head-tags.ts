/** Generates a brand's head tags, styles and web app manifest. */
import type { Locale } from '../../contract/bff-api/preferences.ts';
import { pagePath, pagePatterns } from '../../contract/paths.ts';
import { words } from '../../contract/words/words.ts';
import type { Palette, Palettes } from './brand.ts';
import type { BrandJson } from './brand-json.ts';
import { colorProperties } from './palettes.ts';

export const link = (rel: string, href: string, attributes = ''): string =>
	`<link rel="${rel}" href="${href}"${attributes}>`;

export const svgIconLink = (href: string): string => link('icon', href, ' type="image/svg+xml"');

const themeColor = (color: string, scheme: 'light' | 'dark') =>
	`<meta name="theme-color" content="${color}" media="(prefers-color-scheme: ${scheme})">`;

export const themeColors = ({ light, dark }: Palettes): string[] => [
	themeColor(light.paper, 'light'),
	themeColor(dark.paper, 'dark'),
];

/** CSS for documents without scripts: applies the root element's `data-theme`, else the system's theme. */
export const colorSchemes =
	':root{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}';

const fontStack = (families: readonly string[]) =>
	[...families.map((name) => `"${name}"`), 'system-ui,"Noto Sans SC",sans-serif'].join(',');

const show = (root: string, shown: string, hidden: string) =>
	`${root} [data-logo=${shown}]{display:inline}${root} [data-logo=${hidden}]{display:none}`;
/** CSS that shows the logo for the page's theme, which may differ from the system's. */
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

export const manifestType = 'application/manifest+json';

export const svgIcon = (src: string) => ({ src, sizes: 'any', type: 'image/svg+xml' });

export const pngIcon = (src: string, size: number, purpose = 'any') => ({
	src,
	sizes: `${size}x${size}`,
	type: 'image/png',
	purpose,
});

export function manifestOf(
	locale: Locale,
	texts: { name: string; short_name: string; description: string | undefined },
	{ paper, vermilion }: Palette,
	icons: readonly object[],
): string {
	return JSON.stringify({
		...texts,
		lang: locale,
		id: pagePatterns.home,
		start_url: pagePatterns.home,
		scope: pagePatterns.home,
		display: 'standalone',
		background_color: paper,
		theme_color: vermilion,
		icons,
		shortcuts: [{ name: words[locale].words_my_events, url: pagePath.me('participated') }],
	});
}
