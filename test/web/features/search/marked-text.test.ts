import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTerms } from '../../../../src/web/features/search/marked-text.tsx';

describe('highlighting search terms', () => {
	it.each([
		// Terms match in any case, accents and width.
		['Repair Café: LAMPS', ['cafe', 'lamps'], ['Café', 'LAMPS']],
		['ＱＵＡＲＴＥＴ live', ['quartet'], ['ＱＵＡＲＴＥＴ']],
		['Cafe\u0301 Noir', ['cafe', 'noir'], ['Cafe\u0301', 'Noir']],
		['مُوسيقى', ['موسيقى'], ['مُوسيقى']],
		// Terms match at the beginning of a word only.
		['Party of art, ArtWalk', ['art'], ['art', 'Art']],
		['现场live', ['live'], ['live']],
		// Overlapping pairs of characters are one range.
		['林悦钢琴独奏会：巴赫', ['钢琴', '独奏', '奏会'], ['钢琴独奏会']],
		['A+ (B) [C]', ['(b)', 'a+'], ['A+', '(B)']],
	])('marks in %j the words %j', (text, terms, marked) => {
		expect(findTerms(text, terms).map(([from, to]) => text.slice(from, to))).toEqual(marked);
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
