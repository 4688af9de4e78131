/** Language, theme and clock of a reader, and how browser and BFF come to the same result. */

/** Languages of the app, as in `lang`. */
export const locales = ['en', 'zh-Hans'] as const;
export type Locale = (typeof locales)[number];

/**
 * The first language of a list that the app has; any Chinese gets Simplified Chinese, anything else English.
 *
 * @param languages BCP 47 tags, preferred first
 * @param chosen the choice from the settings; wins over the list
 */
export function chooseLocale(languages: readonly string[], chosen: string | undefined): Locale {
	const kept = locales.find((locale) => locale === chosen);
	if (kept !== undefined) return kept;
	for (const language of languages) {
		if (/^zh\b/i.test(language)) return 'zh-Hans';
		if (/^en\b/i.test(language)) return 'en';
	}
	return 'en';
}

/** The clock that a reader is used to: 1 to 12 with AM and PM, or 00 to 23. */
export type HourCycle = 'h12' | 'h23';

/** Themes of the app; `system` follows the browser. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Cookies that keep the choices, so that the first HTML is already right. */
export const preferenceCookies = { locale: 'daybill-locale', theme: 'daybill-theme' } as const;
