/** A person's own relation to an event, and how each change of it changes it. */
import type { Event } from '../../../contract/event/event.ts';
import { type EventTimes, hasSeveralDays } from '../../../contract/event/times.ts';
import type { Day } from '../../../contract/event/wall-clock.ts';
import type { PendingAction } from '../../shared/session/pending-action.ts';

/** One may have joined an event and wish for it as well. */
export interface OwnRelation {
	joined: boolean;
	wished: boolean;
	/** The chosen day; null: not decided; undefined: not known, as after joining with another browser. */
	day?: Day | null | undefined;
}

/** Join (with a day), leave, wish or unwish. */
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

/** Whether a change, asked for before the relation was known, has nothing to do. */
export function isDone(relation: OwnRelation, change: Change, event: EventTimes): boolean {
	const next = withChange(relation, change);
	if (next.joined !== relation.joined || next.wished !== relation.wished) return false;
	// Joining again without a day would undo the choice of one, and where there is no choice it would change nothing.
	return change.day === null || change.day === relation.day || !hasSeveralDays(event);
}

/** What takes a change back; null when that is not possible, since the day before it is not known. */
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

/** An event with the counts that follow from a change of the own relation. */
export const withCounts = (event: Event, before: OwnRelation, next: OwnRelation): Event => ({
	...event,
	participantCount: event.participantCount + Number(next.joined) - Number(before.joined),
	wisherCount: event.wisherCount + Number(next.wished) - Number(before.wished),
});
