/** Showing a relation everywhere: in the own relations, and in the counts that follow from it. */
import type { QueryClient } from '@tanstack/react-query';
import type { Event } from '../../../contract/resources.ts';
import { eventQueries } from '../events/queries.ts';
import { attendanceQueries, type OwnRelation, type OwnRelations, relationTo } from './queries.ts';

/** Query key of an event. */
export const detailKey = (eventId: string) => [...eventQueries.all, 'detail', eventId];

/** The own relations have to be known: one entry on its own would pass for all of them. */
export function showRelation(client: QueryClient, userId: string, eventId: string, next: OwnRelation): void {
	const key = attendanceQueries.own(userId).queryKey;
	const relations: OwnRelations = client.getQueryData(key) ?? {};
	const previous = relationTo(eventId, relations);
	client.setQueryData(key, { ...relations, [eventId]: next });
	client.setQueryData<Event>(detailKey(eventId), (event) => {
		if (event === undefined) return undefined;
		const joined = Number(next.joined) - Number(previous.joined);
		const wished = Number(next.wished) - Number(previous.wished);
		return {
			...event,
			participant_count: event.participant_count + joined,
			wisher_count: event.wisher_count + wished,
		};
	});
}
