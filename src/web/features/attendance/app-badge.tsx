import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNow } from '../../shared/now.ts';
import { sessionQuery } from '../../shared/session/session-queries.ts';
import { attendanceQueries, soonOf } from './attendance-queries.ts';
import { onChosenDays } from './joins-here.ts';

/** Refetch intervals. Each read costs an API call. */
const intervalsMs = { changed: 60_000, unchanged: 15 * 60_000 };

/** Badge of the installed app: how many of the person's events start within two hours. */
export function AppBadge() {
	const { data: session } = useQuery(sessionQuery);
	const userId = session?.signed_in === true ? session.service_user_id : null;
	const now = useNow();
	const { data: upcoming = [] } = useQuery({
		...attendanceQueries.upcoming(userId ?? ''),
		enabled: userId !== null,
		staleTime: intervalsMs.unchanged,
		refetchInterval: ({ state }) => (state.isInvalidated ? intervalsMs.changed : intervalsMs.unchanged),
		refetchIntervalInBackground: true,
	});
	const count = now === null ? 0 : soonOf(onChosenDays(userId ?? '', upcoming), now).length;
	useEffect(() => {
		// Fails without permission, for example; a missing badge needs no message.
		navigator.setAppBadge(count).catch(() => undefined);
	}, [count]);
	return null;
}
