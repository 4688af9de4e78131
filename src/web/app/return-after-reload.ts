/** Restores the length of lists and the scroll position after a reload. */
import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query';
import { tabStorage } from '../shared/storage.ts';
import { type LinkPlace, placeOfLink, scrollToPlace } from './use-page-change.ts';

const key = 'daybill.place';

interface Place extends LinkPlace {
	url: string;
	/** Number of pages of each list, by the hash of its query. */
	pages: Readonly<Record<string, number>>;
}

function listsIn(client: QueryClient) {
	const lists = client.getQueryCache().findAll({ type: 'active' });
	return lists.flatMap(({ queryHash, observers }) => {
		const observer = observers.find((each) => each instanceof InfiniteQueryObserver);
		return observer === undefined ? [] : [{ queryHash, observer }];
	});
}

const pagesOf = (observer: InfiniteQueryObserver): number =>
	(observer.getCurrentResult().data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0;

/** The first link in view, and how much of the page is loaded. */
function rememberPlace(client: QueryClient): void {
	const link = [...document.querySelectorAll<HTMLAnchorElement>('main article a')].find(
		(each) => each.getBoundingClientRect().top >= 0,
	);
	const pages = listsIn(client).map(({ queryHash, observer }) => [queryHash, pagesOf(observer)]);
	const place: Place | undefined = link && {
		...placeOfLink(link),
		url: window.location.href,
		pages: Object.fromEntries(pages),
	};
	tabStorage.write(key, place === undefined ? null : JSON.stringify(place));
}

export async function returnAfterReload(client: QueryClient): Promise<void> {
	const place = tabStorage.readJson(key) as Place | null;
	tabStorage.write(key, null);
	window.addEventListener('pagehide', () => rememberPlace(client));
	const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
	if (place?.url !== window.location.href || navigation?.type === 'navigate') return;
	const grow = async (observer: InfiniteQueryObserver, pages: number) => {
		for (let read = pagesOf(observer); read < pages; read += 1)
			// If the end of the list already loads the page, waits for that.
			await observer.fetchNextPage({ cancelRefetch: false });
	};
	await Promise.all(
		listsIn(client).map(({ queryHash, observer }) => grow(observer, place.pages[queryHash] ?? 0)),
	);
	requestAnimationFrame(() => scrollToPlace(place));
}
