import { surfaces } from '../../contract/bff-api/brand.ts';
import { locales } from '../../contract/bff-api/preferences.ts';
import { listedTypes } from '../../contract/spec/filters.ts';
import { type Brand, byLocale, localizedWord } from './brand.ts';
import { link, svgIconLink, themeColors } from './head-tags.ts';
import { daybillPalettes } from './palettes.ts';

/** Head tags. Icons and manifest are files of the built app. */
const tags = [
	...themeColors(daybillPalettes),
	svgIconLink('/icon.svg'),
	link('apple-touch-icon', '/icon-192.png'),
	link('manifest', '/manifest.webmanifest'),
];

export const daybillBrand: Brand = {
	version: 'daybill',
	name: 'Daybill',
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
	headTags: byLocale(() => tags),
	files: new Map(),
	drawnLogo: null,
	image: null,
	legal: {},
};
