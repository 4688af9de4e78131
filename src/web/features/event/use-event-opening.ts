/**
 * Opening an event from a list: its data and code are loaded when the pointer comes near, and the poster grows into its
 * place on the page.
 */
import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { pagePath } from '../../../contract/paths.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { usePreload } from '../../shared/preload.ts';
import { sessionQueries } from '../../shared/session/session-queries.ts';
import { isPlainClick } from '../../ui/plain-click.ts';
import { prefersReducedMotion } from '../../ui/reduced-motion.ts';
import { eventQueries } from './event-queries.ts';

/** Handlers of a link to an event. */
export function useEventOpening(id: string) {
	const client = useQueryClient();
	const page = usePageData();
	const preload = usePreload();
	const navigate = useNavigate();
	return useMemo(() => {
		const prepare = () => {
			preload('event');
			// Signed in, each read costs a call of the hourly budget, which a pointer passing by is not worth.
			if (client.getQueryData(sessionQueries.current.queryKey)?.signed_in === false)
				void client.prefetchQuery(eventQueries.detail(id, page));
		};
		return {
			onPointerEnter: prepare,
			onFocus: prepare,
			onClick: (event: MouseEvent<HTMLAnchorElement>) => {
				if (!isPlainClick(event) || prefersReducedMotion() || document.startViewTransition === undefined)
					return;
				event.preventDefault();
				const card = event.currentTarget.closest('article')?.querySelector<HTMLElement>('img');
				if (card) card.style.viewTransitionName = 'poster';
				document.startViewTransition(() => flushSync(() => void navigate(pagePath.event(id))));
			},
		};
	}, [client, page, preload, navigate, id]);
}
