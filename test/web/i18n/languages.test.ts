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

const choose = (languages: readonly string[], chosen?: string) => chooseLocale(languages, chosen);

describe('the language', () => {
	it('is the browser’s first language that the app supports', () => {
		expect(choose(['nl-NL', 'fr-CA', 'en'])).toBe('fr');
		expect(choose(['en-GB', 'zh'])).toBe('en');
		expect(choose(['pt-PT'])).toBe('pt-BR');
		expect(choose(['nl'])).toBe('en');
		expect(choose(['*', '', 'x'])).toBe('en');
	});

	it('is Chinese in the script that the reader uses', () => {
		for (const tag of ['zh', 'zh-CN', 'zh-SG', 'zh-Hans-TW', 'ZH-hans'])
			expect([tag, choose([tag])]).toEqual([tag, 'zh-Hans']);
		for (const tag of ['zh-TW', 'zh-HK', 'zh-Hant', 'zh-Hant-CN', 'zh-mo'])
			expect([tag, choose([tag])]).toEqual([tag, 'zh-Hant']);
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
