import { useMutationState, useQuery } from '@tanstack/react-query';
import type { OwnRelation, Relations } from '../../../contract/bff-api/relations.ts';
import type { Event } from '../../../contract/event/event.ts';
import { type EventTimes, hasSeveralDays, mayGoOn, phaseOf } from '../../../contract/event/times.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import type { RelationStatus } from '../../../contract/spec/filters.ts';
import { useFromNow } from '../../shared/now.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import type { PendingAction } from '../../shared/session/sign-in.ts';
import { ownQueries } from './own-queries.ts';

/** Key of the mutations that change the person's relation to an event. */
export const changeKey = (eventId: string) => ['attendance', eventId] as const;

/**
 * The status of the lists that contain the event. With an unknown zone, `ongoing` until it is over in every zone. For an
 * event that may go on, the person's lists decide.
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
 * The relation with the changes that are in flight, and the status of the lists that it comes from. The relation is null
 * until it is known whether someone is signed in, and during the first read. If that fails, people can still join.
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
	return { relation: isWaiting ? null : changes.reduce(withChange, read ?? noRelation), status, query };
}

/** The day that the signed-in person chose for an event; undefined if unknown. */
export function useChosenDay(event: Event): Day | null | undefined {
	return useOwnRelation(event).relation?.day;
}

export type Change = Pick<PendingAction, 'kind' | 'day'>;

export const noRelation: OwnRelation = { joined: false, wished: false };

/** @param known undefined if not read yet. Then uses the relation that some services send with the event */
export function relationIn(
	known: Relations | undefined,
	{ id, ownRelation }: Pick<Event, 'id' | 'ownRelation'>,
): OwnRelation | undefined {
	const relation = known?.relations[id];
	if (relation !== undefined || known?.isComplete === true) return relation ?? noRelation;
	if (ownRelation === null) return known && noRelation;
	return { joined: ownRelation === 'joined', wished: ownRelation === 'wished' };
}

export function withChange(relation: OwnRelation, { kind, day }: Change): OwnRelation {
	if (kind === 'join') return { ...relation, joined: true, day };
	if (kind === 'leave') return { joined: false, wished: relation.wished };
	return { ...relation, wished: kind === 'wish' };
}

export const isAdding = ({ kind }: Change): boolean => kind === 'join' || kind === 'wish';

/** Whether a change would have no effect. */
export function isDone(relation: OwnRelation, change: Change, event: EventTimes): boolean {
	const next = withChange(relation, change);
	if (next.joined !== relation.joined || next.wished !== relation.wished) return false;
	// Joining again without a day would discard the chosen one.
	return change.day === null || change.day === relation.day || !hasSeveralDays(event);
}

/** The change that undoes this one; null if the previous day is unknown. */
export function undoOf({ kind }: Change, { joined, day }: OwnRelation): Change | null {
	if (kind === 'leave') return { kind: 'join', day: day ?? null };
	if (kind !== 'join') return { kind: kind === 'wish' ? 'unwish' : 'wish', day: null };
	if (!joined) return { kind: 'leave', day: null };
	return day === undefined ? null : { kind, day };
}

export const withCounts = (event: Event, before: OwnRelation, next: OwnRelation): Event => ({
	...event,
	participantCount: event.participantCount + Number(next.joined) - Number(before.joined),
	wisherCount: event.wisherCount + Number(next.wished) - Number(before.wished),
});
