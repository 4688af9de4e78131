import { describe, expect, it } from 'vitest';
import { gaps } from '../../src/contract/spec/gaps.ts';
import { variants } from './variants/all.ts';

const lawful = variants.filter(({ departs }) => departs === undefined);

describe('the matrix of services', () => {
	it.each(gaps.map(({ id }) => id))('fills the gap %s in another way than the sandbox', (id) => {
		expect(lawful.filter((variant) => variant.gaps.includes(id)).map(({ name }) => name)).not.toEqual([]);
	});

	it('names only rows of the gap register, and a section where there is no row', () => {
		const known = gaps.map(({ id }) => id);
		for (const { name, gaps: rows, section } of variants) {
			expect(
				rows.filter((row) => !known.includes(row)),
				name,
			).toEqual([]);
			expect(rows.length > 0 || section !== undefined, name).toBe(true);
		}
	});

	it('has 40 services that are as specified, each with a name of its own', () => {
		expect(lawful.length).toBeGreaterThanOrEqual(40);
		expect(new Set(variants.map(({ name }) => name)).size).toBe(variants.length);
	});
});
