/** Reads a list page by page, as far as the service supports paging (gap register, `paging`). */
import type { FastifyBaseLogger } from 'fastify';
import { type List, type PageRange, Pager } from '../../contract/event/lists.ts';
import { paging } from '../../contract/spec/filters.ts';
import type { ReadName } from './parse-response.ts';

interface PagesOptions<Page> {
	operation: ReadName;
	log: Pick<FastifyBaseLogger, 'warn'>;
	/** Maximum number of elements. */
	max: number;
	/** Guards against endless lists. */
	maxPages: number;
	/** Pages to request at the same time, after two pages have shown that paging works. */
	atOnce?: number;
	readPage: (start: number, count: number) => Promise<Page>;
}

/** Yields pages, with each element once. */
export async function* readPages<Page extends List<{ id: string }>>({
	operation,
	log,
	max,
	maxPages,
	atOnce = 1,
	readPage,
}: PagesOptions<Page>) {
	const pager = new Pager({ start: 0, count: paging.maxCount });
	const known = new Set<string>();
	const request = ({ start, count }: PageRange) => readPage(start, Math.min(count, max - start));
	/** Requested pages, by their `start`. */
	const coming = new Map<number, Promise<Page>>();
	const requestAhead = (next: PageRange, pages: number, { sent, total }: Page) => {
		const end = Math.min(max, total ?? 0, next.start + pages * sent);
		for (let { start } = next; start < end; start += sent) {
			const page = coming.get(start) ?? request({ ...next, start });
			// The page is awaited later. Until then, a failure would be an unhandled rejection.
			page.catch(() => undefined);
			coming.set(start, page);
		}
	};
	for (let pages = 0; pager.next !== undefined && pager.end < max && pages < maxPages; pages++) {
		const asked = pager.next;
		const page = await (coming.get(asked.start) ?? request(asked));
		coming.delete(asked.start);
		pager.add(page, asked);
		const { next, end, isStuck, isWhole } = pager;
		if (isStuck)
			log.warn(
				{ operation, sent: page.sent, total: page.total },
				'the service ignores start, so lists end after the first page: it must support start and count',
			);
		const items = page.items.filter(({ id }) => !known.has(id));
		for (const { id } of items) known.add(id);
		const sent = page.sent - (page.items.length - items.length);
		// With neither `hasNext` nor `isLast`, the service sends only a part of the list.
		yield { page: { ...page, items, sent }, hasNext: next !== undefined, isLast: isWhole, isStuck };
		if (pages > 0 && next?.start === end) requestAhead(next, Math.min(atOnce, maxPages - pages - 1), page);
	}
}
