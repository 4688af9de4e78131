import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseLocale, locales } from '../../../src/contract/choices.ts';

const folder = path.resolve(import.meta.dirname, '../../../src/web/i18n/messages');
const read = (locale: string, file: string) =>
	JSON.parse(readFileSync(path.join(folder, locale, file), 'utf8')) as Record<string, unknown>;

/** Names in braces of a message, over all its plural forms. */
const inputs = (message: unknown) => [...new Set(JSON.stringify(message).match(/\{\w+\}/g))].sort();

describe('messages', () => {
	it.each(readdirSync(path.join(folder, 'en')))(
		'%s has the same messages with the same inputs in every language',
		(file) => {
			const english = read('en', file);
			for (const locale of locales) {
				const translated = read(locale, file);
				expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort());
				for (const [key, message] of Object.entries(translated))
					expect([key, inputs(message)]).toEqual([key, inputs(english[key])]);
			}
		},
	);
});

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
