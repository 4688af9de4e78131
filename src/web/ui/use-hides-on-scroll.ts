import { type RefObject, useEffect } from 'react';

/** Fingers are never still. */
const tolerancePx = 8;

/** Sets `data-away` on a sticky bar while scrolling down. @param bar first sticky child of its parent */
export function useHidesOnScroll(bar: RefObject<HTMLElement | null>): void {
	useEffect(() => {
		let last = window.scrollY;
		const follow = () => {
			const element = bar.current;
			const now = window.scrollY;
			if (element === null || Math.abs(now - last) < tolerancePx) return;
			const above = element.parentElement?.getBoundingClientRect().top ?? 0;
			element.toggleAttribute('data-away', now > last && above < -element.offsetHeight);
			last = now;
		};
		window.addEventListener('scroll', follow, { passive: true });
		return () => window.removeEventListener('scroll', follow);
	}, [bar]);
}
