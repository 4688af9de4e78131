/** Texts of a brand in every language of the app. */
import { type Locale, locales } from '../../contract/bff-api/preferences.ts';
import type { Localized } from './brand.ts';

/** A value for each language. */
export const byLocale = <Value>(of: (locale: Locale) => Value): Record<Locale, Value> =>
	Object.fromEntries(locales.map((locale) => [locale, of(locale)])) as Record<Locale, Value>;

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
		return (shown === undefined ? undefined : given[shown]) ?? '';
	});
