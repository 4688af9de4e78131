/** Identifies a link or button, and its place in the window, so that `return-after-reload.ts` can return to it. */
import type { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';

export interface ControlPlace {
	url: string;
	/** A link's `href` attribute, not its resolved URL; a button's name. */
	name: string;
	/** Position among the controls with the same name. */
	index: number;
	/** Distance from the top of the window. */
	top: number;
	/** Distance from the left of the window. */
	left: number;
	/** Whether the focus ring was visible; after a tap, it isn't. */
	isMarked: boolean;
	/** Number of loaded pages of each list, keyed by the hash of its query. */
	pages: Readonly<Record<string, number>>;
}

/** Reads the attribute, because resolving the URL of every link would delay each tap. */
const nameOf = (control: Element) =>
	control.getAttribute('href') ?? control.getAttribute('aria-label') ?? control.textContent;
const namesakesOf = (name: string) =>
	[...document.querySelectorAll<HTMLElement>('a, button')].filter((each) => nameOf(each) === name);

export const controlAt = ({ name, index }: ControlPlace): HTMLElement | undefined => namesakesOf(name)[index];

export function listsIn(client: QueryClient) {
	const queries = client.getQueryCache().findAll({ type: 'active' });
	return queries.flatMap(({ queryHash, observers, state }) => {
		// Not `instanceof InfiniteQueryObserver`, which would add this class to the first bundle.
		const observer = observers.find((each): each is InfiniteQueryObserver => 'fetchNextPage' in each);
		if (observer === undefined) return [];
		const { hasNextPage, isError } = observer.getCurrentResult();
		const { length } = (state.data as { pages: unknown[] } | undefined)?.pages ?? [];
		return [{ queryHash, observer, length, canGrow: hasNextPage && !isError }];
	});
}

export function placeOfControl(control: HTMLElement, client: QueryClient): ControlPlace {
	const name = nameOf(control);
	const { top, left } = control.getBoundingClientRect();
	return {
		url: window.location.href,
		name,
		index: namesakesOf(name).indexOf(control),
		top,
		left,
		isMarked: document.activeElement?.matches(':focus-visible') === true,
		pages: Object.fromEntries(listsIn(client).map(({ queryHash, length }) => [queryHash, length])),
	};
}
