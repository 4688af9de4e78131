import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { browserStorage, sessionKey } from '../storage.ts';
import { readSessionAgain, sessionEpoch } from './session-changes.ts';

/**
 * Protects personal pages in the back/forward cache: hidden while away, shown again in the same session only. Browsers that
 * support `Clear-Site-Data` evict them at sign-out; this covers the others.
 */
export function useRestoredPage(): void {
	const client = useQueryClient();
	useEffect(() => {
		const { documentElement: page } = document;
		const hide = () => {
			page.hidden = sessionEpoch(client) !== null;
		};
		const restore = ({ persisted }: PageTransitionEvent) => {
			if (!persisted) return;
			if (browserStorage.read(sessionKey) !== sessionEpoch(client)) return window.location.reload();
			page.hidden = false;
			void readSessionAgain(client);
		};
		window.addEventListener('pagehide', hide);
		window.addEventListener('pageshow', restore);
		return () => {
			window.removeEventListener('pagehide', hide);
			window.removeEventListener('pageshow', restore);
		};
	}, [client]);
}
