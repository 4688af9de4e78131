import type { Event } from '../../../contract/event/event.ts';
import { type EventTimes, hasSeveralDays } from '../../../contract/event/times.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import type { PendingAction } from '../../shared/session/pending-action.ts';

/** A person can be both going and interested. */
export interface OwnRelation {
	joined: boolean;
	wished: boolean;
	/** Null: undecided; undefined: unknown, for example after joining in another browser. */
	day?: Day | null | undefined;
}

export type Change = Pick<PendingAction, 'kind' | 'day'>;

export const noRelation: OwnRelation = { joined: false, wished: false };

export function withChange(relation: OwnRelation, { kind, day }: Change): OwnRelation {
	switch (kind) {
		case 'join':
			return { ...relation, joined: true, day };
		case 'leave':
			return { ...relation, joined: false, day: undefined };
		case 'wish':
			return { ...relation, wished: true };
		case 'unwish':
			return { ...relation, wished: false };
	}
}

/** Whether a change would have no effect. */
export function isDone(relation: OwnRelation, change: Change, event: EventTimes): boolean {
	const next = withChange(relation, change);
	if (next.joined !== relation.joined || next.wished !== relation.wished) return false;
	// Joining again without a day would discard the chosen one.
	return change.day === null || change.day === relation.day || !hasSeveralDays(event);
}

/** The change that undoes this one; null if the previous day is unknown. */
export function undoOf({ kind }: Change, { joined, day }: OwnRelation): Change | null {
	switch (kind) {
		case 'join':
			if (!joined) return { kind: 'leave', day: null };
			return day === undefined ? null : { kind, day };
		case 'leave':
			return { kind: 'join', day: day ?? null };
		case 'wish':
			return { kind: 'unwish', day: null };
		case 'unwish':
			return { kind: 'wish', day: null };
	}
}

export const withCounts = (event: Event, before: OwnRelation, next: OwnRelation): Event => ({
	...event,
	participantCount: event.participantCount + Number(next.joined) - Number(before.joined),
	wisherCount: event.wisherCount + Number(next.wished) - Number(before.wished),
});
