/**
 * Pages that come back from the back/forward cache show what they showed before. Browsers drop such pages when the session
 * ends (`Clear-Site-Data`, and a message on a channel that they listen to); where one does not, the page looks itself.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { browserStorage, sessionKey } from '../storage.ts';
import { readSessionAgain, sessionEpoch } from './session-changes.ts';

/** While it is away, a page of a signed-in person is hidden. It is shown again in the same session only. */
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
