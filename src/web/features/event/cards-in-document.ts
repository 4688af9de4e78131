/**
 * Which cards of a list are in the document: all of them, until the list is long. Then what is far from the window leaves it,
 * and space of the same height takes its place. The code that decides about it is loaded by then (`cards-near-window.ts`).
 */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { keepCardsNearWindow } from './cards-near-window.ts';
import { allCards, type CardsInDocument, keptCards } from './kept-cards.ts';

/** The code for long lists, once it is there: a list that grows goes on at once, and misses no key that is pressed meanwhile. */
let begin: typeof keepCardsNearWindow | undefined;

/** A list with more cards is long. */
const longList = 100;

/** @param name of the list among those of the page @param count of all its cards */
export function useCardsInDocument(
	list: RefObject<HTMLElement | null>,
	name: string,
	count: number,
): CardsInDocument {
	const key = useLocation().key + name;
	const [cards, show] = useState(() => keptCards.get(key) ?? allCards);
	/** Back at it: the same cards are shown, and the page is not scrolled to its position yet. */
	const isBack = useRef(cards !== allCards);
	// In the layout phase: a list that leaves the document must not see the next page scroll to its top.
	useLayoutEffect(() => {
		if (count <= longList) return;
		const end = new AbortController();
		const keep = () => begin?.(list, count, key, show, end.signal, isBack.current);
		if (begin !== undefined) keep();
		else
			import('./cards-near-window.ts')
				.then((code) => {
					begin = code.keepCardsNearWindow;
					keep();
				})
				// The list stays whole.
				.catch(() => undefined);
		return () => {
			isBack.current = false;
			end.abort();
		};
	}, [list, count, key]);
	return count > longList ? cards : allCards;
}
