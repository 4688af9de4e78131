import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { locales } from '../../../src/contract/bff-api/preferences.ts';

const web = path.resolve(import.meta.dirname, '../../../src/web');
const messages = path.join(web, 'i18n/messages');
const files = readdirSync(path.join(messages, 'en'));
const read = (locale: string, file: string) =>
	JSON.parse(readFileSync(path.join(messages, locale, file), 'utf8')) as Record<string, unknown>;

/** Names in braces of a message, over all its plural forms. */
const inputs = (message: unknown) => [...new Set(JSON.stringify(message).match(/\{\w+\}/g))].sort();

/** Keys that the app's code uses, as `m.key`. */
function usedKeys(): string[] {
	const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
		(file) => /\.tsx?$/.test(file) && !file.includes('generated'),
	);
	const texts = sources.map((file) => readFileSync(path.join(web, file), 'utf8'));
	return [...new Set(texts.flatMap((text) => [...text.matchAll(/\bm\.(\w+)/g)].map(([, key = '']) => key)))];
}

describe('messages', () => {
	it.each(files)('%s has the same messages with the same inputs in every language', (file) => {
		const english = read('en', file);
		for (const locale of locales) {
			const translated = read(locale, file);
			expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort());
			for (const [key, message] of Object.entries(translated))
				expect([key, inputs(message)]).toEqual([key, inputs(english[key])]);
		}
	});

	it('are all used, and none that is used is missing', () => {
		const keys = files.flatMap((file) => Object.keys(read('en', file)));
		expect(usedKeys().sort()).toEqual(keys.sort());
	});
});
