import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { pageShown } from '../features/event/opened-card.ts';
import { keepsFocus } from '../shared/page-heading.tsx';

const linksTo = (href: string) => [...document.links].filter((link) => link.href === href);

/** A link, and its distance from the top of the window. */
export interface LinkPlace {
	href: string;
	index: number;
	top: number;
}

export const placeOfLink = (link: HTMLAnchorElement): LinkPlace => ({
	href: link.href,
	index: linksTo(link.href).indexOf(link),
	top: link.getBoundingClientRect().top,
});

/** Scrolls so that a link is where it was. @returns the link */
export function scrollToPlace({ href, index, top }: LinkPlace): HTMLElement | undefined {
	const link = linksTo(href)[index];
	if (link === undefined) return undefined;
	// `content-visibility` estimates heights during the first two frames.
	const restore = () => window.scrollBy(0, link.getBoundingClientRect().top - top);
	restore();
	requestAnimationFrame(() => requestAnimationFrame(restore));
	return link;
}

/**
 * Scrolls to the top on navigation, unless the link keeps the focus. On Back, the browser restores the
 * position, and this hook focuses the link that was followed. React Router's `ScrollRestoration` needs data
 * mode, which would make a first visit larger.
 */
export function usePageChange(): void {
	const { key, state } = useLocation();
	const keepsPosition = keepsFocus(state);
	const navigation = useNavigationType();
	const followed = useRef(new Map<string, LinkPlace>());
	useLayoutEffect(() => {
		if (navigation !== 'POP' && !keepsPosition) window.scrollTo(0, 0);
		pageShown();
		const remember = ({ target }: MouseEvent) => {
			const link = target instanceof Element && target.closest('a');
			if (link) followed.current.set(key, placeOfLink(link));
		};
		window.addEventListener('click', remember, true);
		return () => window.removeEventListener('click', remember, true);
	}, [key, navigation, keepsPosition]);
	// Runs after the effect in `PageHeading` that moves the focus.
	useEffect(() => {
		const left = navigation === 'POP' ? followed.current.get(key) : undefined;
		if (left) scrollToPlace(left)?.focus({ preventScroll: true });
	}, [key, navigation]);
}
