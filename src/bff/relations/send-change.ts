/**
 * Sends a change (join, leave, wish or unwish) to the service, and stores it in the person's record. If the response is
 * lost, sends the change again. If the service rejects the change, checks whether the person has the relation already.
 */

import { isDeepStrictEqual } from 'node:util';
import type { ChangeKind } from '../../contract/bff-api/relations.ts';
import type { Written } from '../../contract/bff-api/values.ts';
import { type Event, isPublic } from '../../contract/event/event.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import { hasSeveralDays } from '../../contract/event/times.ts';
import { readDay } from '../../contract/event/wall-clock.ts';
import type { Call } from '../../contract/spec/call.ts';
import type { OperationName } from '../../contract/spec/operations.ts';
import { ignoreProblem, outcomeUnknown } from '../problems/problem.ts';
import { settlingMs, type Write } from '../reads/event-records.ts';
import { forEverybody } from '../reads/shared-reads.ts';
import { mayHaveHadEffect } from '../upstream/client.ts';
import type { ServiceResponse } from '../upstream/service-response.ts';
import {
	type Change,
	emptyRecord,
	isAdded,
	isIn,
	isSame,
	listOf,
	type OwnRecord,
	relationTo,
	statusesOf,
	withChange,
	withEvent,
	withJoinedAs,
	withoutUnsure,
} from './own-record.ts';
import { findEvent, keyOf, type Own, type Person, readLists, readWithToken } from './own-relations.ts';

/** Pause before a change is sent again. The person is waiting for the result. */
const pauseMs = 1_000;

const kinds: Partial<Record<OperationName, ChangeKind>> = {
	joinEvent: 'join',
	leaveEvent: 'leave',
	wishEvent: 'wish',
	unwishEvent: 'unwish',
};

function changeOf({ operation, parameters }: Call): Omit<Change, 'at'> {
	const kind = kinds[operation];
	if (kind === undefined) throw new Error(`${operation} changes no relation`);
	const { participate_date: day } = parameters as Call<'joinEvent'>['parameters'];
	return { eventId: parameters.id ?? '', kind, day: readDay(day), isSure: true };
}

/** Stores a change. Returns null if storing fails, because the service has already saved the change. */
async function remember(own: Own, person: Person, change: (record: OwnRecord) => OwnRecord) {
	try {
		return await own.records.update(keyOf(person), change);
	} catch (error) {
		own.log.warn({ err: error }, 'a change of a relation could not be stored');
		return ignoreProblem(error);
	}
}

/** Adds a change to the record. Also returns whether the event was in the list before; undefined if unknown. */
async function addChange(own: Own, person: Person, change: Change) {
	const { eventId, kind } = change;
	let known: boolean | undefined;
	const stored = await remember(own, person, (record) => {
		// If the same change is sent several times at once, only one of them changes the counts.
		known = isIn(record, listOf(kind), eventId, own.records.now());
		return withChange(record, change);
	});
	return { stored, known };
}

/** By how much a change alters the counts. @param known whether the event was in the list; undefined if unknown */
function deltaOf(kind: ChangeKind, known: boolean | undefined) {
	const step = known === undefined || known === isAdded(kind) ? 0 : isAdded(kind) ? 1 : -1;
	return listOf(kind) === 'joined' ? ({ participantCount: step } as const) : ({ wisherCount: step } as const);
}

/** The state before a change. */
interface Before {
	record: OwnRecord;
	/** Whether the event was in the person's list; undefined if unknown. */
	known: boolean | undefined;
}

const withoutCounts = (event: Event) => ({
	...forEverybody(event),
	...{ participantCount: 0, wisherCount: 0, unsaid: [] },
});

/** Whether an event that was read with a person's token looks the same to everyone who may see it. */
const isSameForAll = (event: Event, shared: Event | undefined): boolean =>
	!isPublic(event) ||
	(shared !== undefined && isDeepStrictEqual(withoutCounts(event), withoutCounts(shared)));

/**
 * Adds a change to the event's counts. Adds to the person's record what the event shows after the change.
 * @param event read with the person's token; null if that failed
 */
async function completed(
	own: Own,
	person: Person,
	change: Change,
	record: OwnRecord,
	event: Event | null,
	delta: Omit<Write, 'at'>,
): Promise<Written> {
	const { eventId, kind } = change;
	const isSame = event !== null && isSameForAll(event, own.sharedReads.peekEvent(eventId));
	const stored =
		event !== null && (kind === 'join' || event.ownRelation !== null)
			? await remember(own, person, (each) => withEvent(each, change, event, isSame))
			: null;
	return {
		event: await own.sharedReads.afterWrite(eventId, delta, event),
		relation: relationTo(stored ?? record, eventId, own.records.now()),
	};
}

/** Stores a change that the service has confirmed. @param wasLost whether an earlier response to it was lost */
async function written(
	own: Own,
	person: Person,
	change: Change,
	before: Before,
	wasLost: boolean,
): Promise<Written> {
	const [{ stored, known }, event] = await Promise.all([
		addChange(own, person, change),
		readWithToken(own, person, change.eventId).catch(ignoreProblem),
		own.sharedReads.fetchKnown([change.eventId]),
	]);
	// After a lost response, the record has the change already, as an unsure one.
	const delta = deltaOf(change.kind, wasLost || stored === null ? before.known : known);
	return completed(own, person, change, stored ?? withChange(before.record, change), event, delta);
}

/**
 * Sends a write. Null if the response was lost, or doesn't tell whether the write is saved: only 202 does (Spec §4.2),
 * and a service that is down may send a page with status 200.
 * @throws ProblemError if the write had no effect
 */
