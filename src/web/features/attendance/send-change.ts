/** Sending a change of the own relation, and finding out whether it had its effect when the response is lost. */
import type { Written } from '../../../contract/bff-api/api.ts';
import type { Event } from '../../../contract/event/event.ts';
import { callOperation } from '../../shared/call.ts';
import { isOutcomeUnknown } from '../../shared/errors.ts';
import type { OwnRelation } from './own-relation.ts';
import { readEventIds } from './own-relations.ts';

/** What is wanted of the relation; what is absent stays as it is. */
export type Wanted = Partial<OwnRelation>;

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

async function send(id: string, { joined, wished, day }: Wanted): Promise<Event | null> {
	let written: Written = { event: null };
	if (joined === true) written = await callOperation('joinEvent', { id, participate_date: day ?? undefined });
	if (joined === false) written = await callOperation('leaveEvent', { id });
	if (wished === true) written = await callOperation('wishEvent', { id });
	if (wished === false) written = await callOperation('unwishEvent', { id });
	return written.event;
}

/** Whether the service now has what was wanted; null when that cannot be found out. */
async function isSaved(
	userId: string,
	eventId: string,
	{ joined, wished }: Wanted,
	before: OwnRelation,
): Promise<boolean | null> {
	// Only the day was to change, which the service does not send.
	if (joined === true && before.joined) return null;
	const name = joined === undefined ? 'listWishedEvents' : 'listParticipatedEvents';
	try {
		const { ids, isComplete, isOld } = await readEventIds(name, userId);
		if (isOld || (!ids.includes(eventId) && !isComplete)) return null;
		return ids.includes(eventId) === (joined ?? wished);
	} catch (error) {
		if (error instanceof Error) return null;
		throw error;
	}
}

/**
 * Changes the signed-in person's relation to an event. When the response is lost, the person's lists say how it ended.
 *
 * @returns the event as the service has it now; null where that is not known
 * @throws OutcomeUnknownError when they do not; else as `callOperation`, and then nothing was saved
 */
export async function sendChange(
	userId: string,
	eventId: string,
	wanted: Wanted,
	before: OwnRelation,
): Promise<Event | null> {
	try {
		return await send(eventId, wanted);
	} catch (error) {
		if (!(error instanceof Error) || !isOutcomeUnknown(error)) throw error;
		const outcome = await isSaved(userId, eventId, wanted, before);
		if (outcome === null) throw new OutcomeUnknownError(error);
		if (!outcome) throw error;
		return null;
	}
}
