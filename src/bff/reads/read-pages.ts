/** Reads a list page by page, as far as the service supports paging (gap register, `paging`). */
import type { FastifyBaseLogger } from 'fastify';
import { firstPosition, isLast, isRepeated, type List, nextStart } from '../../contract/event/lists.ts';
import { paging } from '../../contract/spec/filters.ts';
import type { ReadName } from './parse-response.ts';

interface PagesOptions<Page> {
	operation: ReadName;
	log: Pick<FastifyBaseLogger, 'warn'>;
	/** Maximum number of elements. */
	max: number;
	/** Guards against endless lists. */
	maxPages: number;
	/** Pages to request in parallel from the third on, once two have shown that paging works. */
	atOnce?: number;
	readPage: (start: number, count: number) => Promise<Page>;
}

export async function* readPages<Page extends List<{ id: string }>>({
	operation,
	log,
	max,
	maxPages,
	atOnce = 1,
	readPage,
}: PagesOptions<Page>) {
	const known = new Set<string>();
	const request = (start: number) => readPage(start, Math.min(paging.maxCount, max - start));
	/** Requested pages, by their `start`. */
	const coming = new Map<number, Promise<Page>>();
	const requestAhead = (from: number, pages: number, { sent, total }: Page) => {
		const end = Math.min(max, total ?? 0, from + pages * sent);
		for (let start = from; start < end; start += sent) {
			const page = coming.get(start) ?? request(start);
			// Prevents an unhandled rejection: the error is thrown once the page is awaited.
			page.catch(() => undefined);
			coming.set(start, page);
		}
	};
	let start = 0;
	let base = 0;
	let recent: Page[] = [];
	for (let pages = 0; start < max && pages < maxPages; pages++) {
		const page = await (coming.get(start) ?? request(start));
		coming.delete(start);
		if (pages === 0) base = firstPosition(page);
		recent = [...recent.slice(-3), page];
		const next = nextStart(recent, start, known, base);
		if (isRepeated(page, known))
			log.warn(
				{ operation, sent: page.sent, total: page.total },
				'the service ignores start, so lists end after the first page: it must support start and count',
			);
		// If `isLast` is false without a next page, the service sends only part of the list.
		yield { page, hasNext: next !== undefined, isLast: isLast(page, start, known, base) };
		if (next === undefined) return;
		for (const { id } of page.items) known.add(id);
		start = next;
		if (pages > 0) requestAhead(start, Math.min(atOnce, maxPages - pages - 1), page);
	}
}
