/**
 * Reading a list again that has several pages, because it is stale: the query library reads all of them, one after the other. Here
 * that is one call, as long as the others are not old either.
 */
import type { InfiniteData, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import type { Event } from '../../../contract/event/event.ts';
import type { List } from '../../../contract/event/lists.ts';

/** Milliseconds for which a page after the first one is shown as it was read. */
const maxAge = 600_000;

interface Page extends List<Event> {
	/** Time at which it was read, in milliseconds; absent for what the HTML brought along. */
	readAt?: number;
}

/**
 * The first page of a list, with what it has lost to the second one since: as many of its last events as new ones have come.
 *
 * @param before the pages of the list, as they were read before
 */
function withMoved(first: Page, before: readonly Page[]): Page {
	const known = new Set(before.flatMap(({ items }) => items.map(({ id }) => id)));
	const ids = new Set(first.items.map(({ id }) => id));
	const added = first.items.filter(({ id }) => !known.has(id)).length;
	const gone = before[0]?.items.filter(({ id }) => !ids.has(id)) ?? [];
	return { ...first, items: [...first.items, ...gone.slice(gone.length - Math.min(added, gone.length))] };
}

/** A page of a list: as it was read before, or by a call. @param call makes the call */
export async function readPage(
	{ client, queryKey, pageParam }: QueryFunctionContext<QueryKey, number>,
	call: () => Promise<List<Event>>,
): Promise<Page> {
	const before = client.getQueryData<InfiniteData<Page, number>>(queryKey);
	const at = before?.pageParams.indexOf(pageParam) ?? -1;
	const old = before?.pages[at];
	if (at > 0 && old?.readAt !== undefined && Date.now() - old.readAt < maxAge) return old;
	const page = { ...(await call()), readAt: Date.now() };
	return at === 0 && before !== undefined && before.pages.length > 1 ? withMoved(page, before.pages) : page;
}
