/** What people choose in the settings, and how browser and BFF come to the same answer. */

/** Languages of the app, as in `lang`. */
export const locales = ['en', 'zh-Hans'] as const;
export type Locale = (typeof locales)[number];

/** The first language of a list (BCP 47) that there is; any Chinese gets the simplified one. @param chosen goes first */
export function chooseLocale(languages: readonly string[], chosen: string | undefined): Locale {
	const kept = locales.find((locale) => locale === chosen);
	if (kept !== undefined) return kept;
	for (const language of languages) {
		if (/^zh\b/i.test(language)) return 'zh-Hans';
		if (/^en\b/i.test(language)) return 'en';
	}
	return 'en';
}

/** Themes of the app; `system` follows the browser. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What was chosen in the settings is kept in cookies of the app, so that the first HTML is right already. */
export const choiceCookies = { locale: 'daybill-locale', theme: 'daybill-theme' } as const;
