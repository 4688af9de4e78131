import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { nextStart, readEventList } from '../../../../src/contract/event/lists.ts';
import { readPage } from '../../../../src/web/features/event/read-again.ts';

const size = 3;

/** A list of which all pages have been read. `ids` is what the service has; it may be changed. */
async function readList(ids: string[]) {
	vi.useFakeTimers({ toFake: ['Date'] });
	onTestFinished(() => void vi.useRealTimers());
	const asked: number[] = [];
	const client = new QueryClient();
	const list = new InfiniteQueryObserver(client, {
		queryKey: ['list'],
		queryFn: (context) =>
			readPage(context, async () => {
				const start = context.pageParam;
				asked.push(start);
				const events = ids.slice(start, start + size).map((id) => ({ id, title: `Event ${id}` }));
				return readEventList({ events, start, total: ids.length });
			}),
		initialPageParam: 0,
		getNextPageParam: (_last, pages, start) => nextStart(pages, start),
	});
	onTestFinished(list.subscribe(() => undefined));
	await list.refetch();
	while (list.getCurrentResult().hasNextPage) await list.fetchNextPage();
	const shown = () => {
		const pages = list.getCurrentResult().data?.pages ?? [];
		return [...new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)))].join('');
	};
	const readAgain = async (minutes: number) => {
		asked.length = 0;
		vi.setSystemTime(Date.now() + minutes * 60_000);
		await list.refetch();
		return asked;
	};
	return { shown, readAgain };
}

it('a stale list of several pages takes one call, and shows what it showed', async () => {
	const { shown, readAgain } = await readList([...'abcdefgh']);
	expect(shown()).toBe('abcdefgh');
	expect(await readAgain(2)).toEqual([0]);
	expect(shown()).toBe('abcdefgh');
});

it('an event that is new at its beginning pushes none out of it', async () => {
	const ids = [...'abcdefgh'];
	const { shown, readAgain } = await readList(ids);
	ids.unshift('x');
	expect(await readAgain(2)).toEqual([0]);
	expect(shown()).toBe('xabcdefgh');
});

it('an event that is gone from its beginning is not shown any more', async () => {
	const ids = [...'abcdefgh'];
	const { shown, readAgain } = await readList(ids);
	ids.splice(1, 1);
	expect(await readAgain(2)).toEqual([0]);
	expect(shown()).toBe('acdefgh');
});

it('pages that are old are read again, too, and then not before they are old again', async () => {
	const ids = [...'abcdefgh'];
	const { shown, readAgain } = await readList(ids);
	ids[4] = 'y';
	expect(await readAgain(2)).toEqual([0]);
	expect(shown()).toBe('abcdefgh');
	expect(await readAgain(9)).toEqual([0, 3, 6]);
	expect(shown()).toBe('abcdyfgh');
	expect(await readAgain(2)).toEqual([0]);
});
