/**
 * The card from which an event was opened. Its poster, title, time and place are shown on the page immediately, until the
 * whole event is loaded.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { pagePath } from '../../../contract/paths.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { sessionQueries } from '../../shared/session/session-queries.ts';
import { usePosterMotion } from '../../ui/poster-motion.ts';
import { eventQueries } from './event-queries.ts';

const keyOf = (id: string) => ['opened-card', id] as const;

interface OpenedCard {
	event: Event;
	/** `sizes` attribute of its poster, so that the page requests the same file, which is cached. */
	sizes: string;
}

/** @returns undefined if the event was opened by its URL, or a while ago */
export const openedCard = (client: QueryClient, id: string): OpenedCard | undefined =>
	client.getQueryData(keyOf(id));

/** Handlers of a card's link. Prefetches the event on hover. @param sizes the `sizes` attribute of the card's poster */
export function useEventOpening(event: Event, sizes: string) {
	const client = useQueryClient();
	const page = usePageData();
	const movePoster = usePosterMotion(pagePath.event(event.id));
	const prefetch = () => {
		// Signed in, each read costs a call of the hourly budget.
		if (client.getQueryData(sessionQueries.current.queryKey)?.signed_in === false)
			void client.prefetchQuery(eventQueries.detail(event.id, page));
	};
	return {
		onPointerEnter: prefetch,
		onFocus: prefetch,
		onClick: (click: MouseEvent<HTMLAnchorElement>) => {
			client.setQueryData<OpenedCard>(keyOf(event.id), { event, sizes });
			movePoster(click);
		},
	};
}
