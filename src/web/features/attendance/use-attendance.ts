/**
 * Joining, leaving, marking and unmarking: shown at once, sent one after the other for each event, rolled back with an
 * explanation when refused. The last intention wins, however often and fast the buttons are pressed.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callService } from '../../service/call.ts';
import { tellOtherTabs } from './other-tabs.ts';
import { attendanceQueries, type OwnRelation, relationTo } from './queries.ts';
import { detailKey, showRelation } from './show-relation.ts';

/** What is wanted of the relation; what is absent stays as it is. */
export type Wanted = Partial<OwnRelation>;

interface Change {
	wanted: Wanted;
	before: OwnRelation;
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
	const mutationKey = ['attendance', eventId];
	const confirmedKey = [...key, 'confirmed', eventId];
	const confirmed = (): OwnRelation =>
		client.getQueryData(confirmedKey) ?? relationTo(eventId, client.getQueryData(key) ?? {});
	const mutation = useMutation({
		mutationKey,
		// One after the other: an answer that is late cannot overtake.
		scope: { id: `attendance ${eventId}` },
		mutationFn: ({ wanted }: Change) => send(eventId, wanted),
		onSuccess: (_answer, change) => {
			const relation: OwnRelation = { ...confirmed(), ...change.wanted };
			client.setQueryData(confirmedKey, relation);
			tellOtherTabs({ userId, eventId, relation });
			onChanged(change);
		},
		onError: (error, change) => {
			// What is confirmed, and on top of it what is still on its way: only what this change had shown is taken back.
			const stillWanted = client
				.getMutationCache()
				.findAll({ mutationKey, status: 'pending' })
				.map(({ state }) => state.variables as Change)
				.filter((other) => other !== change);
			const shown: OwnRelation = Object.assign({}, confirmed(), ...stillWanted.map(({ wanted }) => wanted));
			showRelation(client, userId, eventId, shown);
			onFailed(error, change.wanted);
		},
		onSettled: async () => {
			// The last one under way asks the service how things stand.
			if (client.isMutating({ mutationKey }) > 1) return;
			await client.invalidateQueries({ queryKey: detailKey(eventId) });
			await client.invalidateQueries({ queryKey: ['people'] });
		},
	});
	return async (wanted: Wanted): Promise<void> => {
		await client.cancelQueries({ queryKey: detailKey(eventId) });
		const before = relationTo(eventId, client.getQueryData(key) ?? {});
		if (client.isMutating({ mutationKey }) === 0) client.setQueryData(confirmedKey, before);
		showRelation(client, userId, eventId, { ...before, ...wanted });
		mutation.mutate({ wanted, before });
	};
}
