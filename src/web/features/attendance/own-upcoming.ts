/** The events that the signed-in person goes to and that are not over: what is next, and what else is at the same time. */
import { queryOptions } from '@tanstack/react-query';
import type { Event } from '../../../contract/event/event.ts';
import { compareTimes, phaseOf } from '../../../contract/event/times.ts';
import type { WallClock } from '../../../contract/event/wall-clock.ts';
import { paging } from '../../../contract/spec/filters.ts';
import { callOperation } from '../../shared/call.ts';
import { queryKeys } from '../../shared/query-keys.ts';

/** Milliseconds. Each read is a call of the person's own. */
const staleTime = 60_000;

/** One call: who goes to more than a page of events is shown the first of them. */
export const ownUpcomingQuery = (userId: string) =>
	queryOptions({
		queryKey: queryKeys.ownUpcoming(userId),
		queryFn: async ({ signal }): Promise<readonly Event[]> => {
			const input = { id: userId, status: 'ongoing', start: 0, count: paging.maxCount } as const;
			return (await callOperation('listParticipatedEvents', input, { signal })).items;
		},
		staleTime,
	});

/** The first event that has not begun; undefined when there is none. */
export const nextOf = (events: readonly Event[], now: WallClock | null): Event | undefined =>
	events.filter((event) => phaseOf(event, now) === 'upcoming').toSorted(compareTimes)[0];
