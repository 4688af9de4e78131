/**
 * End of an incomplete list: how much is shown, a button to load more and, without scripts, links to other pages. The
 * lists' queries, such as `index-queries.ts`, decide how many are loaded.
 */
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { pagePath, readStart } from '../../../contract/paths.ts';
import { paging } from '../../../contract/spec/filters.ts';
import { m } from '../../i18n/messages.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { Button } from '../../ui/button.tsx';

/** Above this number of cards, more is loaded only on a tap, so that the footer stays reachable. */
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

const linksInLists = () => [...document.querySelectorAll<HTMLElement>('li a')];

/**
 * Focuses the first link that a press on "Show more" adds, because Tab would skip it: it comes before the button.
 * @returns a function that must be called at the press
 */
export function useFocusOnMore(shown: number): () => void {
	const pressed = useRef<{ shown: number; links: Set<HTMLElement>; focused: Element | null }>(null);
	useEffect(() => {
		const before = pressed.current;
		if (before === null || before.shown === shown) return;
		pressed.current = null;
		const added = linksInLists().find((link) => !before.links.has(link));
		// Not if the focus has moved on while the page loaded.
		if ([before.focused, document.body].includes(document.activeElement)) added?.focus();
	}, [shown]);
	return () => {
		pressed.current = { shown, links: new Set(linksInLists()), focused: document.activeElement };
	};
}

interface ShowMoreProps {
	shown: number;
	/** Null if unknown. */
	total: number | null;
	hasMore?: boolean;
	isLoading?: boolean;
	/** Loads more when the end comes near the viewport. */
	isAutomatic?: boolean;
	/** Position after the last event. Set only for a list whose URL can contain a start position. */
	end?: number | undefined;
	pageSize?: number;
	onMore: () => void;
}

export function ShowMore({
	shown,
	total,
	hasMore = true,
	isLoading = false,
	isAutomatic = false,
	end,
	pageSize = paging.defaultCount,
	onMore,
}: ShowMoreProps) {
	const { pathname, search } = useLocation();
	const focusOnMore = useFocusOnMore(shown);
	const start = end === undefined ? 0 : readStart(search);
	if (!hasMore && start === 0) return null;
	const pathFrom = (position: number) => pagePath.from(pathname + search, position);
	const nextPage = end === undefined || !hasMore ? null : pathFrom(end);
	const previousPage = start === 0 ? null : pathFrom(Math.max(0, start - pageSize));
	const loadsWhenNear = hasMore && isAutomatic && !isLoading && shown < maxAutomatic;
	// Watches again after each render: the end may still be near after an empty page.
	const watch = (end: Element | null) => (loadsWhenNear ? whenNear(end, onMore) : undefined);
	const load = () => {
		focusOnMore();
		if (!isLoading) onMore();
	};
	return (
		<div ref={watch} className="more">
			{total !== null && (
				<p>{m.events_shown({ shown: start === 0 ? shown : `${start + 1} – ${end}`, total })}</p>
			)}
			{/* A disabled button would lose the focus. */}
			{hasMore && (
				<Button onTap={load} aria-disabled={isLoading}>
					{isLoading ? m.app_loading() : m.events_more()}
				</Button>
			)}
			{nextPage !== null && (
				<noscript>
					<a className="button" rel="next" href={nextPage}>
						{m.events_more()}
					</a>
				</noscript>
			)}
			{previousPage !== null && (
				<a className="button" rel="prev" href={previousPage}>
					{m.events_previous()}
				</a>
			)}
		</div>
	);
}

interface MorePagesProps extends Omit<ShowMoreProps, 'hasMore' | 'isLoading' | 'onMore'> {
	query: UseInfiniteQueryResult;
}

/** Loads a query's next pages. After an error, continues only when the visitor taps Retry. */
export function MorePages({ query, ...props }: MorePagesProps) {
	const load = () => void query.fetchNextPage();
	const retry = query.isFetchNextPageError ? load : () => void query.refetch();
	// Not for the results of a previous search: the library would refetch the first page of the new one.
	if (query.isPlaceholderData) return null;
	if (query.error) return <ErrorNotice error={query.error} onRetry={retry} />;
	return (
		<ShowMore {...props} hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onMore={load} />
	);
}
