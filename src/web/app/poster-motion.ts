/**
 * The poster of a card grows into its place on the event's page, and back: a view transition of the browser between two
 * elements that have the same name one after the other. Both have to be in view. Otherwise, with reduced motion, or in a
 * browser without view transitions the next page is shown at once.
 */
import { cardLinks, type OpeningState } from '../features/event/opened-card.ts';
import { prefersReducedMotion } from '../ui/reduced-motion.ts';
import type { ShowPage } from './browser-router.tsx';

/** The element with the name, and the transition that it takes part in. Two with one name would end a transition. */
let named: HTMLElement | undefined;
let latest: ViewTransition | undefined;

function giveName(element: HTMLElement | undefined): void {
	named?.style.removeProperty('view-transition-name');
	named?.closest('article')?.style.removeProperty('content-visibility');
	element?.style.setProperty('view-transition-name', 'poster');
	// The browser skips what a new card contains until it has painted once, and so would the transition.
	element?.closest('article')?.style.setProperty('content-visibility', 'visible');
	named = element;
}

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

export const movePoster: ShowPage = ({ from, to, delta }, show) => {
	const isBack = delta !== null && delta < 0;
	const { pathname, state } = isBack ? from : to;
	const { card: position } = (state as Partial<OpeningState> | null) ?? {};
	if (position === undefined) return void show();

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
		if (latest === transition) giveName(undefined);
	});
};
