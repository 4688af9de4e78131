/** The end of a list that loads more by itself when it comes near the window, and by its button. */
import { useEffect, useRef } from 'react';
import { ShowMore } from '../event/show-more.tsx';

interface ShowMoreWhenNearProps {
	shown: number;
	total: number | null;
	/** Number of pages that were read: after each, the end of the list may still be near. */
	pages: number;
	isLoading: boolean;
	/** False leaves it to the button. */
	isAutomatic: boolean;
	onMore: () => void;
}

export function ShowMoreWhenNear({ pages, isAutomatic, ...list }: ShowMoreWhenNearProps) {
	const { isLoading, onMore } = list;
	const ref = useRef<HTMLDivElement>(null);
	const askedAfter = useRef(0);
	const latest = useRef(onMore);
	useEffect(() => {
		latest.current = onMore;
	});
	useEffect(() => {
		if (ref.current === null || isLoading || !isAutomatic) return;
		const loadWhenNear = (entries: IntersectionObserverEntry[]) => {
			// Fast scrolling passes it between two reports: the last entry counts.
			if (!entries.at(-1)?.isIntersecting || askedAfter.current === pages) return;
			askedAfter.current = pages;
			latest.current();
		};
		const observer = new IntersectionObserver(loadWhenNear, { rootMargin: '600px' });
		observer.observe(ref.current);
		return () => observer.disconnect();
	}, [isLoading, isAutomatic, pages]);
	return <ShowMore {...list} ref={ref} />;
}
