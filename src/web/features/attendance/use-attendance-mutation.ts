/** Shows changes at once, sends them one by one per event, and rolls back on an error. The last tap wins. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Event } from '../../../contract/event/event.ts';
import { relationStatuses } from '../../../contract/spec/filters.ts';
import { isOutcomeUnknown } from '../../shared/errors.ts';
import { personKey } from '../../shared/person-query.ts';
import { whileSignedIn } from '../../shared/session/session-changes.ts';
import { eventKeys } from '../event/event-queries.ts';
import { attendanceKeys, attendanceQueries } from './attendance-queries.ts';
import { readJoins, storeJoin } from './joins-here.ts';
import { type Change, noRelation, type OwnRelation, withChange, withCounts } from './own-relation.ts';
import { storeChange } from './recent-changes.ts';
import { OutcomeUnknownError, sendChange } from './send-change.ts';

interface Callbacks {
	/** Called once the service has confirmed the change. @param before relation shown before the change */
	onChanged: (change: Change, before: OwnRelation) => void;
	/** Called after the rollback. @param before relation as confirmed by the service */
	onFailed: (error: Error, change: Change, before: OwnRelation) => void;
}

/** Changes an event wherever a list contains it. TanStack Query keeps the identity of all other parts. */
function withEvent(data: unknown, id: string, change: (event: Event) => Event): unknown {
	if (Array.isArray(data)) return data.map((each) => withEvent(each, id, change));
	if (typeof data !== 'object' || data === null) return data;
	if ('participantCount' in data) return 'id' in data && data.id === id ? change(data as Event) : data;
	return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, withEvent(value, id, change)]));
}

/** @returns a function that sends a change; the relation must be loaded by then */
export function useAttendanceMutation(
	userId: string,
	event: Event,
	{ onChanged, onFailed }: Callbacks,
): (change: Change) => void {
	const client = useQueryClient();
	const mutationKey = ['attendance', userId, event.id];
	const eventKey = eventKeys.detail(event.id);
	const relationsKey = attendanceKeys.relations(userId);
	const relationKey = attendanceKeys.relation(userId, event.id);
	const confirmedKey = attendanceKeys.confirmed(userId, event.id);
	const listedKeys = relationStatuses.map((status) => attendanceQueries.relations(userId, status).queryKey);
	const listed = () => listedKeys.flatMap((key) => client.getQueryData(key)?.[event.id] ?? [])[0];
	const shown = () => client.getQueryData<OwnRelation>(relationKey) ?? listed() ?? noRelation;
	const confirmed = () => client.getQueryData<OwnRelation>(confirmedKey) ?? shown();
	const isLast = () => client.isMutating({ mutationKey }) === 1;

	const show = (next: OwnRelation): void => {
		const before = shown();
		client.setQueryData(relationKey, next);
		for (const key of listedKeys) client.setQueryData(key, (all) => all && { ...all, [event.id]: next });
		const count = (known: Event) => withCounts(known, before, next);
		client.setQueryData<Event>(eventKey, (known) => known && count(known));
		for (const queryKey of [eventKeys.lists, attendanceKeys.events(userId)])
			client.setQueriesData({ queryKey }, (data: unknown) => withEvent(data, event.id, count));
	};

	const { mutate } = useMutation({
		mutationKey,
		// Run in sequence: a late response must not replace a newer one.
		scope: { id: mutationKey.join(' ') },
		mutationFn: (change: Change) =>
			whileSignedIn(client, () => sendChange(userId, event, change, confirmed())),
		onMutate: async (change) => {
			await Promise.all([eventKey, relationsKey].map((queryKey) => client.cancelQueries({ queryKey })));
			const before = shown();
			const eventBefore = client.getQueryData<Event>(eventKey);
			client.setQueryData<OwnRelation>(confirmedKey, (already) => already ?? before);
			show(withChange(before, change));
			const joinBefore = readJoins(userId).get(event.id) ?? null;
			// Stored before the response, because the person may leave the page.
			if (change.kind === 'join') storeJoin(userId, event.id, { ...event, day: change.day });
			return { before, joinBefore, eventBefore };
		},
		onError: (error, change, context) => {
			const isLost = error instanceof OutcomeUnknownError && isOutcomeUnknown(error.cause);
			if (change.kind === 'join' && context !== undefined && !isLost)
				storeJoin(userId, event.id, context.joinBefore);
			const [, ...waiting] = client.getMutationCache().findAll({ mutationKey, status: 'pending' });
			// Rolls back to the confirmed relation plus the changes that are still pending.
			show(waiting.reduce((next, { state }) => withChange(next, state.variables as Change), confirmed()));
			onFailed(error, change, confirmed());
		},
		onSuccess: (written, change, { before, eventBefore }) => {
			storeChange(userId, event.id, change);
			client.setQueryData(confirmedKey, withChange(confirmed(), change));
			// While another change is pending, or the service doesn't count this one yet, keep the predicted event.
			const isCounted =
				written?.participantCount !== eventBefore?.participantCount ||
				written?.wisherCount !== eventBefore?.wisherCount;
			if (written !== null && isCounted && isLast()) client.setQueryData(eventKey, written);
			if (change.kind === 'join') storeJoin(userId, event.id, { ...(written ?? event), day: change.day });
			if (change.kind === 'leave') storeJoin(userId, event.id, null);
			onChanged(change, before);
		},
		onSettled: async (written, error) => {
			if (!isLast()) return;
			client.removeQueries({ queryKey: confirmedKey });
			await Promise.all([
				!written && client.invalidateQueries({ queryKey: eventKey }),
				// Cached relations are confirmed, unless the outcome is unknown or their first read was canceled.
				client.invalidateQueries({
					queryKey: relationsKey,
					predicate: ({ state }) => state.data === undefined || error instanceof OutcomeUnknownError,
				}),
				client.invalidateQueries({ queryKey: eventKeys.people(event.id) }),
				client.invalidateQueries({ queryKey: personKey(userId) }),
				// Refetched on the next visit, to save API calls.
				client.invalidateQueries({ queryKey: attendanceKeys.events(userId), refetchType: 'none' }),
				client.invalidateQueries({ queryKey: eventKeys.lists, refetchType: 'none' }),
			]);
		},
	});
	return mutate;
}
