import { hash } from 'node:crypto';
import { surfaces } from '../../contract/bff-api/brand.ts';
import { locales } from '../../contract/bff-api/preferences.ts';
import { brandPath } from '../../contract/paths.ts';
import { listedTypes } from '../../contract/spec/filters.ts';
import { words } from '../../contract/words/words.ts';
import { type Brand, byLocale, localizedWord } from './brand.ts';
import { link, manifestOf, manifestType, pngIcon, svgIcon, svgIconLink, themeColors } from './head-tags.ts';
import { daybillPalettes } from './palettes.ts';

const name = 'Daybill';

/** Icons are files of the built app. */
const icons = [
	svgIcon('/icon.svg'),
	pngIcon('/icon-192.png', 192),
	pngIcon('/icon-512.png', 512, 'any maskable'),
];
const manifests = byLocale((each) => {
	const texts = { name, short_name: name, description: words[each].words_site };
	return manifestOf(each, texts, daybillPalettes.light, icons);
});
const version = hash('sha256', JSON.stringify(manifests), 'base64url').slice(0, 12);

export const daybillBrand: Brand = {
	version,
	name,
	wordmark: ['Day', 'bill'],
	logos: [],
	tagline: null,
	notes: [localizedWord('words_source_note')],
	surfaces,
	types: listedTypes,
	links: [],
	contact: null,
	city: null,
	locale: locales[0],
	isDark: false,
	palettes: daybillPalettes,
	style: '',
	headTags: byLocale((each) => [
		...themeColors(daybillPalettes),
		svgIconLink('/icon.svg'),
		link('apple-touch-icon', '/icon-192.png'),
		link('manifest', brandPath(version, `manifest-${each}.webmanifest`)),
	]),
	files: new Map(
		locales.map((each) => [
			`manifest-${each}.webmanifest`,
			{ type: manifestType, body: Buffer.from(manifests[each]) },
		]),
	),
	drawnLogo: null,
	image: null,
	legal: {},
};
