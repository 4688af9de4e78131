/** Shows a relation everywhere: on the event's page, in lists, and in the counts that follow from it. */
import type { QueryClient } from '@tanstack/react-query';
import type { Event } from '../../../contract/event/event.ts';
import { queryKeys } from '../../shared/query-keys.ts';
import { noRelation, type OwnRelation } from './own-relation.ts';
import { attendanceQueries, knownRelation } from './own-relations.ts';

export function showRelation(client: QueryClient, userId: string, eventId: string, next: OwnRelation): void {
	const previous = knownRelation(client, userId, eventId) ?? noRelation;
	client.setQueryData(attendanceQueries.changes(userId).queryKey, (changes) => ({
		...changes,
		[eventId]: next,
	}));
	// One entry alone must not pass for all of them.
	client.setQueryData(
		attendanceQueries.lists(userId).queryKey,
		(lists) => lists && { ...lists, [eventId]: next },
	);
	// What is shown of them goes on being shown: no call before the next visit.
	void client.invalidateQueries({ queryKey: queryKeys.ownEvents(userId), refetchType: 'none' });
	client.setQueryData<Event>(
		queryKeys.event(eventId),
		(event) =>
			event && {
				...event,
				participantCount: event.participantCount + Number(next.joined) - Number(previous.joined),
				wisherCount: event.wisherCount + Number(next.wished) - Number(previous.wished),
			},
	);
}
