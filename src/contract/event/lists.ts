/** One page of a list of events, users or cities (Spec §2.3). */
export interface List<Item> {
	items: Item[];
	/** Position of the first element in the whole list; null if the service doesn't say. */
	start: number | null;
	/** Number of elements sent, including duplicates and dropped ones. */
	sent: number;
	/** Number of elements in the whole list; null if the service doesn't say. */
	total: number | null;
	/** One error message per dropped element. */
	dropped: string[];
}

/**
 * Position of a list's first element: 0, or 1 if the service counts from 1 (gap register, `paging`).
 *
 * @param first the list's first page, requested with `start` 0
 */
export const firstPosition = (first: List<unknown> | undefined): number => (first?.start === 1 ? 1 : 0);

/** Whether this is the requested page; true if the service doesn't say. */
const isAskedFor = ({ start }: List<unknown>, asked: number, base: number): boolean =>
	start === null || start === asked || (asked === 0 && start === base);

/** A list ends after this many empty pages in a row, whatever its total is. */
const maxEmptyPages = 3;

/**
 * How far to advance: by the number of elements sent, not requested, since page sizes are not specified. A service may
 * hide all elements of a page, so after an empty page before the end, advances by the longest page so far.
 */
function stepOf(pages: readonly List<unknown>[], { sent, total }: List<unknown>): number {
	const isEnd = total === null || pages.slice(-maxEmptyPages).every((page) => page.sent === 0);
	return sent > 0 || isEnd ? sent : Math.max(...pages.map((page) => page.sent));
}

/**
 * Where the next page of a list starts.
 *
 * @param pages all pages read so far in order, or at least the last four
 * @param asked `start` of the last request
 * @param known ids of all pages but the last, if the caller has them
 * @param base position of the list's first element, if the caller doesn't have the first page
 * @returns undefined at the end, or if the service ignores paging and resends the same page
 */
export function nextStart(
	pages: readonly List<{ id: string }>[],
	asked: number,
	known?: ReadonlySet<string>,
	base = firstPosition(pages[0]),
): number | undefined {
	const last = pages.at(-1);
	if (last === undefined || !isAskedFor(last, asked, base)) return undefined;
	const step = stepOf(pages, last);
	const next = Math.max(asked, base) + step;
	if (step === 0) return undefined;
	if (last.total !== null && next - base >= last.total) return undefined;
	const ids = known ?? new Set(pages.slice(0, -1).flatMap(({ items }) => items.map(({ id }) => id)));
	return isRepeated(last, ids) ? undefined : next;
}

/** Whether a page has only elements of earlier pages, because the service ignores `start`. */
export const isRepeated = ({ items }: List<{ id: string }>, known: ReadonlySet<string>): boolean =>
	items.length > 0 && items.every(({ id }) => known.has(id));

/**
 * Whether a page ends its list, as opposed to a service that sends only part of a list.
 *
 * @param asked `start` of the request
 * @param known ids of earlier pages
 * @param base position of the list's first element
 */
export function isLast(
	page: List<{ id: string }>,
	asked: number,
	known: ReadonlySet<string>,
	base = 0,
): boolean {
	const { sent, total } = page;
	const isEnd = total === null ? sent === 0 : Math.max(asked - base, 0) + sent >= total;
	return isEnd && !isRepeated(page, known) && isAskedFor(page, asked, base);
}
