import { describe, expect, it } from 'vitest';
import { pseudo, pseudoFile } from './pseudo.ts';

describe('a text of the pseudo-locale', () => {
	it('is longer, between brackets, and has no letter without an accent', () => {
		for (const text of [
			'By',
			'Sign in',
			'The quick brown fox jumps over the lazy dog',
			'PACK MY BOX, JUDGE',
		]) {
			const said = pseudo(text);
			expect(said).toMatch(/^\[.+\]$/);
			expect(said).not.toMatch(/[A-Za-z]/);
			expect(said.length).toBeGreaterThanOrEqual(text.length * 1.3);
		}
	});

	it('keeps the places for values', () => {
		expect(pseudo('{count} results for “{q}”')).toMatch(/^\[\{count\} \P{ASCII}+ \P{ASCII}+ “\{q\}”\]$/u);
	});

	it('is written from right to left, but for its values, when it is mirrored', () => {
		expect(pseudo('By {name}', true)).toMatch(/^\[\u202E\S+ \u202C\{name\}\]$/);
		expect(pseudo('{begin} – {end}', true)).toBe('[{begin} – {end}]');
	});

	it('is there for every plural form of a language', () => {
		const count = { selectors: ['plural'], match: { 'plural=one': '{n} day', 'plural=other': '{n} days' } };
		const [made] = JSON.parse(pseudoFile(JSON.stringify({ count: [count] }), false)).count;
		expect(made.selectors).toEqual(['plural']);
		expect(Object.keys(made.match)).toEqual(['plural=one', 'plural=*']);
		expect(made.match['plural=*']).toBe(pseudo('{n} days'));
	});
});
