/**
 * Joining, leaving, marking and unmarking: shown at once, sent one after the other for each event, rolled back with an
 * explanation when rejected. The last intention wins, however often and fast the buttons are pressed.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Event } from '../../../contract/event/event.ts';
import { tellOtherTabs } from '../../shared/other-tabs.ts';
import { mutationKeys, queryKeys } from '../../shared/query-keys.ts';
import { whileSignedIn } from '../../shared/session/session-changes.ts';
import { keepChosenDay } from './chosen-days.ts';
import { keepJoinedFacts } from './joined-facts.ts';
import { keepChange } from './kept-changes.ts';
import type { Confirmed } from './other-tabs.ts';
import { noRelation, type OwnRelation } from './own-relation.ts';
import { knownRelation } from './own-relations.ts';
import { sendChange, type Wanted } from './send-change.ts';
import { showRelation } from './show-relation.ts';

export interface Change {
	wanted: Wanted;
	before: OwnRelation;
}

interface Callbacks {
	/** Called once the service has confirmed. */
	onChanged: (change: Change) => void;
	/** Called after the roll-back. */
	onFailed: (error: Error, wanted: Wanted) => void;
}

/** @returns changes the relation of a person to an event */
export function useAttendance(
	userId: string,
	eventId: string,
	{ onChanged, onFailed }: Callbacks,
): (wanted: Wanted) => Promise<void> {
	const client = useQueryClient();
	const mutationKey = mutationKeys.attendance(eventId);
	const confirmedKey = queryKeys.ownConfirmed(userId, eventId);
	const known = () => knownRelation(client, userId, eventId) ?? noRelation;
	const confirmed = () => client.getQueryData<OwnRelation>(confirmedKey) ?? known();
	/** @param event as the service has it now; null reads it */
	const showEvent = (event: Event | null): void => {
		const queryKey = queryKeys.event(eventId);
		// While another change is on its way, the event is shown as it will be.
		if (client.isMutating({ mutationKey }) > 1) return;
		if (event === null) void client.invalidateQueries({ queryKey });
		else client.setQueryData(queryKey, event);
	};
	const mutation = useMutation({
		mutationKey,
		// One after the other: a response that is late cannot overtake.
		scope: { id: `attendance ${eventId}` },
		mutationFn: ({ wanted }: Change) =>
			whileSignedIn(client, () => sendChange(userId, eventId, wanted, confirmed())),
		meta: {
			invalidates: [
				queryKeys.people,
				queryKeys.ownUpcoming(userId),
				// They may have been read since, as they were before.
				queryKeys.ownEvents(userId),
			],
		},
		onSuccess: (written, change) => {
			showEvent(written);
			const relation: OwnRelation = { ...confirmed(), ...change.wanted };
			client.setQueryData(confirmedKey, relation);
			keepChange(userId, eventId, relation);
			if (change.wanted.joined !== undefined) {
				keepChosenDay(userId, eventId, relation.joined ? (relation.day ?? null) : undefined);
				const event = client.getQueryData<Event>(queryKeys.event(eventId));
				keepJoinedFacts(userId, eventId, relation.joined ? event : undefined);
			}
			tellOtherTabs('daybill.attendance', { userId, eventId, relation } satisfies Confirmed);
			onChanged(change);
		},
		onError: (error, change) => {
			// What is confirmed, with what is still on its way: only what this change had shown is taken back.
			const stillWanted = client
				.getMutationCache()
				.findAll({ mutationKey, status: 'pending' })
				.map(({ state }) => state.variables as Change)
				.filter((other) => other !== change);
			const shown: OwnRelation = Object.assign({}, confirmed(), ...stillWanted.map(({ wanted }) => wanted));
			showRelation(client, userId, eventId, shown);
			showEvent(null);
			onFailed(error, change.wanted);
		},
	});
	return async (wanted) => {
		await client.cancelQueries({ queryKey: queryKeys.event(eventId) });
		const before = known();
		if (client.isMutating({ mutationKey }) === 0) client.setQueryData(confirmedKey, before);
		showRelation(client, userId, eventId, { ...before, ...wanted });
		mutation.mutate({ wanted, before });
	};
}
