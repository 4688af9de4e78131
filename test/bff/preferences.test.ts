import { expect, it } from 'vitest';
import { preferencesOf } from '../../src/bff/preferences.ts';

const preferencesFor = (accepted: string) =>
	preferencesOf({ cookies: {}, headers: { 'accept-language': accepted } }, 'en');

it('the language is the first available one by weight, and the clock is that of the preferred language', () => {
	for (const [accepted, locale, hourCycle, isMonthFirst] of [
		['en;q=0.1, zh-CN;q=0.9', 'zh-Hans', 'h23', false],
		['zh;q=0, en-US', 'en', 'h12', true],
		['en;q=0, zh-TW', 'zh-Hant', 'h12', false],
		['nl, *;q=0.5', 'en', 'h23', false],
		['en-AU, en', 'en', 'h12', false],
		['de, en-CA', 'de', 'h23', true],
		[`en-US-${'x'.repeat(2_000)}`, 'en', 'h12', false],
		[';;q=,,zh;q=x', 'en', 'h23', false],
	] as const)
		expect([accepted, preferencesFor(accepted)]).toMatchObject([
			accepted,
			{ locale, formats: { hourCycle, isMonthFirst } },
		]);
});

it('only the first 200 characters of Accept-Language count', () => {
	const localeFor = (accepted: string) => preferencesFor(accepted).locale;
	expect(localeFor(`nl,${' '.repeat(195)}de`)).toBe('de');
	expect(localeFor(`nl,${' '.repeat(198)}de`)).toBe('en');
});
