import { expect, it } from 'vitest';
import { preferencesOf } from '../../../src/bff/http/preferences.ts';

const localeFor = (accepted: string) =>
	preferencesOf({ cookies: {}, headers: { 'accept-language': accepted } }, 'en').locale;

it('the language is the first that the browser prefers, read from the 200 characters that one sends at most', () => {
	expect(localeFor('nl,de;q=0.9,fr;q=0.8')).toBe('de');
	expect(localeFor(`nl,${' '.repeat(195)}de`)).toBe('de');
	expect(localeFor(`nl,${' '.repeat(198)}de`)).toBe('en');
});
