import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClock } from '../../shared/now.ts';
import { sessionQuery } from '../../shared/session/session-queries.ts';
import { soonOf, useUpcoming } from './upcoming.ts';

const intervalMs = 15 * 60_000;

/** Badge of the installed app: how many of the person's events start within two hours. */
export function AppBadge() {
	const { data: session } = useQuery(sessionQuery);
	const now = useClock();
	const isSignedIn = session?.signed_in === true;
	const upcoming = useUpcoming(isSignedIn, {
		refetchInterval: intervalMs,
		refetchIntervalInBackground: true,
	});
	const count = soonOf(upcoming, now).length;
	useEffect(() => {
		// Fails without permission, for example; a missing badge needs no message.
		navigator.setAppBadge(count).catch(() => undefined);
	}, [count]);
	return null;
}
