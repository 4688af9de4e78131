/** The card from which an event was opened. The page shows what the card did until the whole event is loaded. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { pagePath } from '../../../contract/paths.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { sessionQuery } from '../../shared/session/session-queries.ts';
import { usePosterMotion } from '../../ui/poster-motion.ts';
import { eventQueries } from './event-queries.ts';

const keyOf = (id: string) => ['opened-card', id] as const;

interface OpenedCard {
	event: Event;
	/** The poster's `sizes` attribute, so that the page requests the same file, which is cached. */
	sizes: string;
}

/** Undefined if the event was opened by its URL, or too long ago. */
export const openedCard = (client: QueryClient, id: string): OpenedCard | undefined =>
	client.getQueryData(keyOf(id));

/** Event handlers for a card's link. Prefetches the event on hover and focus. */
export function useEventOpening(event: Event, sizes: string) {
	const client = useQueryClient();
	const page = usePageData();
	const movePoster = usePosterMotion(pagePath.event(event.id));
	const prefetch = () => {
		// When signed in, each read costs a call from the hourly budget.
		if (client.getQueryData(sessionQuery.queryKey)?.signed_in === false)
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
