/** Sends a change to a relation. If the response is lost or an error, finds out whether the change was saved. */
import type { Event } from '../../../contract/event/event.ts';
import { hasSeveralDays } from '../../../contract/event/times.ts';
import { relationStatuses } from '../../../contract/spec/filters.ts';
import { callOperation } from '../../shared/call.ts';
import { isOutcomeUnknown, meaningOfError } from '../../shared/errors.ts';
import { readOwnEvents } from './attendance-queries.ts';
import type { Change, OwnRelation } from './own-relation.ts';

/** The person's lists don't show whether the change, or the day to join, was saved. */
export class OutcomeUnknownError extends Error {
	override name = 'OutcomeUnknownError';
	declare readonly cause: Error;

	constructor(cause: Error) {
		super('it is not known whether the change was saved', { cause });
	}
}

const operations = { leave: 'leaveEvent', wish: 'wishEvent', unwish: 'unwishEvent' } as const;

const send = (id: string, { kind, day }: Change) =>
	kind === 'join'
		? callOperation('joinEvent', { id, participate_date: day ?? undefined })
		: callOperation(operations[kind], { id });

/** Some services reject a repeated change (gap register, `repeated-write`), each with a different error. */
function mayBeRepeated(error: Error): boolean {
	const meaning = meaningOfError(error);
	return meaning === 'other' || meaning === 'absent';
}

/** Whether a change was saved; null if that is unknown. */
async function isSaved(
	userId: string,
	eventId: string,
	{ kind }: Change,
	before: OwnRelation,
): Promise<boolean | null> {
	// Only the day changes, which the service doesn't return.
	if (kind === 'join' && before.joined) return null;
	const name = kind === 'join' || kind === 'leave' ? 'listParticipatedEvents' : 'listWishedEvents';
	try {
		const lists = await Promise.all(relationStatuses.map((status) => readOwnEvents(name, userId, status)));
		const isListed = lists.some(({ items }) => items.some(({ id }) => id === eventId));
		if (!isListed && !lists.every(({ isComplete }) => isComplete)) return null;
		return isListed === (kind === 'join' || kind === 'wish');
	} catch (error) {
		if (error instanceof Error) return null;
		throw error;
	}
}

/**
 * @param before relation as confirmed by the service
 * @returns the event after the change; null if unknown
 * @throws OutcomeUnknownError, or whatever `callOperation` throws; in that case nothing was saved
 */
export async function sendChange(
	userId: string,
	event: Event,
	change: Change,
	before: OwnRelation,
): Promise<Event | null> {
	try {
		return (await send(event.id, change)).event;
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		const isUnknown = isOutcomeUnknown(error);
		if (!isUnknown && !mayBeRepeated(error)) throw error;
		const outcome = await isSaved(userId, event.id, change, before);
		// The person had joined before, but perhaps on another day.
		const isDayUnknown = outcome && !isUnknown && change.kind === 'join' && hasSeveralDays(event);
		if (isDayUnknown || (outcome === null && isUnknown)) throw new OutcomeUnknownError(error);
		if (!outcome) throw error;
		return null;
	}
}
