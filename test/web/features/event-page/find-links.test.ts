import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLinks } from '../../../../src/web/features/event-page/find-links.ts';

const linksIn = (text: string) => findLinks(text).flatMap(({ url }) => url ?? []);

describe('links in a text', () => {
	it.each([
		// Links end before the punctuation of the sentence.
		['See https://example.com/a. Then go.', 'https://example.com/a'],
		['(see https://example.com/a)', 'https://example.com/a'],
		['"https://example.com/a"', 'https://example.com/a'],
		['<https://example.com/a>', 'https://example.com/a'],
		// In Chinese, links begin and end without a space.
		['报名：https://example.com/a，请提前。', 'https://example.com/a'],
		['报名https://example.com/a请提前', 'https://example.com/a'],
		// Links include every character of the URL.
		['at https://en.example.org/wiki/Foo_(bar) there', 'https://en.example.org/wiki/Foo_(bar)'],
		['at http://localhost:3000/x#y there', 'http://localhost:3000/x#y'],
		['at https://example.com/a.b/c,d;e?f=g%20h there', 'https://example.com/a.b/c,d;e?f=g%20h'],
		['at HTTPS://EXAMPLE.COM/A there', 'HTTPS://EXAMPLE.COM/A'],
	])('are found: %s', (text, url) => {
		expect(linksIn(text)).toEqual([url]);
	});

	it.each([
		...['http://', 'https://.', 'http:///', 'ftp://example.com', 'javascript:alert(1)', 'example.com'],
		...['https://www.bank.example@evil.example/login', 'https://:bank.example@evil.example'],
	])('do not include %s', (text) => expect(linksIn(text)).toEqual([]));

	it('never lose or change a character of the text', () => {
		const pieces = fc.constantFrom('https://', 'http://a.b/', ...'()[]. 。画x\n');
		fc.assert(
			fc.property(fc.array(fc.oneof(pieces, fc.string())), (all) => {
				const text = all.join('');
				expect(findLinks(text).reduce((found, part) => found + part.text, '')).toBe(text);
			}),
		);
	});

	it('stop at the 200th of a text, but the text continues', () => {
		const text = 'https://a.b/ '.repeat(300);
		const parts = findLinks(text);
		expect(parts.filter(({ url }) => url !== null)).toHaveLength(200);
		expect(parts.map((part) => part.text).join('')).toBe(text);
	});
});
