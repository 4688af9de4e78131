import type { LegalPage, PublicBrand } from '../../contract/bff-api/brand.ts';
import { type Locale, locales } from '../../contract/bff-api/preferences.ts';
import type { ListedType } from '../../contract/spec/filters.ts';
import { words } from '../../contract/words/words.ts';

/** The names of the app's custom properties (`web/ui/tokens.css`). `vermilion` is the accent color. */
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

/** Colors as `#rrggbb`. */
export type Palette = Readonly<Record<ColorName, string>>;

/** If the site is always dark, `light` and `dark` are the same object. */
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
	/** The language for visitors whose browser requests none of the app's languages. */
	locale: Locale;
	/** Part of the URLs of `files`; changes when one of them changes. */
	version: string;
	tagline: Localized | null;
	palettes: Palettes;
	/** CSS with the brand's colors and fonts; empty for Daybill's own brand. */
	style: string;
	headTags: Readonly<Record<Locale, readonly string[]>>;
	/** Keys: the last segment of each file's URL. */
	files: ReadonlyMap<string, BrandFile>;
	/** The logo for preview cards, as PNG. */
	drawnLogo: Buffer | null;
	/** URL path of the image in link previews of pages without an image. */
	image: string | null;
	/** The HTML of each legal page, by language. */
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

/** Chooses the language in which to show a text: the requested one, else the default, else any that the text has. */
export function shownLocale(given: Given<unknown>, asked: Locale, byDefault: Locale): Locale | undefined {
	return [asked, byDefault, ...locales].find((locale) => given[locale] !== undefined);
}

/** Fills a text's missing languages. @param given one text for all languages, or the texts of some languages */
export const localize = (given: string | Given<string>, byDefault: Locale): Localized =>
	byLocale((locale) => {
		if (typeof given === 'string') return given;
		const shown = shownLocale(given, locale, byDefault);
		return (shown && given[shown]) ?? '';
	});
