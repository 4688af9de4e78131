/**
 * Sends changes of the person's relation to an event one after another; the last tap wins. Until the BFF responds,
 * `useOwnRelation` adds them to the relation read before, so nothing is rolled back after a failure.
 */
import {
	mutationOptions,
	type Query,
	type QueryClient,
	useMutation,
	useQueryClient,
} from '@tanstack/react-query';
import type { OwnRelation } from '../../../contract/bff-api/relations.ts';
import type { Event } from '../../../contract/event/event.ts';
import { type EventTimes, hasSeveralDays } from '../../../contract/event/times.ts';
import type { RelationStatus } from '../../../contract/spec/filters.ts';
import { callOperation } from '../../shared/call.ts';
import { isEventOver, isUnsettled, meaningOfError, SessionChangedError } from '../../shared/errors.ts';
import { whileSignedIn } from '../../shared/session/session-queries.ts';
import { eventKeys } from '../event/event-queries.ts';
import { ownKeys, ownQueries, refetchChanged } from './own-queries.ts';
import { type Change, noRelation, relationIn, withChange } from './own-relation.ts';
import { changeKey } from './use-own-relation.ts';

const operations = {
	join: 'joinEvent',
	leave: 'leaveEvent',
	wish: 'wishEvent',
	unwish: 'unwishEvent',
} as const;

/** Stores the relation that the BFF returned with a write. */
function storeRelation(
	client: QueryClient,
	status: RelationStatus,
	eventId: string,
	relation: OwnRelation,
): void {
	client.setQueryData(ownQueries.relations(status).queryKey, (known) => ({
		isComplete: false,
		...known,
		relations: { ...known?.relations, [eventId]: relation },
	}));
}

type Counts = Pick<Event, 'id' | 'participantCount' | 'wisherCount'>;

/** Changes an event's counts wherever a list contains it. TanStack Query keeps the identity of all other parts. */
function withCounts(data: unknown, counts: Counts): unknown {
	if (Array.isArray(data)) return data.map((each) => withCounts(each, counts));
	if (typeof data !== 'object' || data === null) return data;
	if ('participantCount' in data)
		return 'id' in data && data.id === counts.id ? { ...data, ...counts } : data;
	return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, withCounts(value, counts)]));
}

function showCounts(client: QueryClient, counts: Counts): void {
	for (const queryKey of [eventKeys.lists, ownKeys.events])
		client.setQueriesData({ queryKey }, (data: unknown) => withCounts(data, counts));
}

interface Callbacks {
	/** Called once the service has confirmed the change. @param before relation shown before it */
	onChanged: (change: Change, before: OwnRelation) => void;
	/** @param before relation without the change */
	onFailed: (error: Error, change: Change, before: OwnRelation) => void;
}

/** @param event for marking or unmarking interest, only its id matters */
export const attendanceMutation = (
	client: QueryClient,
	event: Pick<Event, 'id' | 'ownRelation'> & EventTimes,
	status: RelationStatus,
	{ onChanged, onFailed }: Callbacks,
) => {
	const { queryKey } = ownQueries.relations(status);
	const { id } = event;
	const mutationKey = changeKey(id);
	const confirmed = () => relationIn(client.getQueryData(queryKey), event) ?? noRelation;
	/** Changes without a response yet, oldest first. */
	const pending = () =>
		client
			.getMutationCache()
			.findAll({ mutationKey, status: 'pending' })
			.map(({ state }) => state.variables as Change);

	return mutationOptions({
		mutationKey,
		scope: { id: mutationKey.join(' ') },
		mutationFn: ({ kind, day }: Change) =>
			whileSignedIn(client, (options) => {
				const send = (participate_date: string | undefined) =>
					callOperation(operations[kind], { id, participate_date }, options);
				return send(day ?? undefined).catch((error: unknown) => {
					// In the service's zone, an event's only day may have another date.
					const mayBeOtherDay = day !== null && !hasSeveralDays(event) && !isEventOver(error);
					if (mayBeOtherDay && meaningOfError(error) === 'other') return send(undefined);
					throw error;
				});
			}),
		// Must be synchronous, because the request is sent only after it.
		onMutate: () => {
			// Not the first read of an event's page, which has only the card's data until then.
			const predicate = ({ state }: Query) => state.data !== undefined;
			void client.cancelQueries({ queryKey: eventKeys.detail(id), predicate });
			return pending().slice(0, -1).reduce(withChange, confirmed());
		},
		onError: (error, change) => {
			if (!(error instanceof SessionChangedError)) onFailed(error, change, confirmed());
		},
		onSuccess: ({ event: written, relation }, change, before) => {
			storeRelation(client, status, id, relation);
			if (written !== null) {
				const { participantCount, wisherCount } = written;
				showCounts(client, { id, participantCount, wisherCount });
				client.setQueryData(eventKeys.detail(id), written);
			}
			onChanged(change, before);
		},
		onSettled: async (written, error) => {
			if (client.isMutating({ mutationKey }) > 1) return;
			if (error === null || meaningOfError(error) !== undefined)
				return refetchChanged(client, id, written?.event != null);
			const reading = client.invalidateQueries({ queryKey: ownKeys.relations });
			// The BFF returns the relation with this change, as unsure. Until then, it stays pending.
			if (isUnsettled(error)) await reading;
		},
	});
};

/** @returns a function that sends a change during the tap's event: the person may close the tab right after it */
export const useAttendanceMutation = (event: Event, status: RelationStatus, callbacks: Callbacks) =>
	useMutation(attendanceMutation(useQueryClient(), event, status, callbacks)).mutate;
