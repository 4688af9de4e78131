/** End of an incomplete list: how much is shown, and a button to load more. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { pagePath } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import css from './event-list.module.css';

/** Above this number of cards, loading takes a tap, so that the footer stays reachable. */
export const maxAutomatic = 200;

/** Calls back once an element comes near the viewport. @returns a function that stops watching */
export function whenNear(
	element: Element | null,
	onNear: () => void,
	rootMargin = '600px',
): (() => void) | undefined {
	if (element === null) return undefined;
	const observer = new IntersectionObserver(
		(entries) => {
			if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
			observer.disconnect();
			onNear();
		},
		{ rootMargin },
	);
	observer.observe(element);
	return () => observer.disconnect();
}

interface ShowMoreProps {
	shown: number;
	/** Null if unknown. */
	total: number | null;
	isLoading?: boolean;
	/** Loads more when the end comes near the viewport. */
	isAutomatic?: boolean;
	/** Position after the last event, from which browsers without scripts open the next page. */
	end?: number | undefined;
	onMore: () => void;
}

export function ShowMore({
	shown,
	total,
	isLoading = false,
	isAutomatic = false,
	end,
	onMore,
}: ShowMoreProps) {
	const { pathname, search } = useLocation();
	const nextPage = end === undefined ? null : pagePath.from(pathname + search, end);
	const loadsWhenNear = isAutomatic && !isLoading && shown < maxAutomatic;
	// Watches again after each render: the end may still be near after an empty page.
	const watch = (end: Element | null) => (loadsWhenNear ? whenNear(end, onMore) : undefined);
	const load = () => {
		if (!isLoading) onMore();
	};
	return (
		<div ref={watch} className={css.more}>
			{total !== null && <p>{m.events_shown({ shown, total })}</p>}
			{/* A disabled button would lose the focus. */}
			<Button onTap={load} aria-disabled={isLoading}>
				{isLoading ? m.app_loading() : m.events_more()}
			</Button>
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

interface MorePagesProps extends Omit<ShowMoreProps, 'isLoading' | 'onMore'> {
	query: UseInfiniteQueryResult;
}

/** Loads a query's next pages. After an error, continues only when the visitor taps Retry. */
export function MorePages({ query, ...props }: MorePagesProps) {
	const load = () => void query.fetchNextPage();
	const retry = query.isFetchNextPageError ? load : () => void query.refetch();
	// Hidden for a previous search's results: the library would refetch the first page of the new search.
	if (query.isPlaceholderData) return null;
	if (query.error) return <ErrorNotice error={query.error} onRetry={retry} />;
	return query.hasNextPage && <ShowMore {...props} isLoading={query.isFetchingNextPage} onMore={load} />;
}
