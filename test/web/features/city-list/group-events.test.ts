import { describe, expect, it } from 'vitest';
import { readEvent } from '../../../../src/contract/event/event.ts';
import { groupEvents } from '../../../../src/web/features/city-list/group-events.ts';

/** Pages of events of one evening (`s`) and of a month (`l`), numbered in their order. */
function pagesOf(...pages: string[]) {
	const events = [...pages.join('')].map((kind, id) =>
		readEvent({
			id: String(id),
			title: `Event ${id}`,
			begin_time: '2026-11-20 19:00:00',
			end_time: kind === 'l' ? '2026-12-20 19:00:00' : '2026-11-20 22:00:00',
		}),
	);
	return pages.map(({ length }) => ({ items: events.splice(0, length) }));
}

/** Numbers of the events in each group. @param hidden those that are over */
function grouped(pages: ReturnType<typeof pagesOf>, hidden: readonly number[] = []) {
	const shown = pages.flatMap(({ items }) => items).filter(({ id }) => !hidden.includes(Number(id)));
	const { onTheseDays, alsoRunning, further } = groupEvents(pages, shown);
	return [onTheseDays, alsoRunning, further].map((group) => group.map(({ id }) => Number(id)));
}

describe('the groups of a list', () => {
	it('are what is on during these days, and what also runs for weeks', () => {
		expect(grouped(pagesOf('slsl'))).toEqual([[0, 2], [1, 3], []]);
	});

	it.each(['sls', 's'.repeat(10), 'ssl'.repeat(20), 'l', ''])(
		'grow at the end of the page only, after a first page of %j',
		(first) => {
			for (const rest of [['l'], ['s'], ['sl', 's'], ['lsl'], ['ssll', 'l', 's']])
				for (const hidden of [[], [0, 1]]) {
					const pages = pagesOf(first, ...rest);
					const before = grouped(pages.slice(0, 1), hidden).flat();
					const after = grouped(pages, hidden).flat();
					expect([rest, after.slice(0, before.length)]).toEqual([rest, before]);
				}
		},
	);

	it('continue those of the first page, until an event would be above others', () => {
		expect(grouped(pagesOf('sl', 'ls', 'ls'))).toEqual([[0], [1, 2], [3, 4, 5]]);
		expect(grouped(pagesOf('ss', 'ssl', 'l'))).toEqual([[0, 1, 2, 3], [4, 5], []]);
	});

	it('stay as they are when an event ends', () => {
		const pages = pagesOf('sl', 'ss');
		expect(grouped(pages)).toEqual([[0], [1], [2, 3]]);
		expect(grouped(pages, [1])).toEqual([[0], [], [2, 3]]);
		expect(grouped(pages, [0])).toEqual([[], [1], [2, 3]]);
	});

	it('have an event that was sent twice once, where it came first', () => {
		const [first, second] = pagesOf('sl', 's');
		if (first === undefined || second === undefined) throw new Error('no pages');
		const again = { items: [...second.items, ...first.items] };
		expect(groupEvents([first, again], [...first.items, ...second.items]).further).toEqual(second.items);
	});
});
