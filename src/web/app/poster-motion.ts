/**
 * The poster of a card grows into its place on the event's page, and back: a view transition of the browser between two
 * elements that have the same name one after the other. Both have to be in view. Otherwise, with reduced motion, or in a
 * browser without view transitions the next page is shown at once.
 */
import type { Location } from 'react-router';
import { keepRecent } from '../ui/recent.ts';
import { prefersReducedMotion } from '../ui/reduced-motion.ts';
import type { ShowPage } from './browser-router.tsx';
import { restoreScrollOurselves } from './own-scroll-restoration.ts';

/**
 * Position of the pressed card among those of its event, by the key of the step in the history that it led to: an event can be
 * in several rows of a page.
 */
const positions = new Map<string, number>();
const maxPositions = 50;

/** The page that was asked for last. */
let newest: Location | undefined;

/** The links of all cards of an event. @param path of its page */
const cardLinks = (path: string) => [
	...document.querySelectorAll<HTMLAnchorElement>(`article :is(h2, h3) > a[href="${path}"]`),
];

/** Keeps which card was pressed, when this is what opens a page. */
function keepPosition({ key, pathname }: Location): void {
	const { event } = window;
	if (!(event instanceof MouseEvent && event.target instanceof Element)) return;
	const link = event.target.closest('a');
	const position = link === null ? -1 : cardLinks(pathname).indexOf(link);
	if (position >= 0) keepRecent(positions, maxPositions, key, position);
}

/** The element with the name, and the transition that it takes part in. Two with one name would end a transition. */
let named: HTMLElement | undefined;
let latest: ViewTransition | undefined;

function giveName(element: HTMLElement | undefined): void {
	named?.style.removeProperty('view-transition-name');
	element?.style.setProperty('view-transition-name', 'poster');
	named = element;
}

/** Cards in view that are laid out although they have not been painted yet. */
let laidOut: readonly HTMLElement[] = [];

/**
 * The browser skips what a new card contains until it has painted once: the transition would skip a poster in it, and end
 * beside its place when a card above takes more room than was reserved.
 */
function layOut(cards: readonly HTMLElement[]): void {
	for (const card of laidOut) card.style.removeProperty('content-visibility');
	for (const card of cards) card.style.setProperty('content-visibility', 'visible');
	laidOut = cards;
}

const cardsInView = () => [...document.querySelectorAll<HTMLElement>('main article')].filter(isInView);

const posterIn = (parent: Element | null | undefined) =>
	parent?.querySelector<HTMLElement>('[data-mark]') ?? undefined;

function isInView(element: Element): boolean {
	const { top, right, bottom, left } = element.getBoundingClientRect();
	return bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
}

/** Rows that one swipes through begin anew when their page is shown again: goes on to this card. */
function swipeTo(card: Element | null): void {
	if (card === null || isInView(card)) return;
	const { left, right } = card.getBoundingClientRect();
	card.closest('ul')?.scrollBy({ left: (left + right - window.innerWidth) / 2, behavior: 'instant' });
}

/** Whether the browser shows a motion of its own, as for a swipe that goes back. */
const isShownByBrowser = () => window.event instanceof PopStateEvent && window.event.hasUAVisualTransition;

const movePoster: ShowPage = (to, delta, show) => {
	const from = newest;
	newest = to;
	keepPosition(to);
	const isBack = delta !== null && delta < 0;
	const event = isBack ? from : to;
	const position = event && positions.get(event.key);
	if (event === undefined || position === undefined) return void show();
	const { pathname } = event;

	const card = () => cardLinks(pathname)[position]?.closest('article') ?? null;
	const showNext = async () => {
		await show();
		if (isBack) swipeTo(card());
	};
	const posterOfCard = () => posterIn(card());
	const posterOfPage = () => posterIn(document.querySelector('main article'));
	const [before, after] = isBack ? [posterOfPage, posterOfCard] : [posterOfCard, posterOfPage];
	const first = before();
	const isStill = document.startViewTransition === undefined || prefersReducedMotion() || isShownByBrowser();
	if (isStill || first === undefined || !isInView(first)) return void showNext();

	giveName(first);
	const transition = document.startViewTransition(async () => {
		await showNext();
		layOut(cardsInView());
		const isThere = window.location.pathname === to.pathname;
		const last = isThere ? after() : undefined;
		const isSeen = last !== undefined && isInView(last);
		giveName(isSeen ? last : undefined);
		if (!isSeen) transition.skipTransition();
	});
	latest = transition;
	// It is rejected when the motion is skipped, by the browser too: the page is shown all the same.
	transition.ready.catch(() => undefined);
	void transition.finished.then(() => {
		if (latest !== transition) return;
		giveName(undefined);
		layOut([]);
	});
};

/** From then on positions on pages are restored by the app alone. */
export function posterMotion(): ShowPage {
	restoreScrollOurselves();
	return movePoster;
}
