import { surfaces } from '../../contract/bff-api/brand.ts';
import { locales } from '../../contract/bff-api/preferences.ts';
import { listedTypes } from '../../contract/spec/filters.ts';
import { type Brand, byLocale, localizedWord } from './brand.ts';
import { headTags } from './head-tags.ts';
import { daybillPalettes } from './palettes.ts';

/** Tags for Daybill's own files, which are part of the built app. */
const tags = headTags(daybillPalettes, {
	svgIcon: '/icon.svg',
	appleIcon: '/icon-192.png',
	manifest: '/manifest.webmanifest',
});

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
