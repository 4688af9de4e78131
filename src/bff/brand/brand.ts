import type { LegalPage, PublicBrand } from '../../contract/bff-api/brand.ts';
import { type Locale, locales } from '../../contract/bff-api/preferences.ts';
import type { ListedType } from '../../contract/spec/filters.ts';
import { words } from '../../contract/words/words.ts';

/** Named like the app's custom properties (`web/ui/tokens.css`); `vermilion` is the accent. */
export type ColorName =
	| 'paper'
	| 'sheet'
	| 'ink'
	| 'faded'
	| 'rule'
	| 'vermilion'
	| 'on-vermilion'
	| 'focus'
	| `type-${ListedType}`;

/** `#rrggbb`. */
export type Palette = Readonly<Record<ColorName, string>>;

/** Both are the same object if the site is always dark. */
export interface Palettes {
	light: Palette;
	dark: Palette;
}

export interface BrandFile {
	type: string;
	body: Buffer;
}

export type Localized = Readonly<Record<Locale, string>>;

export interface Brand extends Omit<PublicBrand, 'notes' | 'links'> {
	notes: readonly Localized[];
	links: readonly { label: Localized; href: string }[];
	/** For visitors whose browser requests none of the app's languages. */
	locale: Locale;
	/** Part of URLs; changes when a file in the folder changes. */
	version: string;
	tagline: Localized | null;
	palettes: Palettes;
	/** Content of the style element with the brand's colors and fonts; empty for Daybill's own. */
	style: string;
	headTags: Readonly<Record<Locale, readonly string[]>>;
	/** Keyed by the last segment of their URL. */
	files: ReadonlyMap<string, BrandFile>;
	/** PNG, for preview cards. */
	drawnLogo: Buffer | null;
	/** Path of the link-preview image for pages without one. */
	image: string | null;
	/** HTML, by page and language. */
	legal: Readonly<Partial<Record<LegalPage, Readonly<Partial<Record<Locale, string>>>>>>;
}

/** A function, because `npm run dev` reloads the brand when its folder changes. */
export type CurrentBrand = () => Brand;

export function publicBrand(brand: Brand, locale: Locale): PublicBrand {
	const { name, wordmark, logos, surfaces, types, contact, city, isDark } = brand;
	const notes = brand.notes.map((note) => note[locale]);
	const links = brand.links.map(({ label, href }) => ({ label: label[locale], href }));
	return { name, wordmark, logos, notes, surfaces, types, links, contact, city, isDark };
}

export const byLocale = <Value>(of: (locale: Locale) => Value): Record<Locale, Value> =>
	Object.fromEntries(locales.map((locale) => [locale, of(locale)])) as Record<Locale, Value>;

export const localizedWord = (word: keyof (typeof words)[Locale]): Localized =>
	byLocale((locale) => words[locale][word]);

type Given<Value> = Readonly<Partial<Record<Locale, Value | undefined>>>;

/** The requested language if it is given, else the default, else any language that is given. */
export function shownLocale(given: Given<unknown>, asked: Locale, byDefault: Locale): Locale | undefined {
	return [asked, byDefault, ...locales].find((locale) => given[locale] !== undefined);
}

/** @param given one text for all languages, or some languages' texts, which replace the missing ones */
export const localize = (given: string | Given<string>, byDefault: Locale): Localized =>
	byLocale((locale) => {
		if (typeof given === 'string') return given;
		const shown = shownLocale(given, locale, byDefault);
		return (shown && given[shown]) ?? '';
	});
