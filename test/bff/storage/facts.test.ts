import { expect, it } from 'vitest';
import { createFacts } from '../../../src/bff/storage/facts.ts';

it('1,000 facts are known at most, the newest', () => {
	const facts = createFacts(() => 1_000_000);
	for (let index = 0; index <= 1_000; index++) facts.set(`fact ${index}`, 'known', 1_000);
	expect([0, 1, 1_000].map((index) => facts.get(`fact ${index}`))).toEqual([undefined, 'known', 'known']);
});
