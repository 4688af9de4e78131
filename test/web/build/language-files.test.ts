import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { leanMessage } from '../../../src/web/build/language-files.ts';

const compiled = path.resolve(import.meta.dirname, '../../../src/web/i18n/generated/messages');
const leanOf = (key: string) => leanMessage(readFileSync(path.join(compiled, `${key}.js`), 'utf8'));

/** What a message says in a document of this language. */
async function say(key: string, lang: string, inputs: object): Promise<string> {
	vi.stubGlobal('document', { documentElement: { lang } });
	// The comment makes it another module, since a message picks its language once.
	const url = `data:text/javascript,${encodeURIComponent(`${leanOf(key)}\n//${lang}`)}`;
	const module = (await import(/* @vite-ignore */ url)) as Record<string, (inputs: object) => string>;
	return module[key]?.(inputs) ?? '';
}

describe('a message of the built app', () => {
	it('needs nothing of the library that compiled it, whichever it is', () => {
		const keys = readdirSync(compiled).filter((file) => /^[^_].*\.js$/.test(file));
		expect(keys.length).toBeGreaterThan(200);
		for (const file of keys)
			expect(leanOf(path.basename(file, '.js'))).not.toMatch(/^import|registry|getLocale/m);
	});

	it('is in the language of the document, with its plural', async () => {
		expect(await say('events_found', 'en', { count: 1 })).toBe('1 event');
		expect(await say('events_found', 'en', { count: 2 })).toBe('2 events');
		expect(await say('events_found', 'zh-Hans', { count: 2 })).toBe('2 场活动');
	});

	it('stops the build when the compiler writes something else', () => {
		expect(() => leanMessage('export const app_close = () => "Close";')).toThrow('compiled in another way');
	});
});
