/** Opening an event from a list: its data and its code are fetched when the pointer nears, and the poster grows into place. */
import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { addressOf } from '../../app/addresses.ts';
import { usePageData } from '../../service/page-data.tsx';
import { isPlainClick } from '../../ui/plain-click.ts';
import { sessionQueries } from '../session/queries.ts';
import { eventQueries } from './queries.ts';

/** What a link to an event needs beside its address. */
export function useEventOpening(id: string) {
	const client = useQueryClient();
	const page = usePageData();
	const navigate = useNavigate();
	return useMemo(() => {
		const prepare = () => {
			void import('./event-page.tsx');
			// Signed in, a reading costs a call of the hourly budget: it is worth one only when the event is opened.
			if (client.getQueryData(sessionQueries.current.queryKey)?.signed_in === false)
				void client.prefetchQuery(eventQueries.detail(id, page));
		};
		return {
			onPointerEnter: prepare,
			onFocus: prepare,
			onClick: (event: MouseEvent<HTMLAnchorElement>) => {
				const wantsStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
				if (!isPlainClick(event) || wantsStill || document.startViewTransition === undefined) return;
				event.preventDefault();
				const card = event.currentTarget.closest('article')?.querySelector<HTMLElement>('img');
				if (card) card.style.viewTransitionName = 'poster';
				document.startViewTransition(() => flushSync(() => void navigate(addressOf.event(id))));
			},
		};
	}, [client, page, navigate, id]);
}
