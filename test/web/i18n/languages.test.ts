import { describe, expect, it } from 'vitest';
import { chooseLocale } from '../../../src/contract/bff-api/preferences.ts';

describe('the language', () => {
	it('is the first of the browser’s that there is', () => {
		expect(chooseLocale(['de-DE', 'zh-TW', 'en'], undefined)).toBe('zh-Hans');
		expect(chooseLocale(['en-GB', 'zh'], undefined)).toBe('en');
		expect(chooseLocale(['de'], undefined)).toBe('en');
	});

	it('is the chosen one before all', () => {
		expect(chooseLocale(['en'], 'zh-Hans')).toBe('zh-Hans');
		expect(chooseLocale(['en'], 'tlh')).toBe('en');
	});
});
