/** The app's languages, as `lang` values. */
export const locales = ['en', 'zh-Hans', 'zh-Hant', 'ja', 'ko', 'es', 'fr', 'de', 'pt-BR', 'ar'] as const;
export type Locale = (typeof locales)[number];

const subtagsOf = (tag: string) => tag.toLowerCase().split('-');

/** Regions that write traditional Chinese unless the tag names another script. */
const traditionalRegions = ['tw', 'hk', 'mo'];

const scriptOfChinese = (subtags: readonly string[]): Locale => {
	const isTraditional =
		subtags.includes('hant') ||
		(!subtags.includes('hans') && subtags.some((subtag) => traditionalRegions.includes(subtag)));
	return isTraditional ? 'zh-Hant' : 'zh-Hans';
};

/** Number of language tags to read; further ones are ignored. */
const maxTags = 20;

/**
 * The first listed language that the app has, preferring the reader's script; else the default.
 *
 * @param languages BCP 47 tags, preferred first
 * @param chosen by the visitor; takes precedence over the list
 */
export function chooseLocale(
	languages: readonly string[],
	chosen: string | undefined,
	byDefault: Locale = 'en',
): Locale {
	const stored = locales.find((locale) => locale === chosen);
	if (stored !== undefined) return stored;
	for (const tag of languages.slice(0, maxTags)) {
		const subtags = subtagsOf(tag);
		const same = locales.filter((locale) => subtagsOf(locale)[0] === subtags[0]);
		const found = same.find((locale) => locale === scriptOfChinese(subtags)) ?? same[0];
		if (found !== undefined) return found;
	}
	return byDefault;
}

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr');

/** 1 to 12 with AM and PM, or 00 to 23. */
export type HourCycle = 'h12' | 'h23';

/** How a visitor's region writes times and dates. */
export interface Formats {
	hourCycle: HourCycle;
	/** Whether dates in English are `Sat, Dec 5`, and weeks begin on Sunday. */
	isMonthFirst: boolean;
}

/** For visitors whose region is unknown, such as link-preview bots. */
export const defaultFormats: Formats = { hourCycle: 'h23', isMonthFirst: false };

/** `system` follows the browser's color scheme. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Cookies rather than storage, so that the server's HTML already honors the choices. */
export const preferenceCookies = {
	locale: 'daybill-locale',
	theme: 'daybill-theme',
	/** Short name and name of the last city, on two lines. */
	city: 'daybill-city',
} as const;
