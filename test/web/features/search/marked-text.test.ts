import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTerms } from '../../../../src/web/features/search/marked-text.tsx';

const marked = (text: string, ...terms: string[]) =>
	findTerms(text, terms).map(([from, to]) => text.slice(from, to));

describe('highlighting search terms', () => {
	it('finds words whatever their case, accents and width', () => {
		expect(marked('Repair Café: LAMPS', 'cafe', 'lamps')).toEqual(['Café', 'LAMPS']);
		expect(marked('ＱＵＡＲＴＥＴ live', 'quartet')).toEqual(['ＱＵＡＲＴＥＴ']);
		expect(marked('Cafe\u0301 Noir', 'cafe', 'noir')).toEqual(['Cafe\u0301', 'Noir']);
		expect(marked('مُوسيقى', 'موسيقى')).toEqual(['مُوسيقى']);
	});

	it('marks a word from its beginning, not inside another', () => {
		expect(marked('Party of art, ArtWalk', 'art')).toEqual(['art', 'Art']);
		expect(marked('现场live', 'live')).toEqual(['live']);
	});

	it('merges pairs of characters into one range', () => {
		expect(marked('林悦钢琴独奏会：巴赫', '钢琴', '独奏', '奏会')).toEqual(['钢琴独奏会']);
	});

	it('treats special characters of regular expressions literally', () => {
		expect(marked('A+ (B) [C]', '(b)', 'a+')).toEqual(['A+', '(B)']);
	});

	it('returns ranges of the text in order, whatever the text and the terms', () => {
		const text = fc.string({ unit: 'grapheme' });
		fc.assert(
			fc.property(text, fc.array(text), (whole, terms) => {
				let last = -1;
				for (const [from, to] of findTerms(whole, terms)) {
					expect(from).toBeGreaterThan(last);
					expect(to).toBeGreaterThan(from);
					expect(to).toBeLessThanOrEqual(whole.length);
					last = to;
				}
			}),
		);
	});
});
