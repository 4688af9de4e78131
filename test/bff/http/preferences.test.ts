import { expect, it } from 'vitest';
import { preferencesOf } from '../../../src/bff/http/preferences.ts';

const localeFor = (accepted: string) =>
	preferencesOf({ cookies: {}, headers: { 'accept-language': accepted } }, 'en').locale;

it('the language is the first available one that the browser prefers, within the first 200 characters', () => {
	expect(localeFor('nl,de;q=0.9,fr;q=0.8')).toBe('de');
	expect(localeFor(`nl,${' '.repeat(195)}de`)).toBe('de');
	expect(localeFor(`nl,${' '.repeat(198)}de`)).toBe('en');
});
