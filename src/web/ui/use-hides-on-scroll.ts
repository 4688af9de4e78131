/**
 * A bar at the upper edge that makes room on the way down and comes back on the way up: the attribute `data-away`, for its
 * style to move it. Nothing is rendered again.
 */
import { type RefObject, useEffect } from 'react';

/** Pixels of a scroll that is none: a finger is never still. */
const tolerance = 8;

/** @param bar the element, the first of its parent that stays in the window */
export function useHidesOnScroll(bar: RefObject<HTMLElement | null>): void {
	useEffect(() => {
		let last = window.scrollY;
		const follow = () => {
			const element = bar.current;
			const now = window.scrollY;
			if (element === null || Math.abs(now - last) < tolerance) return;
			const above = element.parentElement?.getBoundingClientRect().top ?? 0;
			element.toggleAttribute('data-away', now > last && above < -element.offsetHeight);
			last = now;
		};
		window.addEventListener('scroll', follow, { passive: true });
		return () => window.removeEventListener('scroll', follow);
	}, [bar]);
}
