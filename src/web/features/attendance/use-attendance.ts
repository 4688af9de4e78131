/**
 * Joining, leaving, marking and unmarking: shown at once, sent one after the other for each event, rolled back with an
 * explanation when refused. The last intention wins, however often and fast the buttons are pressed.
 */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Event } from '../../../contract/resources.ts';
import { callService } from '../../service/call.ts';
import { eventQueries } from '../events/queries.ts';
import { attendanceQueries, type OwnRelation, type OwnRelations, relationTo } from './queries.ts';

/** What is wanted of the relation; what is absent stays as it is. */
export type Wanted = Partial<OwnRelation>;

interface Change {
	wanted: Wanted;
	before: OwnRelation;
}

const detailKey = (eventId: string) => [...eventQueries.all, 'detail', eventId];

/** Shows a relation, and the counts that follow from it. */
function showRelation(client: QueryClient, userId: string, eventId: string, next: OwnRelation): void {
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

async function send(eventId: string, { joined, wished, date }: Wanted): Promise<void> {
	if (joined === true) await callService('joinEvent', { id: eventId, participate_date: date });
	if (joined === false) await callService('leaveEvent', { id: eventId });
	if (wished === true) await callService('wishEvent', { id: eventId });
	if (wished === false) await callService('unwishEvent', { id: eventId });
}

/**
 * @param onChanged told what was wanted and what was before, once the service has confirmed
 * @param onFailed told why, after the roll-back
 */
export function useAttendance(
	userId: string,
	eventId: string,
	{
		onChanged,
		onFailed,
	}: { onChanged: (change: Change) => void; onFailed: (error: Error, wanted: Wanted) => void },
) {
	const client = useQueryClient();
	const key = attendanceQueries.own(userId).queryKey;
	const mutation = useMutation({
		mutationKey: ['attendance', eventId],
		// One after the other: an answer that is late cannot overtake.
		scope: { id: `attendance ${eventId}` },
		mutationFn: ({ wanted }: Change) => send(eventId, wanted),
		onSuccess: (_answer, change) => onChanged(change),
		onError: (error, { wanted, before }) => {
			// Only what this change had shown is taken back; a later one of the other kind stays.
			const now = relationTo(eventId, client.getQueryData(key) ?? {});
			const takenBack: OwnRelation = { ...now };
			if (wanted.joined !== undefined && now.joined === wanted.joined) {
				takenBack.joined = before.joined;
				takenBack.date = before.date;
			}
			if (wanted.wished !== undefined && now.wished === wanted.wished) takenBack.wished = before.wished;
			showRelation(client, userId, eventId, takenBack);
			onFailed(error, wanted);
		},
		onSettled: async () => {
			// The last one under way asks the service how things stand.
			if (client.isMutating({ mutationKey: ['attendance', eventId] }) > 1) return;
			await client.invalidateQueries({ queryKey: detailKey(eventId) });
			await client.invalidateQueries({ queryKey: ['people'] });
		},
	});
	return async (wanted: Wanted): Promise<void> => {
		await client.cancelQueries({ queryKey: detailKey(eventId) });
		const before = relationTo(eventId, client.getQueryData(key) ?? {});
		showRelation(client, userId, eventId, { ...before, ...wanted });
		mutation.mutate({ wanted, before });
	};
}
