/** Lists of events, users and cities (Spec §2.3), and their paging. */

export interface List<Item> {
	items: Item[];
	/** Position of the first element in the whole list; null if the service doesn't say. */
	start: number | null;
	/** Elements sent, including duplicates and dropped ones. */
	sent: number;
	/** Elements of the whole list; null if the service doesn't say. */
	total: number | null;
	/** One error per dropped element. */
	dropped: string[];
}

/**
 * Position of a list's first element: 0, or 1 if the service counts from 1 (gap register, `paging`).
 *
 * @param first page of a list, requested with `start` 0
 */
export const firstPosition = (first: List<unknown> | undefined): number => (first?.start === 1 ? 1 : 0);

/** Whether a page is the requested one, as far as it says. */
const isAskedFor = ({ start }: List<unknown>, asked: number, base: number): boolean =>
	start === null || start === asked || (asked === 0 && start === base);

/** Empty pages in a row after which a list ends, whatever its total is. */
const maxEmptyPages = 3;

/**
 * Elements to go on by. What was sent counts, not what was requested, since page sizes are not specified. A service may
 * hide the elements of a whole page: after an empty one before the total, the longest page so far counts.
 */
function stepOf(pages: readonly List<unknown>[], { sent, total }: List<unknown>): number {
	const isEnd = total === null || pages.slice(-maxEmptyPages).every((page) => page.sent === 0);
	return sent > 0 || isEnd ? sent : Math.max(...pages.map((page) => page.sent));
}

/**
 * Where the next page starts.
 *
 * @param pages read so far, in order, or the last four of them
 * @param asked `start` of the last request
 * @param known ids of all pages but the last, if the caller has them
 * @param base position of the list's first element, if the caller doesn't have the first page
 * @returns undefined at the end, and if the service ignores paging and sends the same page again
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

/** Whether a page brings nothing but elements of the pages before: the service ignores `start`. */
export const isRepeated = ({ items }: List<{ id: string }>, known: ReadonlySet<string>): boolean =>
	items.length > 0 && items.every(({ id }) => known.has(id));

/**
 * Whether a page ends its list. Tells the end from a service that sends only part of a list.
 *
 * @param asked `start` of the request
 * @param known ids of the pages before
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
