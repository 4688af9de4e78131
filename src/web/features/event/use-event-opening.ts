/** Opening an event from a card: its data and code are loaded when the pointer comes near. */
import { useQueryClient } from '@tanstack/react-query';
import type { Event } from '../../../contract/event/event.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { usePreload } from '../../shared/preload.ts';
import { sessionQueries } from '../../shared/session/session-queries.ts';
import { eventQueries } from './event-queries.ts';
import { keepOpenedCard } from './opened-card.ts';

/** Handlers of a card's link to its event. @param sizes the `sizes` attribute of the card's poster */
export function useEventOpening(event: Event, sizes: string) {
	const client = useQueryClient();
	const page = usePageData();
	const preload = usePreload();
	const prepare = () => {
		preload('event');
		// Signed in, each read costs a call of the hourly budget, which a pointer passing by is not worth.
		if (client.getQueryData(sessionQueries.current.queryKey)?.signed_in === false)
			void client.prefetchQuery(eventQueries.detail(event.id, page));
	};
	return {
		onPointerEnter: prepare,
		onFocus: prepare,
		onClick: () => keepOpenedCard(client, { event, sizes }),
	};
}
