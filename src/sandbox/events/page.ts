/** Pages of lists (Spec §2.3). */

/** The part of a list that a call wants. */
export interface Page {
	/** Position of the first element, from 0. */
	start: number;
	/** Number of elements at most. */
	count: number;
}

export interface ListOf<Element> {
	/** Number of elements of the whole list. */
	total: number;
	/** The elements of the page. */
	items: readonly Element[];
}
