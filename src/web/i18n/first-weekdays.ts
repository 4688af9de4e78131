import type { Locale } from '../../contract/bff-api/preferences.ts';

/**
 * First day of the week where each language is most spoken; 0 is Sunday (Unicode CLDR `weekData`). Firefox lacks
 * `Intl.Locale.prototype.getWeekInfo`.
 */
export const firstWeekdays: Readonly<Record<Locale, number>> = {
	en: 1,
	'zh-Hans': 1,
	'zh-Hant': 0,
	ja: 0,
	ko: 0,
	es: 1,
	fr: 1,
	de: 1,
	'pt-BR': 0,
	ar: 6,
};
