import { describe, expect, it } from 'vitest';
import { chooseLocale, directionOf, locales } from '../../../src/contract/bff-api/preferences.ts';
import { languageTags } from '../../../src/contract/words/date-format.ts';
import { firstWeekdays } from '../../../src/web/features/days/month-days.ts';

/** The part of `Intl.Locale` that TypeScript does not know yet. */
interface LocaleInfo {
	getTextInfo(): { direction: string };
	/** Weekdays from 1, Monday, to 7. */
	getWeekInfo(): { firstDay: number };
}
const infoOf = (tag: string) => new Intl.Locale(tag) as unknown as LocaleInfo;

describe('the language', () => {
	it.each<readonly [string, string]>([
		// The browser's first language that the app supports.
		['nl-NL fr-CA en', 'fr'],
		['en-GB zh', 'en'],
		['pt-PT', 'pt-BR'],
		['nl', 'en'],
		['*  x', 'en'],
		// Chinese in the script that the reader uses.
		...['zh', 'zh-CN', 'zh-SG', 'zh-Hans-TW', 'ZH-hans'].map((tag) => [tag, 'zh-Hans'] as const),
		...['zh-TW', 'zh-HK', 'zh-Hant', 'zh-Hant-CN', 'zh-mo'].map((tag) => [tag, 'zh-Hant'] as const),
	])('of a browser that prefers %s is %s', (languages, locale) => {
		expect(chooseLocale(languages.split(' '), undefined)).toBe(locale);
	});

	it('has the writing direction that Unicode specifies', () => {
		for (const locale of locales) {
			const { direction } = infoOf(locale).getTextInfo();
			expect([locale, directionOf(locale)]).toEqual([locale, direction]);
		}
	});

	it('has the first day of the week that Unicode specifies', () => {
		for (const locale of locales) {
			const { firstDay } = infoOf(languageTags[locale]).getWeekInfo();
			expect([locale, firstWeekdays[locale]]).toEqual([locale, firstDay % 7]);
		}
	});
});
