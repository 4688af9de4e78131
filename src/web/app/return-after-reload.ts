/** Restores the length of lists, the scroll position and the focus after Back, a reload or a sign-in. */
import type { QueryClient } from '@tanstack/react-query';
import { pagePatterns } from '../../contract/paths.ts';
import { tabStorage } from '../shared/storage.ts';
import { type ControlPlace, controlAt, listsIn, placeOfControl } from './control-place.ts';

const key = 'daybill.places';

function isInView(control: Element): boolean {
	const { top } = control.getBoundingClientRect();
	return top >= 0 && top < window.innerHeight;
}

/** Remembers the first card in view, for its position, and the focused control of a card or an event. */
function rememberPlaces(client: QueryClient): void {
	const cards = document.querySelectorAll<HTMLElement>('main article a');
	const focused = document.querySelector<HTMLElement>('article :is(a, button):not(dialog *):focus');
	const places = [[...cards].find(isInView), focused].map((each) =>
		each ? placeOfControl(each, client) : null,
	);
	tabStorage.writeJson(key, places);
}

export function returnAfterReload(client: QueryClient): void {
	const [card, focused] = (tabStorage.readJson(key) ?? []) as (ControlPlace | null)[];
	tabStorage.write(key, null);
	window.addEventListener('pagehide', () => rememberPlaces(client));
	const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
	const isSignIn = page !== undefined && new URL(page.name).pathname === pagePatterns.callback;
	// After a sign-in, the current page is the callback page, so `returnTo` waits until `place.url` is shown.
	if (card && (isSignIn || (card.url === window.location.href && page?.type !== 'navigate')))
		returnTo(card, client, false);
	if (focused && isSignIn) returnTo(focused, client, true);
}

/** Longest time to wait until the page and its lists are loaded. */
const waitMs = 15_000;

/**
 * Scrolls the page, and a row of cards sideways, so that a control is where it was. Waits until its page is shown and
 * its lists are as long as before. Gives up when the visitor does anything.
 *
 * @param end abort it to give up
 */
export function returnTo(
	place: ControlPlace,
	client: QueryClient,
	focuses: boolean,
	end = new AbortController(),
): void {
	let isGrowing = false;
	let isBack = false;
	const { signal } = end;
	const stop = () => end.abort();
	const attempt = async () => {
		if (isGrowing || signal.aborted || window.location.href !== place.url) return;
		// Focuses it again only if it has been replaced, as a card's heart is once its code is loaded.
		if (isBack && document.activeElement !== document.body) return;
		const short = listsIn(client).filter(
			({ queryHash, length, canGrow }) => canGrow && length < (place.pages[queryHash] ?? 0),
		);
		if (short.length > 0) {
			isGrowing = true;
			// `cancelRefetch: false` waits for a page that is already loading.
			await Promise.all(short.map(({ observer }) => observer.fetchNextPage({ cancelRefetch: false })));
			isGrowing = false;
			return void attempt();
		}
		const control = controlAt(place);
		if (control === undefined) return;
		if (focuses) control.focus({ preventScroll: true, focusVisible: place.isMarked });
		else stop();
		if (isBack) return;
		isBack = true;
		// `content-visibility` estimates heights during the first two frames.
		const restore = () => {
			const { top, left } = control.getBoundingClientRect();
			window.scrollBy(0, top - place.top);
			const row = control.closest('ul');
			if (row) row.scrollLeft += left - place.left;
		};
		restore();
		requestAnimationFrame(() => requestAnimationFrame(restore));
	};
	const changes = new MutationObserver(() => void attempt());
	signal.addEventListener('abort', () => changes.disconnect());
	changes.observe(document.body, { childList: true, characterData: true, subtree: true });
	for (const input of ['pointerdown', 'touchstart', 'wheel', 'keydown'])
		window.addEventListener(input, stop, { signal, passive: true });
	setTimeout(stop, waitMs);
	void attempt();
}
