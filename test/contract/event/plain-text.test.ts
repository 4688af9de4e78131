import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHtml, oneLine, plainText, shorten, summaryOf } from '../../../src/contract/event/plain-text.ts';

describe('converting texts of services to plain text', () => {
	it('detects HTML only by tags that event texts use', () => {
		for (const html of [
			'a<br>b',
			'<p>a</p>',
			'<IMG src="x">',
			'<br/>',
			'</div>',
			'<a href="https://a.example">a</a>',
			'<h2 x=y>',
		])
			expect(isHtml(html), html).toBe(true);
		for (const text of ['a < b > c', '<not html>', 'if a<b and b>c', '<3', '', '<brother>', '<p', 'a <b'])
			expect(isHtml(text), text).toBe(false);
	});

	it('keeps text that only resembles a tag', () => {
		expect(plainText('Bring <not html> & cake')).toBe('Bring <not html> & cake');
		expect(plainText('1 < 2, 3 > 2')).toBe('1 < 2, 3 > 2');
		expect(plainText('<p>1 < 2</p>')).toBe('1 < 2');
	});

	it('removes tags, comments, and content that is not text for readers', () => {
		expect(plainText('<p>Hello <b>wor</b>ld</p>')).toBe('Hello world');
		expect(plainText('<p>a<!-- b > c -->d</p>')).toBe('ad');
		expect(plainText('<p>a</p><script>alert("<p>1</p>")</script><p>b</p>')).toBe('a\n\nb');
		expect(plainText('<style>p{}</style><p>a</p>')).toBe('a');
		expect(plainText('<p>a<SCRIPT >x</script >b</p>')).toBe('ab');
		expect(plainText('<p>a<script>never ends')).toBe('a');
		expect(plainText('<p>a<!-- never ends')).toBe('a');
		expect(plainText('<p title="a > b">c</p>')).toBe('c');
		expect(plainText("<p title='a > b'>c</p>")).toBe('c');
		expect(plainText('<p>x</p><a href="https://a.example/never')).toBe('x');
		expect(plainText('<!DOCTYPE html><p>a</p><?php x ?>')).toBe('a');
	});

	it('breaks lines where blocks begin and end, and collapses white space', () => {
		expect(plainText('a<br>b<br/>c')).toBe('a\nb\nc');
		expect(plainText('<ul><li>a</li><li>b</li></ul>')).toBe('a\n\nb');
		expect(plainText('<tr><td>a</td><td>b</td></tr>')).toBe('a b');
		expect(plainText('<p>one\r\n   two</p>')).toBe('one two');
		expect(plainText('one\r\ntwo\rthree')).toBe('one\ntwo\nthree');
		expect(plainText('a  \t b')).toBe('a b');
		expect(plainText('a\n\n\n\n\nb')).toBe('a\n\nb');
		expect(plainText('a \n b')).toBe('a\nb');
		expect(plainText('a<img src="x">b<p>')).toBe('a b');
	});

	it('decodes entities once', () => {
		expect(plainText('Tom &amp; Jerry')).toBe('Tom & Jerry');
		expect(plainText('&lt;p&gt; &quot;x&quot; &#39;y&apos; &#x4e2d;&#25991;')).toBe('<p> "x" \'y\' 中文');
		expect(plainText('&amp;lt;')).toBe('&lt;');
		expect(plainText('a&nbsp;b')).toBe('a b');
		expect(plainText('R&D; AT&T &unknown; &')).toBe('R&D; AT&T &unknown; &');
		expect(plainText('&#0;&#1114112;')).toBe('\ufffd\ufffd');
	});

	it('removes characters that XML does not allow', () => {
		expect(plainText('a\u0000\u0008\u001f\u007f\u0085b\uffff\ufffec')).toBe('abc');
		expect(plainText('a\ud800b')).toBe('a\ufffdb');
		expect(plainText('&#1;&#xffff;a')).toBe('a');
		expect(plainText('👍🏽')).toBe('👍🏽');
	});

	it('returns an empty string for nothing', () => {
		expect(plainText(null)).toBe('');
		expect(plainText('')).toBe('');
		expect(plainText(' \n ')).toBe('');
	});

	it('never returns a control character or a noncharacter, whatever was sent', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, html) =>
				/^[^\p{Cs}\p{Noncharacter_Code_Point}]*$/u.test(
					plainText(html ? `<p>${text}` : text).replaceAll(/[\n\t]/g, ''),
				),
			),
		);
	});

	it('leaves no tag of the HTML in the text', () => {
		const piece = fc.constantFrom(...'<>p "=a/', '</', 'script', '<!--', '-->', '<p>');
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
				const text = plainText(`<p>${pieces.join('')}`);
				return !/<(?:p|script|a)\b[^<]*>/.test(text);
			}),
		);
	});

	it.each([
		'<b>1 <<!-- a -->script>alert(1)</b>',
		'<p><<b>script>alert(1)',
		'<p><</b>script>alert(1)',
		'<p><<!-- a --><!-- b -->script>alert(1)',
	])('never forms a tag from a bracket and the text after a removed part: %s', (html) => {
		expect(plainText(html)).toMatch(/^(1 )?< script>alert\(1\)$/);
	});
});

describe('a title, name or address in one line', () => {
	it('has no tags, line breaks or entities', () => {
		expect(oneLine('Tom &amp; <b>Jerry</b>\n live ')).toBe('Tom & Jerry live');
		expect(oneLine('a\uffffb')).toBe('ab');
		expect(oneLine('a\u0007b')).toBe('ab');
		expect(oneLine('a\u202eb\u2066c\u200ed')).toBe('abc\u200ed');
	});

	it('has at most 300 whole characters', () => {
		expect(oneLine('x'.repeat(300))).toBe('x'.repeat(300));
		expect(oneLine('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
		expect(oneLine('😀'.repeat(100_000))).toBe(`${'😀'.repeat(299)}…`);
	});
});

it('a summary is the beginning in one line, with an ellipsis when the text continues', () => {
	expect(summaryOf('one<br>two')).toBe('one two');
	expect(summaryOf('abcdef', 6)).toBe('abcdef');
	expect(summaryOf('abcdefg', 6)).toBe('abcde…');
	expect(summaryOf(null)).toBe('');
	// Plain text must not be parsed as HTML again.
	expect(shorten('a &lt; b', 20)).toBe('a &lt; b');
	expect(shorten('😀😀😀', 2)).toBe('😀…');
	expect(summaryOf('x'.repeat(161))).toHaveLength(160);
});
