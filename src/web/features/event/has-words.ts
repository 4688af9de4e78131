import type { Event } from '../../../contract/event/event.ts';

/** The words of a query, in lower case. */
export const wordsOf = (q: string): string[] => q.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether an event has every word in title, address or owner: the search where the index cannot be reached. */
export function hasWords({ title, address, owner }: Event, words: readonly string[]): boolean {
	const text = `${title} ${address} ${owner?.name ?? ''}`.toLowerCase();
	return words.every((word) => text.includes(word));
}
