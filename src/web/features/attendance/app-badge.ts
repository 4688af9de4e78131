/** Badge of the installed app: how many of the person's events start within two hours. */
import type { QueryClient } from '@tanstack/react-query';
import type { PageData } from '../../../contract/bff-api/page-data.ts';
import { timesOn } from '../../../contract/event/times-on.ts';
import { wallClockAt } from '../../../contract/event/wall-clock.ts';
import { localWallClock } from '../../shared/now.ts';
import { signedInUser } from '../../shared/session/session-changes.ts';
import { sessionQuery } from '../../shared/session/session-queries.ts';
import { attendanceQueries, soonOf } from './attendance-queries.ts';
import { readJoins } from './joins-here.ts';

/** Each read costs an API call. */
const intervalsMs = { update: 60_000, read: 15 * 60_000 };

async function countSoon(client: QueryClient, userId: string, timeZone: string | null): Promise<number> {
	const upcoming = { ...attendanceQueries.upcoming(userId), staleTime: intervalsMs.read };
	const joins = readJoins(userId);
	const events = (await client.fetchQuery(upcoming)).map((event) => {
		const day = joins.get(event.id)?.day;
		return day ? timesOn(event, day) : event;
	});
	const now = Date.now();
	return soonOf(events, timeZone === null ? localWallClock(now) : wallClockAt(now, timeZone)).length;
}

export function showAppBadge(client: QueryClient, { settings }: PageData): void {
	const show = async () => {
		const userId = signedInUser(client);
		const count = userId === null ? 0 : await countSoon(client, userId, settings.time_zone);
		await navigator.setAppBadge(count);
	};
	// A missing badge needs no message.
	const tryToShow = () => void show().catch(() => undefined);
	const [session] = sessionQuery.queryKey;
	client.getQueryCache().subscribe(({ type, query }) => {
		if (type === 'updated' && query.queryKey[0] === session) tryToShow();
	});
	document.addEventListener('visibilitychange', tryToShow);
	setInterval(tryToShow, intervalsMs.update);
	tryToShow();
}
