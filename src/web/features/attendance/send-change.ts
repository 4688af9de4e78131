/** Sending a change of the own relation, and finding out whether it had its effect when the response is lost. */
import type { Event } from '../../../contract/event/event.ts';
import { callOperation } from '../../shared/call.ts';
import { isOutcomeUnknown } from '../../shared/errors.ts';
import { readOwnEvents } from './attendance-queries.ts';
import type { Change, OwnRelation } from './own-relation.ts';

/** The service may or may not have done what was wanted, and does not say either. */
export class OutcomeUnknownError extends Error {
	override readonly cause: Error;

	/** @param cause why there was no response to the change */
	constructor(cause: Error) {
		super('it is not known whether the change was saved', { cause });
		this.name = 'OutcomeUnknownError';
		this.cause = cause;
	}
}

const operations = { leave: 'leaveEvent', wish: 'wishEvent', unwish: 'unwishEvent' } as const;

const send = (id: string, { kind, day }: Change) =>
	kind === 'join'
		? callOperation('joinEvent', { id, participate_date: day ?? undefined })
		: callOperation(operations[kind], { id });

/** Whether the service now has what was wanted; null when that cannot be found out. */
async function isSaved(
	userId: string,
	eventId: string,
	{ kind }: Change,
	before: OwnRelation,
): Promise<boolean | null> {
	// Only the day was to change, which the service does not send.
	if (kind === 'join' && before.joined) return null;
	const name = kind === 'join' || kind === 'leave' ? 'listParticipatedEvents' : 'listWishedEvents';
	try {
		const { events, isComplete } = await readOwnEvents(name, userId);
		const isListed = events.some(({ id }) => id === eventId);
		if (!isListed && !isComplete) return null;
		return isListed === (kind === 'join' || kind === 'wish');
	} catch (error) {
		if (error instanceof Error) return null;
		throw error;
	}
}

/**
 * Changes the signed-in person's relation to an event. When the response is lost, the person's lists say how it ended.
 *
 * @param before the relation as the service has confirmed it
 * @returns the event as the service has it now; null where that is not known
 * @throws OutcomeUnknownError when they do not; else as `callOperation`, and then nothing was saved
 */
export async function sendChange(
	userId: string,
	eventId: string,
	change: Change,
	before: OwnRelation,
): Promise<Event | null> {
	try {
		return (await send(eventId, change)).event;
	} catch (error) {
		if (!(error instanceof Error) || !isOutcomeUnknown(error)) throw error;
		const outcome = await isSaved(userId, eventId, change, before);
		if (outcome === null) throw new OutcomeUnknownError(error);
		if (!outcome) throw error;
		return null;
	}
}
