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
