/** The brand of a deployment, read and checked (decision 41). */
import type { LegalPage, PublicBrand } from '../../contract/bff-api/brand.ts';
import { type Locale, locales } from '../../contract/bff-api/preferences.ts';
import type { ListedType } from '../../contract/spec/filters.ts';
import { words } from '../../contract/words/words.ts';

/** Colours have the names of the app's custom properties (`web/ui/tokens.css`); `vermilion` is the accent. */
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

/** Colours of one appearance, as `#rrggbb`. */
export type Palette = Readonly<Record<ColorName, string>>;

/** The colours of both appearances. They are the same for a site that is always dark. */
export interface Palettes {
	light: Palette;
	dark: Palette;
}

/** A file that visitors may get. */
export interface BrandFile {
	type: string;
	body: Buffer;
}

/** A text in every language of the app. */
export type Localized = Readonly<Record<Locale, string>>;

export interface Brand extends Omit<PublicBrand, 'notes' | 'links'> {
	notes: readonly Localized[];
	links: readonly { label: Localized; href: string }[];
	/** Language for visitors whose browser asks for none that the app has. */
	locale: Locale;
	/** Where the brand comes from: `own` is a folder, and everything that Daybill itself would show is replaced. */
	origin: 'daybill' | 'own';
	/** For URLs: it changes with every change of the folder. */
	version: string;
	/** Null for none. */
	tagline: Localized | null;
	palettes: Palettes;
	/** Content of the style element that sets the brand's colours and fonts; empty for Daybill's own. */
	style: string;
	/** Tags for the head of every page in a language: icons, manifest, theme colours, style. */
	headTags: Readonly<Record<Locale, readonly string[]>>;
	/** By the last segment of their URL. */
	files: ReadonlyMap<string, BrandFile>;
	/** The logo as PNG, for the cards of events; null for none. */
	drawnLogo: Buffer | null;
	/** Path of the image for link previews of pages without one; null for none. */
	picture: string | null;
	/** Legal pages as HTML, in the languages that they are written in. */
	legal: Readonly<Partial<Record<LegalPage, Readonly<Partial<Record<Locale, string>>>>>>;
}

/** The brand at this moment: with `npm run dev`, it changes with the folder. */
export type CurrentBrand = () => Brand;

/** What the app needs of a brand, for a page in a language. */
export function publicBrand(brand: Brand, locale: Locale): PublicBrand {
	const { name, wordmark, logos, surfaces, types, contact, city, isDark } = brand;
	const notes = brand.notes.map((note) => note[locale]);
	const links = brand.links.map(({ label, href }) => ({ label: label[locale], href }));
	return { name, wordmark, logos, notes, surfaces, types, links, contact, city, isDark };
}

/** A value for each language. */
export const byLocale = <Value>(of: (locale: Locale) => Value): Record<Locale, Value> =>
	Object.fromEntries(locales.map((locale) => [locale, of(locale)])) as Record<Locale, Value>;

export const wordOf = (word: keyof (typeof words)[Locale]): Localized =>
	byLocale((locale) => words[locale][word]);

type Given<Value> = Readonly<Partial<Record<Locale, Value | undefined>>>;

/** The language to show, where a text is not in the one that is asked for: the default, else the first that it has. */
export function shownLocale(given: Given<unknown>, asked: Locale, byDefault: Locale): Locale | undefined {
	return [asked, byDefault, ...locales].find((locale) => given[locale] !== undefined);
}

/** @param given one text for all languages, or some languages; missing ones get that of the default */
export const localize = (given: string | Given<string>, byDefault: Locale): Localized =>
	byLocale((locale) => {
		if (typeof given === 'string') return given;
		const shown = shownLocale(given, locale, byDefault);
		return (shown && given[shown]) ?? '';
	});
