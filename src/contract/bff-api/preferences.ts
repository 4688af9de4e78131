/** A visitor's language, theme and clock, and how browser and BFF agree on them. */

/** Languages of the app, as in `lang`. */
export const locales = ['en', 'zh-Hans', 'zh-Hant', 'ja', 'ko', 'es', 'fr', 'de', 'pt-BR', 'ar'] as const;
export type Locale = (typeof locales)[number];

/** Language, script and region of a BCP 47 tag. */
const subtagsOf = (tag: string) => tag.toLowerCase().split('-');

/** Regions that write traditional Chinese, unless the tag names another script. */
const traditionalRegions = ['tw', 'hk', 'mo'];

const scriptOfChinese = (subtags: readonly string[]): Locale => {
	const isTraditional =
		subtags.includes('hant') ||
		(!subtags.includes('hans') && subtags.some((subtag) => traditionalRegions.includes(subtag)));
	return isTraditional ? 'zh-Hant' : 'zh-Hans';
};

/** Longer lists are cut. */
const maxTags = 20;

/**
 * The first available language of a list, in the reader's script if possible; else the default.
 *
 * @param languages BCP 47 tags, preferred first
 * @param chosen the choice from the settings; wins over the list
 * @param available languages to choose from; English is one of them
 */
export function chooseLocale<Available extends Locale>(
	languages: readonly string[],
	chosen: string | undefined,
	available: readonly Available[],
	byDefault: Available | 'en' = 'en',
): Available | 'en' {
	const stored = available.find((locale) => locale === chosen);
	if (stored !== undefined) return stored;
	for (const tag of languages.slice(0, maxTags)) {
		const subtags = subtagsOf(tag);
		const same = available.filter((locale) => subtagsOf(locale)[0] === subtags[0]);
		const found = same.find((locale) => locale === scriptOfChinese(subtags)) ?? same[0];
		if (found !== undefined) return found;
	}
	return byDefault;
}

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr');

/** 1 to 12 with AM and PM, or 00 to 23. */
export type HourCycle = 'h12' | 'h23';

/** Themes of the app; `system` follows the browser. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Cookies with the choices, so that the first HTML is already right. */
export const preferenceCookies = {
	locale: 'daybill-locale',
	theme: 'daybill-theme',
	city: 'daybill-city',
} as const;
