/**
 * Keeps those cards of a long list in the document that are near the window. A browser that skips what it does not show still
 * looks at each card for each frame, and a page that is shown again renders all of its cards in one task.
 *
 * Heights are those that the cards had when they were in the document; for cards that have not been there, the mean of the
 * others. What searches or prints the whole page gets the whole list.
 */
import { type CSSProperties, type RefObject, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { keepRecent } from '../../ui/recent.ts';
import { allCards, type CardsInDocument, keptCards } from './kept-cards.ts';

/** Rows that come and go together. */
const rowsOfStep = 4;
/** Distance from the window up to which there are cards, in heights of the window. */
const reach = 1.5;
/** Number of lists that are kept. */
const maxKept = 20;

interface Measured {
	/** Width of the list. With another one, all heights are others. */
	width: number;
	/** Cards of a step. */
	size: number;
	/** By step, in pixels, with the gap to the next step. */
	heights: (number | undefined)[];
}

/** What cards were chosen by, and the pixels below them. */
const chosenBy = new WeakMap<CardsInDocument, { sizes: Measured; after: number }>();
/** Lists of which somebody searches or prints all cards. */
const whole = new WeakSet<HTMLElement>();

/** Place in the whole list of the first card in the document. A list that is there as a whole does not number its cards. */
const firstPlace = (list: HTMLElement) =>
	Number(list.firstElementChild?.getAttribute('aria-posinset') ?? 1) - 1;

/** Place in the whole list of the card that has the focus; NaN when none has it. */
function focusedPlace(list: HTMLElement): number {
	const index = [...list.children].findIndex((card) => card.contains(document.activeElement));
	return index === -1 ? Number.NaN : firstPlace(list) + index;
}

function measure(list: HTMLElement, before: Measured | undefined): Measured {
	const width = list.clientWidth;
	const columns = getComputedStyle(list).gridTemplateColumns.split(' ').length;
	const size = columns * rowsOfStep;
	const heights = before?.width === width && before.size === size ? before.heights : [];
	const cards = [...list.children] as HTMLElement[];
	const from = firstPlace(list);
	for (let at = Math.ceil(from / size) * size; at + size < from + cards.length; at += size) {
		const [top, next] = [cards[at - from]?.offsetTop, cards[at - from + size]?.offsetTop];
		if (top !== undefined && next !== undefined) heights[at / size] = next - top;
	}
	return { width, size, heights };
}

/** The cards near the window. @param top of the list, relative to the window */
function cardsNear(
	top: number,
	count: number,
	{ size, heights }: Measured,
	focused: number,
): { cards: CardsInDocument; after: number } {
	const known = heights.filter((height) => height !== undefined);
	const mean = known.reduce((sum, height) => sum + height, 0) / Math.max(1, known.length);
	const steps = Math.ceil(count / size);
	const margin = window.innerHeight * reach;
	const [start, end] = [-top - margin, -top + window.innerHeight + margin];
	let [from, to, before, after, y] = [0, 0, 0, 0, 0];
	for (let step = 0; step < steps; step++) {
		const part = Math.min(1, count / size - step);
		const height = heights[step] ?? mean * part;
		const isFocused = Math.floor(focused / size) === step;
		const isLast = step === steps - 1;
		const isBefore = y + height < start && !isFocused && !isLast && to === 0;
		if (isBefore) [from, before] = [step + 1, before + height];
		else if (y <= end || to === 0 || isFocused) [to, after] = [step + 1, 0];
		else after += height;
		y += height;
	}
	const style = { paddingBlock: `${before}px ${after}px`, '--cards': 'visible' } as CSSProperties;
	return { cards: { from: from * size, to: to === steps ? undefined : to * size, style }, after };
}

/**
 * Begins to do so, whenever the page is scrolled.
 *
 * @param list its children are the cards, numbered by `aria-posinset` as soon as some of them are missing
 * @param count of all cards
 * @param key of the step in the history, and of the list
 * @param signal ends it
 * @param waits whether the cards stay as they are until the page is scrolled; else they are chosen at once, too
 */
export function keepCardsNearWindow(
	{ current: list }: RefObject<HTMLElement | null>,
	count: number,
	key: string,
	show: (cards: CardsInDocument) => void,
	signal: AbortSignal,
	waits: boolean,
): void {
	if (list === null || signal.aborted) return;
	let last = keptCards.get(key);
	const update = () => {
		const before = last && chosenBy.get(last);
		const sizes = measure(list, before?.sizes);
		const { top } = list.getBoundingClientRect();
		// What has the focus stays, and with it what is between.
		const { cards: next, after } = cardsNear(top, count, sizes, focusedPlace(list));
		if (last?.from === next.from && last.to === next.to && before?.after === after) {
			chosenBy.set(last, { sizes, after });
			return;
		}
		last = next;
		chosenBy.set(next, { sizes, after });
		keepRecent(keptCards, maxKept, key, next);
		if (!whole.has(list)) show(next);
	};
	const showAll = () => {
		whole.add(list);
		show(allCards);
	};
	const showAllToPrint = () => flushSync(showAll);
	const showAllToSearch = ({ key: pressed, ctrlKey, metaKey }: KeyboardEvent) => {
		const isSearch = pressed === 'F3' || ((ctrlKey || metaKey) && pressed.toLowerCase() === 'f');
		if (isSearch) startTransition(showAll);
	};
	const showPart = () => {
		whole.delete(list);
		if (last !== undefined) show(last);
	};
	window.addEventListener('scroll', update, { passive: true, signal });
	window.addEventListener('resize', update, { signal });
	window.addEventListener('keydown', showAllToSearch, { signal });
	window.addEventListener('beforeprint', showAllToPrint, { signal });
	window.addEventListener('afterprint', showPart, { signal });
	if (!waits) update();
}
