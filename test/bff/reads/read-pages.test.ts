import { expect, it } from 'vitest';
import { readPages } from '../../../src/bff/reads/read-pages.ts';

const log = { warn: () => undefined };

/** Sends elements from a list, whose ids are numbers, and notes the requested counts. */
function serve(elements: number) {
	const list = Array.from({ length: elements }, (_none, index) => ({ id: String(index) }));
	const counts: number[] = [];
	const readPage = async (start: number, count: number) => {
		if (counts.push(count) > 12) throw new Error('there are more requests than pages');
		const items = list.slice(start, start + count);
		return { items, start, sent: items.length, total: list.length, dropped: [] };
	};
	return { list, counts, readPage };
}

it.each([
	['have no more elements than requested', { max: 250, maxPages: 9 }, [1, 2, 3], 250],
	['are no more than allowed', { max: 900, maxPages: 2 }, [1, 2], 200],
	['are read to the end of the list', { max: 900, maxPages: 9 }, [1, 2, 3, 4, 5], 500],
	['are requested in advance from the third on', { max: 450, maxPages: 9, atOnce: 2 }, [1, 2, 4, 5, 5], 450],
	['are not requested beyond those allowed', { max: 900, maxPages: 4, atOnce: 8 }, [1, 2, 4, 4], 400],
])('the pages of a list of 500 elements %s', async (_what, limits, requestsByPage, elements) => {
	const { counts, readPage } = serve(500);
	const made: number[] = [];
	const following: boolean[] = [];
	for await (const { hasNext } of readPages({ operation: 'listLocs', log, ...limits, readPage })) {
		made.push(counts.length);
		following.push(hasNext);
	}
	expect(made).toEqual(requestsByPage);
	expect(counts.reduce((sum, count) => sum + count)).toBe(elements);
	expect(following).toEqual(made.map((_count, page) => elements < 500 || page < 4));
});

it.each([1, 8])(
	'a list that loses elements while it is read is read without a gap, each element once',
	async (atOnce) => {
		const { list, counts, readPage } = serve(505);
		const ids: string[] = [];
		for await (const { page } of readPages({
			operation: 'listEvents',
			log,
			max: 900,
			maxPages: 9,
			atOnce,
			readPage,
		})) {
			ids.push(...page.items.map(({ id }) => id));
			list.splice(20, counts.length === 2 ? 5 : 0);
		}
		expect(ids.toSorted((a, b) => Number(a) - Number(b))).toEqual(
			Array.from({ length: 505 }, (_none, id) => String(id)),
		);
		expect(counts.length).toBe(7);
	},
);
