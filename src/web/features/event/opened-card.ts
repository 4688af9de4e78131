/**
 * The card from which an event was opened: the page shows its data until the whole event is loaded. Kept in the query
 * cache, because the history outlives the session.
 */
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import type { Event } from '../../../contract/event/event.ts';
import { pagePath } from '../../../contract/paths.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { sessionQuery, unsavedKey } from '../../shared/session/session-queries.ts';
import { isPlainClick } from '../../ui/plain-click.ts';
import { prefersReducedMotion } from '../../ui/reduced-motion.ts';
import { eventQueries } from './event-queries.ts';

interface OpenedCard {
	event: Event;
	/** The poster's `sizes` attribute, so that the page requests the same file, which is cached. */
	sizes: string;
}

const cardKey = (id: string) => [...unsavedKey, 'card', id];

/** Undefined if the event was opened by its URL, or in another session. */
export const useOpenedCard = (id: string) =>
	useQuery<OpenedCard>({ queryKey: cardKey(id), queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY }).data;

let onPageShown: () => void = () => undefined;

/** Tells the transition that the next page has rendered. */
export const pageShown = (): void => onPageShown();

/**
 * View transition from a card's poster to the event page's. React's `<ViewTransition>` runs effects, and so starts the
 * page's queries, only after the animation.
 */
function movePoster(link: HTMLAnchorElement, go: () => void): void {
	const poster = link.closest('article')?.querySelector<HTMLElement>('[data-poster]');
	if (!poster || document.startViewTransition === undefined || prefersReducedMotion()) {
		go();
		return;
	}
	// On an event page, the first poster has this name, too, but names must be unique.
	const own = document.querySelector<HTMLElement>('[data-poster]');
	if (own) own.style.viewTransitionName = 'none';
	poster.style.viewTransitionName = 'poster';
	const transition = document.startViewTransition(async () => {
		await new Promise<void>((resolve) => {
			onPageShown = resolve;
			go();
		});
		poster.style.viewTransitionName = 'none';
	});
	// Rejects if the browser skips the transition.
	transition.ready.catch(() => undefined);
}

/** Props for a card's link. Prefetches the event on hover and focus. */
export function useEventOpening(event: Event, sizes: string) {
	const client = useQueryClient();
	const page = usePageData();
	const navigate = useNavigate();
	const prefetch = () => {
		// When signed in, each read costs a call from the hourly budget.
		if (client.getQueryData(sessionQuery.queryKey)?.signed_in === false)
			void client.prefetchQuery(eventQueries.detail(event.id, page));
	};
	return {
		onPointerEnter: prefetch,
		onFocus: prefetch,
		onClick: (click: MouseEvent<HTMLAnchorElement>) => {
			if (!isPlainClick(click)) return;
			click.preventDefault();
			client.setQueryData<OpenedCard>(cardKey(event.id), { event, sizes });
			movePoster(click.currentTarget, () => void navigate(pagePath.event(event.id)));
		},
	};
}
