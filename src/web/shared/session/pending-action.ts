/** What a person asked for while signed out. It belongs to the sign-in that it started, and is done once after that one. */
import { readFields, readText, UnreadableError } from '../../../contract/event/fields.ts';
import { type Day, readDay } from '../../../contract/event/wall-clock.ts';

const kinds = ['join', 'leave', 'wish', 'unwish'] as const;

export interface PendingAction {
	kind: (typeof kinds)[number];
	eventId: string;
	/** The chosen day of a join; null: not decided. */
	day: Day | null;
	/** Who asked, where that is known, because a session ended meanwhile; it is not done for anybody else. */
	userId: string | null;
}

/** Reads an action that was kept in storage. @returns null for anything else */
export function readPendingAction(value: unknown): PendingAction | null {
	try {
		const fields = readFields(value, 'an action');
		const kind = kinds.find((each) => each === fields.kind);
		const eventId = readText(fields.eventId);
		if (kind === undefined || eventId === '') return null;
		return { kind, eventId, day: readDay(fields.day), userId: readText(fields.userId) || null };
	} catch (error) {
		if (error instanceof UnreadableError) return null;
		throw error;
	}
}
