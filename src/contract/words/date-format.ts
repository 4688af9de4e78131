/** Caches date formats: creating one takes a hundred times as long as using it, and a list uses dozens. */
import type { Locale } from '../bff-api/preferences.ts';

/**
 * BCP 47 tags for `Intl`. English dates put the day first, unless the visitor's region puts the month first; English
 * lists have no serial comma. Arabic uses the same digits as the times next to it.
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

export function dateFormat(
	locale: Locale,
	options: Intl.DateTimeFormatOptions,
	isMonthFirst = false,
): Intl.DateTimeFormat {
	const tag = locale === 'en' && isMonthFirst ? 'en-US' : languageTags[locale];
	const key = `${tag} ${JSON.stringify(options)}`;
	const format = made.get(key) ?? new Intl.DateTimeFormat(tag, options);
	made.set(key, format);
	return format;
}
