/** A change requested while signed out. It is bound to the sign-in that it started, and runs once afterwards. */
import { readText } from '../../../contract/event/fields.ts';
import { type Day, readDay } from '../../../contract/event/wall-clock.ts';

const kinds = ['join', 'leave', 'wish', 'unwish'] as const;

export interface PendingAction {
	kind: (typeof kinds)[number];
	eventId: string;
	/** Day to join; null if undecided. */
	day: Day | null;
	/** Set if a session ended in the meantime: the action must not run for another person. */
	userId: string | null;
}

export function readPendingAction(value: unknown): PendingAction | null {
	const fields = (value ?? {}) as Readonly<Record<string, unknown>>;
	const kind = kinds.find((each) => each === fields.kind);
	const eventId = readText(fields.eventId);
	if (kind === undefined || eventId === '') return null;
	return { kind, eventId, day: readDay(fields.day), userId: readText(fields.userId) || null };
}
