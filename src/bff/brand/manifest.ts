/** The web app manifest of a brand (W3C Web Application Manifest), in one language. */
import type { Locale } from '../../contract/bff-api/preferences.ts';
import { pagePath, pagePatterns } from '../../contract/paths.ts';
import { words } from '../../contract/words/words.ts';

interface ManifestInput {
	name: string;
	shortName: string;
	/** Null for none. */
	description: string | null;
	/** Colours as `#rrggbb`. */
	background: string;
	theme: string;
	/** URL of a file of the brand. */
	url: (file: string) => string;
	/** Whether the icon is also there as SVG. */
	hasVectorIcon: boolean;
}

/** @returns JSON */
export function manifestOf(locale: Locale, input: ManifestInput): string {
	const { name, shortName, description, background, theme, url, hasVectorIcon } = input;
	const png = (file: string, size: number, purpose = 'any') => ({
		src: url(file),
		sizes: `${size}x${size}`,
		type: 'image/png',
		purpose,
	});
	return JSON.stringify({
		name,
		short_name: shortName,
		...(description === null ? {} : { description }),
		lang: locale,
		id: pagePatterns.home,
		start_url: pagePatterns.home,
		scope: pagePatterns.home,
		display: 'standalone',
		background_color: background,
		theme_color: theme,
		icons: [
			...(hasVectorIcon ? [{ src: url('icon.svg'), sizes: 'any', type: 'image/svg+xml' }] : []),
			png('icon-192.png', 192),
			png('icon-512.png', 512),
			png('icon-maskable.png', 512, 'maskable'),
		],
		shortcuts: [{ name: words[locale].words_my_events, url: pagePath.me('participated') }],
	});
}
