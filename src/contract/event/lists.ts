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

/** Whether pages overlap: always, only if the list doesn't take more pages then, or never. */
export type Overlap = 'always' | 'if free' | 'never';

/** Elements read without a gap between them. */
interface Stretch {
	ids: Set<string>;
	/** Position after the last element, and the list's total when that element was read. */
	end: number;
	total: number | null;
	/** Number of elements on the last page that can't be compared with other pages: unreadable, private or duplicates. */
	unknown: number;
}

/** A list ends after this many pages in a row without a new element, whatever its total is. */
const maxBarrenPages = 3;
/** Number of elements; more than one, since one may have been removed in the meantime. */
const usualOverlap = 2;
/** Longest overlap if the total is unknown, as a fraction of a page. */
const maxOverlap = 1 / 8;
/** How many more pages may be read backwards than forwards: a service may send a different order each time. */
const maxStepsBack = 5;

/**
 * Reads a list page by page (gap register, `paging`): request `next` and `add` the page, until `next` is undefined.
 *
 * The list may change in the meantime: once elements are removed, those after them move to lower positions. So each
 * page overlaps the one before: by default, only if that takes no more pages. If an overlap is missing, or the total
 * changes between pages that don't overlap, elements may be missing, so the pager reads backwards to a known element.
 */
export class Pager {
	/** Undefined at the end of the list, or if the service ignores paging and sends the same page again. */
	next: PageRange | undefined;
	/** Whether the whole list was read, as opposed to a service that sends only part of it. */
	isWhole = false;
	/** Whether the service ignores `start`. */
	isStuck = false;
	readonly #count: number;
	readonly #overlap: Overlap;
	/** Position of the list's first element: 1 if the service counts from 1. */
	#base = 0;
	#read: Stretch;
	/** Elements read beyond a gap, in which elements may be missing. */
	#ahead: Stretch | undefined;
	#stepsBack = maxStepsBack;
	#barrenPages = 0;
	/** Position after the furthest page. */
	#furthest = -1;
	/** Number of elements on the first page, and on the longest. */
	#first = 0;
	#longest = 0;
	/** Whether all pages so far were as long as requested. */
	#isFull = true;

	/** @param overlap `never` if pages are requested in advance */
	constructor(first: PageRange, overlap: Overlap = 'if free') {
		this.next = first;
		this.#count = first.count;
		this.#overlap = overlap;
		this.#read = { ids: new Set(), end: first.start, total: null, unknown: 0 };
	}

	/** Position after the elements read without a gap. */
	get end(): number {
		return this.#read.end;
	}

	/** @param range as requested */
	add({ items, start, sent, total }: List<{ id: string }>, range: PageRange): void {
		const [read, ahead] = [this.#read, this.#ahead];
		const isFirst = this.#furthest < 0;
		if (isFirst) this.#base = start === 1 ? 1 : 0;
		const from = Math.max(range.start, this.#base);
		if (isFirst) read.end = from;
		const ids = items.map(({ id }) => id);
		/** Number of elements that are on earlier pages. */
		const known = ids.filter((id) => read.ids.has(id)).length;
		const isNew = known < ids.length;
		/** Whether this is more than an overlap: a service may send the same page for every `start`. */
		const isRepeated = known > read.end - from;
		this.next = undefined;
		if (start === null ? isRepeated && !isNew : start !== from) {
			this.isStuck = isRepeated;
			return;
		}
		const page = { ids: new Set(ids), end: from + sent, total, unknown: Math.max(0, sent - ids.length) };
		if (page.end > this.#furthest) {
			this.#furthest = page.end;
			this.#stepsBack += 1;
			this.#isFull &&= sent >= range.count;
		} else if (ahead !== undefined) this.#stepsBack -= 1;
		this.#first ||= sent;
		this.#longest = Math.max(this.#longest, sent);
		/** What was read beyond the gap, if the page has one of its elements. */
		const stretch = ahead !== undefined && ids.some((id) => ahead.ids.has(id)) ? ahead : page;
		for (const id of ids) stretch.ids.add(id);
		const isGap =
			ahead !== undefined || (!isFirst && known === 0 && (from < read.end || total !== read.total));
		if (isGap && known === 0 && from > this.#base && this.#stepsBack > 0) {
			this.#ahead = stretch;
			this.next = this.#before(from);
			return;
		}
		this.#ahead = undefined;
		for (const id of stretch.ids) read.ids.add(id);
		this.#read = { ...stretch, ids: read.ids };
		const isBarren = !isGap && !isNew && (isRepeated || page.end <= read.end);
		this.#barrenPages = isBarren ? this.#barrenPages + 1 : 0;
		this.isWhole = stretch.total === null ? isBarren : stretch.end - this.#base >= stretch.total;
		// A service may hide all elements of a page, so the next page is requested.
		if (isBarren && page.end <= read.end) {
			this.#read.end = read.end + this.#longest;
			this.#read.unknown = Number.POSITIVE_INFINITY;
		}
		if (!this.isWhole && this.#barrenPages < maxBarrenPages && this.#longest > 0)
			this.next = this.#following();
	}

	/** The page before a position, with the element at the position, which shows whether the list has changed again. */
	#before(position: number): PageRange {
		const start = Math.max(this.#base, Math.min(position - 1, position + 1 - this.#longest));
		return { start, count: position + 1 - start };
	}

	#following(): PageRange | undefined {
		const { end, total, unknown } = this.#read;
		const rest = total === null ? Number.POSITIVE_INFINITY : total - (end - this.#base);
		if (rest <= 0) return undefined;
		const wanted = this.#overlap === 'never' ? Number.POSITIVE_INFINITY : usualOverlap + unknown;
		const longest = this.#isFull ? Math.min(paging.maxCount, this.#count + wanted) : this.#longest;
		const spare = total === null ? longest * maxOverlap : Math.ceil(rest / this.#first) * longest - rest;
		const overlap = wanted <= (this.#overlap === 'always' ? longest / 2 : spare) ? wanted : 0;
		return { start: end - overlap, count: Math.min(paging.maxCount, this.#count + overlap) };
	}
}

/** @param ranges of the pages, in the order in which they were read */
export function pagerOf(pages: readonly List<{ id: string }>[], ranges: readonly PageRange[]): Pager {
	const pager = new Pager(ranges[0] ?? { start: 0, count: paging.defaultCount });
	for (const [index, page] of pages.entries()) pager.add(page, ranges[index] as PageRange);
	return pager;
}
