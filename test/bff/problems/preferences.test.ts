import { expect, it } from 'vitest';
import { preferencesOf } from '../../../src/bff/problems/preferences.ts';

const preferencesFor = (accepted: string) =>
	preferencesOf({ cookies: {}, headers: { 'accept-language': accepted } }, 'en');

it('the language is the first available one by weight, and the clock is that of the preferred language', () => {
	for (const [accepted, locale, hourCycle] of [
		['en;q=0.1, zh-CN;q=0.9', 'zh-Hans', 'h23'],
		['zh;q=0, en-US', 'en', 'h12'],
		['en;q=0, zh-TW', 'zh-Hant', 'h12'],
		['nl, *;q=0.5', 'en', 'h23'],
		[`en-US-${'x'.repeat(2_000)}`, 'en', 'h12'],
		[';;q=,,zh;q=x', 'en', 'h23'],
	])
		expect([accepted, preferencesFor(accepted ?? '')]).toMatchObject([accepted, { locale, hourCycle }]);
});

it('only the first 200 characters of Accept-Language count', () => {
	const localeFor = (accepted: string) => preferencesFor(accepted).locale;
	expect(localeFor(`nl,${' '.repeat(195)}de`)).toBe('de');
	expect(localeFor(`nl,${' '.repeat(198)}de`)).toBe('en');
});
