/** A change of attendance as the action that waits for a sign-in, and back. */
import { type EventTimes, hasSeveralDays } from '../../../contract/event/times.ts';
import type { PendingAction } from '../../shared/session/pending-action.ts';
import type { OwnRelation } from './own-relation.ts';
import type { Wanted } from './send-change.ts';

const kindOf = ({ joined, wished }: Wanted): PendingAction['kind'] => {
	if (joined !== undefined) return joined ? 'join' : 'leave';
	return wished === true ? 'wish' : 'unwish';
};

/** @param userId who wanted it; null when nobody was signed in */
export function toPendingAction(wanted: Wanted, eventId: string, userId: string | null): PendingAction {
	return { kind: kindOf(wanted), eventId, day: wanted.day ?? null, userId };
}

/** What an action wants; null when the relation is that already. @param event that it is for */
export function fromPendingAction(
	{ kind, day }: PendingAction,
	relation: OwnRelation,
	event: EventTimes,
): Wanted | null {
	switch (kind) {
		case 'join':
			// Joining again without a day would undo the choice of one, and where there is no choice it would change nothing.
			return relation.joined && (day === null || !hasSeveralDays(event)) ? null : { joined: true, day };
		case 'leave':
			return relation.joined ? { joined: false, day: undefined } : null;
		case 'wish':
			return relation.wished ? null : { wished: true };
		case 'unwish':
			return relation.wished ? { wished: false } : null;
	}
}
