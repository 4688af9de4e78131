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

/** Pixels by which a part of the page moves without anybody scrolling. */
const tolerance = 2;

export function ShowMoreWhenNear({ pages, isAutomatic, ...list }: ShowMoreWhenNearProps) {
	const { isLoading, onMore, shown } = list;
	const ref = useRef<HTMLDivElement>(null);
	const asked = useRef({ pages: 0, shown: 0, top: Number.NaN });
	const latest = useRef(onMore);
	useEffect(() => {
		latest.current = onMore;
	});
	useEffect(() => {
		if (ref.current === null || isLoading || !isAutomatic) return;
		const loadWhenNear = (entries: IntersectionObserverEntry[]) => {
			// Fast scrolling passes it between two reports: the last entry counts.
			const entry = entries.at(-1);
			if (!entry?.isIntersecting || asked.current.pages === pages) return;
			// Events that were added above the window leave the end where it was: without a scroll, that would never stop.
			const { top } = entry.boundingClientRect;
			const isUnmoved = Math.abs(top - asked.current.top) < tolerance;
			if (isUnmoved && shown > asked.current.shown) return;
			asked.current = { pages, shown, top };
			latest.current();
		};
		const observer = new IntersectionObserver(loadWhenNear, { rootMargin: '600px' });
		observer.observe(ref.current);
		return () => observer.disconnect();
	}, [isLoading, isAutomatic, pages, shown]);
	const more = () => {
		// What was pressed is not loaded by itself as well.
		asked.current = { ...asked.current, pages };
		onMore();
	};
	return <ShowMore {...list} onMore={more} ref={ref} />;
}
