/** The end of a list that goes on: how much of it is shown, and a button for more. */
import { useEffect, useRef } from 'react';
import { m } from '../../i18n/messages.ts';
import controls from '../../ui/controls.module.css';
import { useEarlyTap } from '../../ui/use-early-tap.ts';
import css from './event-list.module.css';

/** Up to so many cards a list loads more by itself; then a footer can be reached, and the visitor decides. */
const maxAutomatic = 200;

interface ShowMoreProps {
	shown: number;
	/** Null where it is not known. */
	total: number | null;
	isLoading?: boolean;
	/** Whether more is loaded when the end of the list comes near the window. */
	isAutomatic?: boolean;
	/** URL of the next page, for browsers without scripts. */
	nextPage?: string | null;
	onMore: () => void;
}

export function ShowMore({
	shown,
	total,
	isLoading = false,
	isAutomatic = false,
	nextPage = null,
	onMore,
}: ShowMoreProps) {
	const ref = useRef<HTMLDivElement>(null);
	const loadsWhenNear = isAutomatic && !isLoading && shown < maxAutomatic;
	// After each render: the end may still be near after a page that had nothing to show.
	useEffect(() => {
		if (ref.current === null || !loadsWhenNear) return;
		const observer = new IntersectionObserver(
			(entries) => {
				if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
				observer.disconnect();
				onMore();
			},
			{ rootMargin: '600px' },
		);
		observer.observe(ref.current);
		return () => observer.disconnect();
	});
	const load = () => {
		if (!isLoading) onMore();
	};
	return (
		<div ref={ref} className={css.more}>
			{total !== null && <p>{m.events_shown({ shown, total })}</p>}
			{/* A disabled button would lose the focus. */}
			<button
				{...useEarlyTap(load)}
				type="button"
				className={controls.button}
				onClick={load}
				aria-disabled={isLoading}
			>
				{isLoading ? m.app_loading() : m.events_more()}
			</button>
			{nextPage !== null && (
				<noscript>
					<a className={controls.button} rel="next" href={nextPage}>
						{m.events_more()}
					</a>
				</noscript>
			)}
		</div>
	);
}
