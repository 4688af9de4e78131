import { paging } from '../spec/filters.ts';

/** One page of a list of events, users or cities (Spec §2.3). */
export interface List<Item> {
	items: Item[];
	/** Position of the first element in the whole list; null if not sent. */
	start: number | null;
	/** Number of elements sent, including duplicates and dropped ones. */
	sent: number;
	/** Number of elements in the whole list; null if not sent. */
	total: number | null;
	/** One error message per dropped element. */
	dropped: string[];
}

/** Which elements of a list to request. */
export interface PageRange {
	start: number;
	count: number;
}

/** A list ends after this many pages in a row without a new element, whatever its total is. */
const maxBarrenPages = 3;
/** Number of elements that two pages share. Once elements are removed, those after them move to lower positions. */
const maxOverlap = 2;

/**
 * Reads a list page by page (gap register, `paging`): request `next` and `add` the page, until `next` is undefined. Each
 * page begins with the last elements of the one before, unless the service allows no longer pages. If more elements were
 * removed from the list in the meantime, others may be missing until it is read again.
 */
export class Pager {
	/** Undefined at the end of the list, or if the service ignores paging and sends the same page again. */
	next: PageRange | undefined;
	/** Whether the whole list was read, as opposed to a service that sends only part of it. */
	isWhole = false;
	/** Whether the service ignores `start`. */
	isStuck = false;
	/** Position after the elements that were read. */
	end: number;
	readonly #count: number;
	readonly #ids = new Set<string>();
	/** Position of the list's first element: 1 if the service counts from 1. Unknown before the first page. */
	#base: number | undefined;
	/** Number of elements on the longest page. */
	#longest = 0;
	#barrenPages = 0;

	constructor(first: PageRange) {
		this.next = first;
		this.end = first.start;
		this.#count = first.count;
	}

	/** @param range as requested */
	add({ items, start, sent, total }: List<{ id: string }>, range: PageRange): void {
		const isFirst = this.#base === undefined;
		const base = this.#base ?? (start === 1 ? 1 : 0);
		this.#base = base;
		const from = Math.max(range.start, base);
		if (isFirst) this.end = from;
		const known = items.filter(({ id }) => this.#ids.has(id)).length;
		const isNew = known < items.length;
		/** Whether more elements are known than should overlap: a service may send the same page for every `start`. */
		const isRepeated = known > this.end - from;
		this.next = undefined;
		if (start === null ? isRepeated && !isNew : start !== from) {
			this.isStuck = isRepeated;
			return;
		}
		for (const { id } of items) this.#ids.add(id);
		this.#longest = Math.max(this.#longest, sent);
		const end = from + sent;
		const isBarren = !isNew && (isRepeated || end <= this.end);
		this.#barrenPages = isBarren ? this.#barrenPages + 1 : 0;
		this.isWhole = total === null ? isBarren : end - base >= total;
		// A service may hide all elements of a page, so the next page is requested.
		this.end = isBarren ? Math.max(end, this.end + this.#longest) : end;
		const isBeyond = total !== null && this.end - base >= total;
		if (this.isWhole || isBeyond || this.#barrenPages === maxBarrenPages || this.#longest === 0) return;
		const isFull = sent === range.count;
		const overlap = isFull ? Math.min(maxOverlap, paging.maxCount - this.#count) : 0;
		this.next = { start: this.end - overlap, count: this.#count + overlap };
	}
}

/** @param ranges of the pages, in the order in which they were read */
export function pagerOf(pages: readonly List<{ id: string }>[], ranges: readonly PageRange[]): Pager {
	const pager = new Pager(ranges[0] ?? { start: 0, count: paging.defaultCount });
	for (const [index, page] of pages.entries()) pager.add(page, ranges[index] as PageRange);
	return pager;
}
