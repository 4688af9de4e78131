/** Remembers where a visitor was on a page, and returns there. */
import type { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';

export interface LinkPlace {
	url: string;
	/** The link's `href` attribute, not its resolved URL. */
	href: string;
	/** The link's position among the links with the same `href`. */
	index: number;
	/** The link's distance from the top of the window. */
	top: number;
	/** Number of loaded pages of each list, by the hash of its query. */
	pages: Readonly<Record<string, number>>;
}

/** Compares attributes, because resolving the URL of every link would delay each tap. */
const linksTo = (href: string) => [
	...document.querySelectorAll<HTMLAnchorElement>(`a[href="${CSS.escape(href)}"]`),
];

export const linkAt = ({ href, index }: LinkPlace): HTMLAnchorElement | undefined => linksTo(href)[index];

function listsIn(client: QueryClient) {
	const queries = client.getQueryCache().findAll({ type: 'active' });
	return queries.flatMap(({ queryHash, observers }) => {
		// Not `instanceof`, which would add the class to the first bundle.
		const observer = observers.find((each): each is InfiniteQueryObserver => 'fetchNextPage' in each);
		if (observer === undefined) return [];
		const { data, hasNextPage, isError } = observer.getCurrentResult();
		const { length } = (data as { pages: unknown[] } | undefined)?.pages ?? [];
		return [{ queryHash, observer, length, canGrow: hasNextPage && !isError }];
	});
}

export function placeOfLink(link: HTMLAnchorElement, client: QueryClient): LinkPlace {
	const href = link.getAttribute('href') ?? '';
	return {
		url: window.location.href,
		href,
		index: linksTo(href).indexOf(link),
		top: link.getBoundingClientRect().top,
		pages: Object.fromEntries(listsIn(client).map(({ queryHash, length }) => [queryHash, length])),
	};
}

/** Longest wait for a page and its lists. */
const waitMs = 15_000;

/**
 * Scrolls so that a link is where it was, once its page is shown and its lists are as long as before. Gives up when the
 * visitor does anything.
 *
 * @returns a function that cancels this
 */
export function returnTo(place: LinkPlace, client: QueryClient, focuses: boolean): () => void {
	let isGrowing = false;
	let isOver = false;
	const attempt = async () => {
		if (isGrowing || isOver || window.location.href !== place.url) return;
		const short = listsIn(client).filter(
			({ queryHash, length, canGrow }) => canGrow && length < (place.pages[queryHash] ?? 0),
		);
		if (short.length > 0) {
			isGrowing = true;
			// Waits for the page if the list is already loading it.
			await Promise.all(short.map(({ observer }) => observer.fetchNextPage({ cancelRefetch: false })));
			isGrowing = false;
			return void attempt();
		}
		const link = linkAt(place);
		if (link === undefined) return;
		stop();
		// `content-visibility` estimates heights during the first two frames.
		const restore = () => window.scrollBy(0, link.getBoundingClientRect().top - place.top);
		restore();
		requestAnimationFrame(() => requestAnimationFrame(restore));
		if (focuses) link.focus({ preventScroll: true });
	};
	const changes = new MutationObserver(() => void attempt());
	const stop = () => {
		isOver = true;
		changes.disconnect();
	};
	changes.observe(document.body, { childList: true, characterData: true, subtree: true });
	for (const input of ['pointerdown', 'touchstart', 'wheel', 'keydown'])
		window.addEventListener(input, stop, { once: true, passive: true });
	setTimeout(stop, waitMs);
	void attempt();
	return stop;
}
