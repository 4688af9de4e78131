import { expect, it } from 'vitest';
import { readPages } from '../../../src/bff/reads/read-pages.ts';

it.each([
	['have no more elements than requested', { max: 250, maxPages: 9 }, [1, 2, 3], 250],
	['are no more than allowed', { max: 900, maxPages: 2 }, [1, 2], 200],
	['are read to the end of the list', { max: 900, maxPages: 9 }, [1, 2, 3, 4, 5], 500],
	['are requested in advance from the third on', { max: 450, maxPages: 9, atOnce: 2 }, [1, 2, 4, 5, 5], 450],
	['are not requested beyond those allowed', { max: 900, maxPages: 4, atOnce: 8 }, [1, 2, 4, 4], 400],
])('the pages of a list of 500 elements %s', async (_what, limits, requestsByPage, elements) => {
	const counts: number[] = [];
	const made: number[] = [];
	const following: boolean[] = [];
	const readPage = (start: number, count: number) => {
		if (counts.push(count) > 9) throw new Error('there are more requests than pages');
		const items = Array.from({ length: count }, (_none, index) => ({ id: `${start + index}` }));
		return Promise.resolve({ items, start, sent: count, total: 500, dropped: [] });
	};
	const log = { warn: () => undefined };
	for await (const { hasNext } of readPages({ operation: 'listLocs', log, ...limits, readPage })) {
		made.push(counts.length);
		following.push(hasNext);
	}
	expect(made).toEqual(requestsByPage);
	expect(counts.reduce((sum, count) => sum + count)).toBe(elements);
	expect(following).toEqual(made.map((_count, page) => elements < 500 || page < 4));
});
