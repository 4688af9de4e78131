/** Shows a relation everywhere: on the event's page, in lists, and in the counts that follow from it. */
import type { QueryClient } from '@tanstack/react-query';
import type { Event } from '../../../contract/event/event.ts';
import { queryKeys } from '../../shared/query-keys.ts';
import { noRelation, type OwnRelation } from './own-relation.ts';
import { attendanceQueries, knownRelation } from './own-relations.ts';

const isEvent = (value: object): value is Event => 'participantCount' in value && 'wisherCount' in value;

/**
 * Changes an event wherever it is in what was read: alone, in pages of a list, in rows of a front page, in what a search found.
 *
 * @returns the same value where it is not in it, so that nothing else is rendered
 */
function withChanged(value: unknown, eventId: string, change: (event: Event) => Event): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (isEvent(value)) return value.id === eventId ? change(value) : value;
	const before = Object.entries(value);
	const after = before.map(([name, each]) => [name, withChanged(each, eventId, change)] as const);
	if (after.every(([, each], index) => each === before[index]?.[1])) return value;
	return Array.isArray(value) ? after.map(([, each]) => each) : Object.fromEntries(after);
}

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
	const going = Number(next.joined) - Number(previous.joined);
	const interested = Number(next.wished) - Number(previous.wished);
	if (going === 0 && interested === 0) return;
	client.setQueriesData<unknown>({ queryKey: queryKeys.events }, (read: unknown) =>
		withChanged(read, eventId, (event) => ({
			...event,
			participantCount: event.participantCount + going,
			wisherCount: event.wisherCount + interested,
		})),
	);
}
