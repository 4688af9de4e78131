/** Opening an event from a card: its data is loaded when the pointer comes near. */
import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { pagePath } from '../../../contract/paths.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { sessionQueries } from '../../shared/session/session-queries.ts';
import { usePosterMotion } from '../../ui/poster-motion.ts';
import { eventQueries } from './event-queries.ts';
import { keepOpenedCard } from './opened-card.ts';

/** Handlers of a card's link to its event. @param sizes the `sizes` attribute of the card's poster */
export function useEventOpening(event: Event, sizes: string) {
	const client = useQueryClient();
	const page = usePageData();
	const movePoster = usePosterMotion(pagePath.event(event.id));
	const prepare = () => {
		// Signed in, each read costs a call of the hourly budget, which a pointer passing by is not worth.
		if (client.getQueryData(sessionQueries.current.queryKey)?.signed_in === false)
			void client.prefetchQuery(eventQueries.detail(event.id, page));
	};
	return {
		onPointerEnter: prepare,
		onFocus: prepare,
		onClick: (click: MouseEvent<HTMLAnchorElement>) => {
			keepOpenedCard(client, { event, sizes });
			movePoster(click);
		},
	};
}
