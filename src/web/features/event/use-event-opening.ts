/** Opening an event from a card: its data and code are loaded when the pointer comes near. */
import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Event } from '../../../contract/event/event.ts';
import { pagePath } from '../../../contract/paths.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { usePreload } from '../../shared/preload.ts';
import { sessionQueries } from '../../shared/session/session-queries.ts';
import { isPlainClick } from '../../ui/plain-click.ts';
import { eventQueries } from './event-queries.ts';
import { cardLinks, keepOpenedCard, type OpeningState } from './opened-card.ts';

/** Handlers of a card's link to its event. @param sizes the `sizes` attribute of the card's poster */
export function useEventOpening(event: Event, sizes: string) {
	const client = useQueryClient();
	const page = usePageData();
	const preload = usePreload();
	const navigate = useNavigate();
	return useMemo(() => {
		const prepare = () => {
			preload('event');
			// Signed in, each read costs a call of the hourly budget, which a pointer passing by is not worth.
			if (client.getQueryData(sessionQueries.current.queryKey)?.signed_in === false)
				void client.prefetchQuery(eventQueries.detail(event.id, page));
		};
		return {
			onPointerEnter: prepare,
			onFocus: prepare,
			onClick: (click: MouseEvent<HTMLAnchorElement>) => {
				if (!isPlainClick(click)) return;
				click.preventDefault();
				keepOpenedCard(client, { event, sizes });
				const path = pagePath.event(event.id);
				const state: OpeningState = { card: cardLinks(path).indexOf(click.currentTarget) };
				void navigate(path, { state });
			},
		};
	}, [client, page, preload, navigate, event, sizes]);
}
