import { expect, it } from 'vitest';
import { createAllowances } from '../../../src/bff/search/allowance.ts';

it('the allowances of 10,000 sessions are kept, those of the sessions that searched last', () => {
	const allowanceOf = createAllowances(() => 1_000_000);
	const take = (index: number) => allowanceOf(`session ${index}`, 1).take();
	for (let index = 0; index <= 10_000; index++) expect(take(index)).toBe(true);
	expect([10_000, 1].map(take)).toEqual([false, false]);
	expect(take(0)).toBe(true);
});
