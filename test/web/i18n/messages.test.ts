import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Locale, locales } from '../../../src/contract/bff-api/preferences.ts';

const web = path.resolve(import.meta.dirname, '../../../src/web');
const project = path.join(web, 'i18n/project.inlang');
const settings = JSON.parse(readFileSync(path.join(project, 'settings.json'), 'utf8')) as {
	'plugin.inlang.messageFormat': { pathPattern: string[] };
};
/** Path patterns with `{locale}`. */
const files = settings['plugin.inlang.messageFormat'].pathPattern;
const read = (locale: string, file: string) =>
	JSON.parse(readFileSync(path.resolve(project, '..', file.replace('{locale}', locale)), 'utf8')) as Record<
		string,
		unknown
	>;

/** The inputs of a message in all its plural forms, in braces. */
const inputs = (message: unknown) => [...new Set(JSON.stringify(message).match(/\{\w+\}/g))].sort();

const sources = () =>
	readdirSync(web, { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.tsx?$/.test(file) && !/^(build|i18n.generated)/.test(file))
		.map((file) => ({ file, text: readFileSync(path.join(web, file), 'utf8') }));

/** Keys that the app's code uses, as `m.key`. */
const usedKeys = () => sources().flatMap(({ text }) => text.match(/(?<=\bm\.)\w+/g) ?? []);
/** Prefixes of keys that the app's code uses, as ``m[`prefix_${rest}`]``. */
const usedBeginnings = () => sources().flatMap(({ text }) => text.match(/(?<=\bm\[`)\w+/g) ?? []);

const server = path.resolve(import.meta.dirname, '../../../src/bff');
/** Keys in the server's code; a trailing `_` marks a prefix, from a template such as `words_type_${type}`. */
const serverKeys = readdirSync(server, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.flatMap((file) => readFileSync(path.join(server, file), 'utf8').match(/\bwords_\w+/g) ?? []);
const isSaidByServer = (key: string) =>
	serverKeys.some((each) => (each.endsWith('_') ? key.startsWith(each) : key === each));

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

	it('fit on a card of a phone where they say until when an event is open', () => {
		for (const locale of locales) {
			const text = String(read(locale, './messages/{locale}/events.json').events_open_until);
			const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/gu) ?? [];
			expect.soft([text, text.replace('{time}', '18:00').length + wide.length <= 18]).toEqual([text, true]);
		}
	});

	it('have a text for every plural form of the language', () => {
		for (const locale of locales) {
			const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
			const messages = files.flatMap((file) => Object.entries(read(locale, file)));
			for (const [key, message] of messages) {
				if (typeof message === 'string') continue;
				const [{ match }] = message as [{ match: object }];
				const named = Object.keys(match).map((form) => form.split('=')[1]);
				const lacking = named.includes('*') ? [] : forms.filter((form) => !named.includes(form));
				expect([locale, key, lacking]).toEqual([locale, key, []]);
			}
		}
	});

	const texts = (locale: Locale) =>
		files.flatMap((file) =>
			Object.values(read(locale, file)).flatMap((message) =>
				typeof message === 'string'
					? [message]
					: Object.values((message as { match: object }[])[0]?.match ?? {}),
			),
		) as string[];

	it('follow the voice guide in English (docs/voice.md)', () => {
		for (const text of texts('en')) {
			expect(text).not.toMatch(
				/please|successfully|\bcannot\b|\b(is|are|do|does|did|was) not\b|'|"|\.\.\.|!/i,
			);
			// Sentence case: inside a sentence, only names are capitalized.
			const names =
				/Daybill|(?:Apple|Google|Yahoo) Calendar|JSON Feed|JavaScript|TypeScript|HAR|JSON|L1|AM|PM|Interested|Atom/g;
			expect(
				text
					.replace(names, '')
					.replace(/[.:?}] [A-Z]/g, '')
					.slice(1),
			).not.toMatch(/ [A-Z][a-z]/);
		}
	});

	it('follow the voice guide in Chinese (docs/voice.md)', () => {
		for (const text of texts('zh-Hans')) {
			expect(text).not.toMatch(/您|[,;!?"'](?!\w)|\.\.\.|！/);
			// Spaces separate Chinese from Latin letters, but there are none next to Chinese punctuation.
			expect(text).not.toMatch(
				/[A-Za-z]\p{Script=Han}|\p{Script=Han}[A-Za-z]| [，。：、（）“”]|[，。：、（）“”] /u,
			);
		}
	});

	it('have no-break spaces in French, next to marks and quotes', () => {
		for (const text of texts('fr')) expect(text).not.toMatch(/ [:;?!»]|« /);
	});

	it('are never requested in a language other than that of the page, since a browser loads no other', () => {
		for (const { file, text } of sources())
			expect([file, /\bm\.\w+\(\{[^{}]*\}, \{/.test(text)]).toEqual([file, false]);
	});

	it('are all used by the app or the server, and none is missing', () => {
		const keys = files.flatMap((file) => Object.keys(read('en', file)));
		const beginnings = usedBeginnings();
		const isBegun = (key: string) => beginnings.some((each) => key.startsWith(each));
		const used = new Set([...usedKeys(), ...keys.filter((key) => isBegun(key) || isSaidByServer(key))]);
		expect([...used].sort()).toEqual(keys.sort());
	});
});
