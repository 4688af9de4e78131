/**
 * Sends changes of the person's relation to an event one after another; the last tap wins. Until the BFF responds,
 * `useOwnRelation` adds them to the relation read before, so a failure rolls back only the counts.
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
import { type Change, noRelation, relationIn, withChange, withCounts } from './own-relation.ts';
import { changeKey } from './use-own-relation.ts';

const operations = {
	join: 'joinEvent',
	leave: 'leaveEvent',
	wish: 'wishEvent',
	unwish: 'unwishEvent',
} as const;

/** A service may show a change up to 30 s later (gap register, `body-of-202`). */
const settledMs = 31_000;

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

/** Changes an event wherever a list contains it. TanStack Query keeps the identity of all other parts. */
function withEvent(data: unknown, id: string, change: (event: Event) => Event): unknown {
	if (Array.isArray(data)) return data.map((each) => withEvent(each, id, change));
	if (typeof data !== 'object' || data === null) return data;
	if ('participantCount' in data) return 'id' in data && data.id === id ? change(data as Event) : data;
	return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, withEvent(value, id, change)]));
}

/** Changes every copy of an event. */
function changeEvent(client: QueryClient, id: string, change: (event: Event) => Event): void {
	for (const queryKey of [eventKeys.detail(id), eventKeys.lists, ownKeys.events])
		client.setQueriesData({ queryKey }, (data: unknown) => withEvent(data, id, change));
}

interface Callbacks {
	/**
	 * Called once the service has confirmed the change.
	 * @param before relation shown before the change
	 * @param isKnown false if that relation was a guess, because it had not been read
	 */
	onChanged: (change: Change, before: OwnRelation, isKnown: boolean) => void;
	/** @param before relation without the change */
	onFailed: (error: Error, change: Change, before: OwnRelation) => void;
}

/** @param event only its id is needed to mark or unmark interest */
export const attendanceMutation = (
	client: QueryClient,
	event: Pick<Event, 'id' | 'ownRelation'> & EventTimes,
	status: RelationStatus,
	{ onChanged, onFailed }: Callbacks,
) => {
	const { queryKey } = ownQueries.relations(status);
	const { id } = event;
	const mutationKey = changeKey(id);
	const known = () => relationIn(client.getQueryData(queryKey), event);
	const confirmed = () => known() ?? noRelation;
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
		// Must be synchronous: the request is sent after it.
		onMutate: (change) => {
			// A page that shows what the card showed still needs its first read.
			const predicate = ({ state }: Query) => state.data !== undefined;
			void client.cancelQueries({ queryKey: eventKeys.detail(id), predicate });
			const before = pending().slice(0, -1).reduce(withChange, confirmed());
			const next = withChange(before, change);
			changeEvent(client, id, (known) => withCounts(known, before, next));
			return { before, isKnown: known() !== undefined };
		},
		onError: (error, change) => {
			if (error instanceof SessionChangedError) return;
			const [, ...later] = pending();
			const before = confirmed();
			const shown = withChange(before, change);
			if (isUnsettled(error)) storeRelation(client, status, id, shown);
			else
				changeEvent(client, id, (known) =>
					withCounts(known, later.reduce(withChange, shown), later.reduce(withChange, before)),
				);
			onFailed(error, change, before);
		},
		onSuccess: ({ event: written, relation }, change, { before, isKnown }) => {
			const shown = pending().reduce(withChange, confirmed());
			const next = pending().slice(1).reduce(withChange, relation);
			storeRelation(client, status, id, relation);
			changeEvent(client, id, (known) => {
				if (written === null) return withCounts(known, shown, next);
				const { participantCount, wisherCount } = written;
				return withCounts({ ...known, participantCount, wisherCount }, relation, next);
			});
			if (written !== null) client.setQueryData(eventKeys.detail(id), withCounts(written, relation, next));
			onChanged(change, before, isKnown);
		},
		onSettled: (written, error) => {
			if (client.isMutating({ mutationKey }) > 1) return;
			if (isUnsettled(error)) setTimeout(() => refetchChanged(client, id), settledMs);
			else if (error !== null && meaningOfError(error) === undefined)
				void client.invalidateQueries({ queryKey: ownKeys.relations });
			else refetchChanged(client, id, written?.event != null);
		},
	});
};

/** @returns a function that sends a change during the tap's event: the person may close the tab right after it */
export const useAttendanceMutation = (event: Event, status: RelationStatus, callbacks: Callbacks) =>
	useMutation(attendanceMutation(useQueryClient(), event, status, callbacks)).mutate;
