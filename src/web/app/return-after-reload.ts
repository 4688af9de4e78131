/** Restores the length of lists and the scroll position after a reload or a sign-in. */
import type { QueryClient } from '@tanstack/react-query';
import { pagePatterns } from '../../contract/paths.ts';
import { tabStorage } from '../shared/storage.ts';
import { type LinkPlace, linkAt, placeOfLink, returnTo } from './link-place.ts';
import { tappedPlace } from './use-page-change.ts';

const key = 'daybill.place';

function isInView(link: Element): boolean {
	const { top } = link.getBoundingClientRect();
	return top >= 0 && top < window.innerHeight;
}

/** The card that was last tapped, or the first in view. */
function rememberPlace(client: QueryClient): void {
	const tapped = tappedPlace();
	const link = [
		...[tapped && linkAt(tapped)].filter((each) => each !== undefined),
		...document.querySelectorAll<HTMLAnchorElement>('main article a'),
	].find(isInView);
	tabStorage.writeJson(key, link === undefined ? null : placeOfLink(link, client));
}

export function returnAfterReload(client: QueryClient): void {
	const place = tabStorage.readJson(key) as LinkPlace | null;
	tabStorage.write(key, null);
	window.addEventListener('pagehide', () => rememberPlace(client));
	const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
	const isSignIn = page !== undefined && new URL(page.name).pathname === pagePatterns.callback;
	if (place === null) return;
	// After a sign-in, this is the callback page, so `returnTo` waits until `place.url` is shown.
	if (isSignIn || (place.url === window.location.href && page?.type !== 'navigate'))
		returnTo(place, client, isSignIn);
}
