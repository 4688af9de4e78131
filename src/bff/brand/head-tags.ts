/** The tags by which a browser shows a brand: icons, manifest, colours of its bars, style. */
import { escapeHtml } from '../../contract/event/plain-text.ts';
import type { Palettes } from './brand.ts';

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
