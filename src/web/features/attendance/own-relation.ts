import type { OwnRelation, Relations } from '../../../contract/bff-api/relations.ts';
import type { Event } from '../../../contract/event/event.ts';
import type { PendingAction } from '../../shared/session/sign-in.ts';

export interface Change extends Pick<PendingAction, 'kind' | 'day'> {
	isUndo?: true;
}

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

/** The change that undoes this one; null if the previous day is unknown. */
export function undoOf({ kind }: Change, { joined, day }: OwnRelation): Change | null {
	if (kind === 'leave') return { kind: 'join', day: day ?? null, isUndo: true };
	if (kind !== 'join') return { kind: kind === 'wish' ? 'unwish' : 'wish', day: null };
	if (!joined) return { kind: 'leave', day: null };
	return day === undefined ? null : { kind, day };
}
