/** Formats of dates, each made once: making one takes a hundred times as long as using it, and a list uses dozens. */
import type { Locale } from '../bff-api/preferences.ts';

/**
 * BCP 47 tags for `Intl`: English dates have the day before the month, and English lists no comma before the last. Arabic
 * has the digits of the times beside them.
 */
export const languageTags: Record<Locale, string> = {
	en: 'en-GB',
	'zh-Hans': 'zh-Hans',
	'zh-Hant': 'zh-Hant',
	ja: 'ja',
	ko: 'ko',
	es: 'es',
	fr: 'fr',
	de: 'de',
	'pt-BR': 'pt-BR',
	ar: 'ar-u-nu-latn',
};

const made = new Map<string, Intl.DateTimeFormat>();

/** As `new Intl.DateTimeFormat`, for the few languages and options of the app. */
export function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const key = `${locale} ${JSON.stringify(options)}`;
	const format = made.get(key) ?? new Intl.DateTimeFormat(languageTags[locale], options);
	made.set(key, format);
	return format;
}