async function send(person: Person, call: Call): Promise<ServiceResponse | null> {
	try {
		const response = await person.call(call);
		const isClear = response.error === undefined ? response.status === 202 : response.status < 500;
		return isClear ? response : null;
	} catch (error) {
		if (mayHaveHadEffect(error)) return null;
		throw error;
	}
}

/**
 * Sends a change again whose response was lost: a repeated change changes nothing (gap register, `repeated-write`). Until
 * the outcome is known, the change counts as saved for half a minute; then the list is read again, and decides.
 */
async function sendAgain(
	own: Own,
	person: Person,
	call: Call,
	change: Change,
): Promise<ServiceResponse | null> {
	await remember(own, person, (record) => withChange(record, { ...change, isSure: false }));
	await own.sharedReads.afterWrite(change.eventId, {}, null);
	await own.wait(pauseMs);
	return send(person, call).catch(ignoreProblem);
}

/**
 * Whether the service shows that a change is saved: in the event, at some services (gap register, `own-relation`), or in
 * the person's lists.
 */
async function findChange(own: Own, person: Person, { eventId, kind }: Change) {
	const [name, isWanted] = [listOf(kind), isAdded(kind)];
	const event = await readWithToken(own, person, eventId).catch(ignoreProblem);
	if (event?.ownRelation === name) return { isSaved: isWanted, event };
	if (person.userId === '') return { isSaved: false, event };
	const statuses = statusesOf(event, own.records.now());
	const reads = await Promise.all(statuses.map((status) => readLists(own, person, status, [name])));
	const lists = reads.flatMap((read) => read.lists);
	const isListed = lists.some(({ ids }) => ids.includes(eventId));
	// If the person can't see the event, the list may lack it although they haven't left.
	const isWhole =
		event !== null && lists.length === statuses.length && lists.every(({ isComplete }) => isComplete);
	return { isSaved: isWanted ? isListed : isWhole && !isListed, event };
}

/** Whether the service may have rejected a change because it changes nothing (gap register, `repeated-write`). */
function mayBeRepeated({ status, error }: ServiceResponse): boolean {
	const meaning = meaningOf({ status, code: error?.code });
	return meaning === 'other' || meaning === 'absent';
}

/** After a rejection or a lost response, checks whether the relation is already as the person wants it. Null if not. */
async function findRepeated(
	own: Own,
	person: Person,
	change: Change,
	before: Before,
): Promise<Written | null> {
	const { eventId, kind } = change;
	const { isSaved, event } = await findChange(own, person, change);
	const record = await own.records.read(keyOf(person));
	const now = own.records.now();
	// The service may not show the person's last change yet, so that change decides if it was certainly saved.
	const earlier = record.changes.findLast((each) => each.isSure && isSame(each, change));
	const isLate = earlier !== undefined && now.ms < earlier.at + settlingMs;
	if (isLate ? isAdded(earlier.kind) !== isAdded(kind) : !isSaved) return null;
	const { day: dayBefore = null } = relationTo(before.record, eventId, now);
	const day = change.day ?? dayBefore;
	// If the person had not joined before, the service has saved this join, although it didn't confirm it.
	const isNew = kind === 'join' && before.known === false;
	if (!isNew && day !== dayBefore && (event === null || hasSeveralDays(event))) return null;
	const found = { ...change, day };
	const { stored } = await addChange(own, person, found);
	return completed(own, person, found, stored ?? withChange(record, found), event, {});
}

/** A write that the service has saved, or its rejection. `response`: the one that confirmed the write, if any. */
type Sent = { written: Written; response?: ServiceResponse } | { rejection: ServiceResponse };

/** Sends a change at once. @throws ProblemError outcome_unknown; what `person.call` throws if it had no effect */
export async function sendChange(own: Own, person: Person, call: Call): Promise<Sent> {
	const { records } = own;
	const asked = changeOf(call);
	const reading = records.read(keyOf(person)).catch(() => emptyRecord);
	const first = await send(person, call);
	const change = { ...asked, at: records.now().ms };
	const record = await reading;
	const wasLost = first === null;
	const known = isIn(record, listOf(change.kind), change.eventId, records.now());
	const before: Before = { record, known: known ?? (wasLost ? false : undefined) };
	const response = first ?? (await sendAgain(own, person, call, change));
	if (response !== null && response.error === undefined)
		return { written: await written(own, person, change, before, wasLost), response };
	const mayBeSaved = response === null || mayBeRepeated(response);
	const repeated = mayBeSaved ? await findRepeated(own, person, change, before) : null;
	if (repeated !== null) return { written: repeated };
	// After a lost response, the service may have rejected the repetition, and show the change later: the list decides.
	if (response === null || (wasLost && mayBeSaved)) throw outcomeUnknown();
	if (wasLost) await remember(own, person, (each) => withoutUnsure(each, change));
	return { rejection: response };
}

/** Stores a write that the developers' console sent. @param isSaved false if that is unknown */
export async function noteChange(own: Own, person: Person, call: Call, isSaved: boolean): Promise<void> {
	const change = { ...changeOf(call), at: own.records.now().ms };
	const { eventId, kind } = change;
	const known = isSaved ? (await addChange(own, person, change)).known : undefined;
	await own.sharedReads.afterWrite(eventId, deltaOf(kind, known), null);
}

/** Stores the event's current times and place after the person has seen that they changed. */
export async function seeChanges(own: Own, person: Person, eventId: string): Promise<void> {
	const event = await findEvent(own, person, eventId);
	if (event !== null) await own.records.update(keyOf(person), (record) => withJoinedAs(record, event));
}
