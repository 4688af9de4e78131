import { useMutationState, useQuery } from '@tanstack/react-query';
import type { OwnRelation } from '../../../contract/bff-api/relations.ts';
import type { Event } from '../../../contract/event/event.ts';
import { mayGoOn, phaseOf } from '../../../contract/event/times.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import type { RelationStatus } from '../../../contract/spec/filters.ts';
import { useFromNow } from '../../shared/now.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { ownQueries } from './own-queries.ts';
import { type Change, noRelation, relationIn, withChange } from './own-relation.ts';

/** Key of the mutations that change the person's relation to an event. */
export const changeKey = (eventId: string) => ['attendance', eventId] as const;

/**
 * The status of the lists that contain the event. If the zone is unknown, `ongoing` until the event is over in every
 * zone. For an event that may go on, the person's lists decide.
 */
export function useStatus(event: Event): RelationStatus {
	const { userId } = useSession();
	const isOver = useFromNow((_now, past) => phaseOf(event, past) === 'over');
	const isUnclear = useFromNow((_now, past) => mayGoOn(event, past));
	const isAsked = isUnclear && typeof userId === 'string';
	// The BFF adds a new change to both lists until the service's lists show it.
	const [isAhead, isPast] = [useIsIn('ongoing', event, isAsked), useIsIn('expired', event, isAsked)];
	return isOver || (isPast && !isAhead) ? 'expired' : 'ongoing';
}

function useIsIn(status: RelationStatus, { id }: Event, isAsked: boolean): boolean {
	const { data } = useQuery({
		...ownQueries.relations(status),
		enabled: isAsked,
		select: ({ relations }) => relations[id] !== undefined,
	});
	return isAsked && data === true;
}

/**
 * The relation, including pending changes, and the status of the lists that it comes from. The relation is null until
 * it is known whether someone is signed in, and during the first read. If that fails, people can still join.
 */
export function useOwnRelation(event: Event) {
	const { userId } = useSession();
	const status = useStatus(event);
	const query = useQuery({
		...ownQueries.relations(status),
		enabled: typeof userId === 'string',
	});
	const changes = useMutationState({
		filters: { mutationKey: changeKey(event.id), status: 'pending' },
		select: ({ state }) => state.variables as Change,
	});
	const isUnread = typeof userId === 'string' && query.isPending && query.failureCount === 0;
	const read = typeof userId === 'string' ? relationIn(query.data, event) : undefined;
	const isWaiting = userId === undefined || (isUnread && read === undefined && changes.length === 0);
	const changed = changes.reduce(withChange, read ?? noRelation);
	const relation: OwnRelation = changes.length === 0 ? changed : { ...changed, isUnsure: true };
	return { relation: isWaiting ? null : relation, status, query };
}

/** The day that the signed-in person chose for an event; undefined if unknown. */
export function useChosenDay(event: Event): Day | null | undefined {
	return useOwnRelation(event).relation?.day;
}
