import { describe, expect, it } from 'vitest';
import { keepRecent } from '../../../src/web/ui/recent.ts';

describe('what is kept of the last steps of the history', () => {
	it('is without the oldest when there are too many', () => {
		const values = new Map<string, number>();
		for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 })) keepRecent(values, 2, key, value);
		expect([...values]).toEqual([
			['b', 2],
			['c', 3],
		]);
	});

	it('has what was kept again as its newest', () => {
		const values = new Map([
			['a', 1],
			['b', 2],
		]);
		keepRecent(values, 2, 'a', 3);
		keepRecent(values, 2, 'c', 4);
		expect([...values]).toEqual([
			['a', 3],
			['c', 4],
		]);
	});
});
