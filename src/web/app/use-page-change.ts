import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { pageShown } from '../ui/poster-motion.ts';

const linksTo = (href: string) => [...document.links].filter((link) => link.href === href);

/**
 * A navigation begins at the top of the page. Going back, the browser restores the position, and the link that was followed
 * gets the focus again: the router does either in its data mode only, whose code is a sixth of a first visit.
 */
export function usePageChange(): void {
	const { key } = useLocation();
	const navigation = useNavigationType();
	const followed = useRef(new Map<string, { href: string; index: number; top: number }>());
	useLayoutEffect(() => {
		if (navigation !== 'POP') window.scrollTo(0, 0);
		pageShown();
		const remember = ({ target }: MouseEvent) => {
			const link = target instanceof Element && target.closest('a');
			if (!link) return;
			const { top } = link.getBoundingClientRect();
			followed.current.set(key, { href: link.href, index: linksTo(link.href).indexOf(link), top });
		};
		window.addEventListener('click', remember, true);
		return () => window.removeEventListener('click', remember, true);
	}, [key, navigation]);
	// After the effect of the page's heading, which takes the focus.
	useEffect(() => {
		const left = navigation === 'POP' ? followed.current.get(key) : undefined;
		const link = left && linksTo(left.href)[left.index];
		if (!link) return;
		link.focus({ preventScroll: true });
		// The heights of cards above it are estimates until they are laid out, which takes two frames.
		const restore = () => window.scrollBy(0, link.getBoundingClientRect().top - left.top);
		restore();
		requestAnimationFrame(() => requestAnimationFrame(restore));
	}, [key, navigation]);
}
