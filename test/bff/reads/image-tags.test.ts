import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaceImageUrls } from '../../../src/bff/reads/image-tags.ts';

const marked = (html: string, max = 10) => replaceImageUrls(html, (url) => `${url}#s`, max);

describe('the URLs of pictures in HTML', () => {
	it.each([
		['<img src="a">', '<img src="a#s">'],
		["<p><IMG alt='x > y' SRC='a'/></p>", '<p><IMG alt=\'x > y\' SRC="a#s"/></p>'],
		['<img src=a alt=b>', '<img src="a#s" alt=b>'],
		['<img/src=a>', '<img/src="a#s">'],
		['<img\n src = "a">', '<img\n src = "a#s">'],
		['<img src="a?b&amp;c&#61;1">', '<img src="a?b&amp;c=1#s">'],
		['<img src="a" src="b">', '<img src="a#s" src="b">'],
		['<img data-src="a" src="b">', '<img data-src="a" src="b#s">'],
		['<img alt="src=a">', '<img alt="src=a">'],
		['<img><img src="a">', '<img><img src="a#s">'],
		['<image src="a">', '<image src="a">'],
		['a < b <img', 'a < b <img'],
		['<img src="a', '<img src="a'],
		['no picture', 'no picture'],
	])('%s becomes %s', (html, expected) => {
		expect(marked(html)).toBe(expected);
	});

	it('cannot break out of their attribute', () => {
		const html = replaceImageUrls('<img src=a>', () => '"><script>', 1);
		expect(html).toBe('<img src="&quot;&gt;&lt;script&gt;">');
	});

	it('are not changed in tags beyond the limit', () => {
		expect(marked('<img src="a"><img src="b">', 1)).toBe('<img src="a#s"><img src="b">');
	});

	it('are the only thing that is replaced, whatever the text is', () => {
		const piece = fc.constantFrom(
			'<img ',
			'<img',
			'src',
			'=',
			'"',
			"'",
			'>',
			'/',
			' ',
			'a',
			'<',
			'&amp;',
			'<!--',
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
				const html = pieces.join('');
				expect(replaceImageUrls(html, () => null, 100)).toBe(html);
			}),
		);
	});

	it.each(['<', '<img ', '<img src="', "<img src='", '<img a=', '<img src', '<img ="', ' '])(
		'are found with a bounded number of reads of each character in a million of %j',
		(piece) => {
			const html = `<img ${piece.repeat(Math.ceil(1_000_000 / piece.length))}`;
			expect(replaceImageUrls(html, () => null, Number.POSITIVE_INFINITY)).toBe(html);
		},
	);
});
