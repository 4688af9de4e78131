/**
 * Sends a join, leave, wish or unwish to the service, and stores it in the person's record. If the response is lost, or
 * the service rejects the change, checks whether the person has the relation.
 */

import { setTimeout as wait } from 'node:timers/promises';
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
import { settlingMs } from '../reads/event-records.ts';
import { forEverybody } from '../reads/shared-reads.ts';
import { mayHaveHadEffect } from '../upstream/client.ts';
import type { ServiceResponse } from '../upstream/service-response.ts';
import {
	type Change,
	emptyRecord,
	findList,
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
	withLists,
} from './own-record.ts';
import {
	findEvent,
	keyOf,
	type Own,
	type Person,
	readFailure,
	readLists,
	readWithToken,
	refreshed,
} from './own-relations.ts';

/** Pauses before each attempt to find a change whose response was lost. The person is waiting for the result. */
const pausesMs = [0, 1_000, 2_000, 4_000];
/** Stop after this many failed attempts. No attempt continues beyond `patienceMs` after the change. */
const maxFailed = 3;
const patienceMs = 15_000;

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
		// Of the same change sent several times at once, only one changes the counts.
		known = isIn(record, listOf(kind), eventId, own.records.now());
		return withChange(record, change);
	});
	return { stored, known };
}

/** By how much a change alters the counts. @param known whether the event was in the list; undefined if unknown */
function deltaOf(kind: ChangeKind, known: boolean | undefined) {
	const step = known === isAdded(kind) ? 0 : isAdded(kind) ? 1 : -1;
	return listOf(kind) === 'joined' ? ({ participantCount: step } as const) : ({ wisherCount: step } as const);
}

/** The state before a change. */
interface Before {
	record: OwnRecord;
	/** Whether the event was in the person's list; undefined if unknown. */
	known: boolean | undefined;
}

/**
 * Whether an event, read with the person's token, or the person's list shows that the change has taken effect.
 * @param record the person's record with a list read after the change; null if no list was read
 */
function isInEffect({ eventId, kind }: Change, event: Event | null, record: OwnRecord | null): boolean {
	const list = record && findList(record, listOf(kind), 'ongoing');
	const isListed = list?.ids.includes(eventId) || (list?.isComplete ? false : undefined);
	const relation = event?.ownRelation ?? null;
	return isListed === isAdded(kind) || (relation !== null && (relation === listOf(kind)) === isAdded(kind));
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
 * Stores a change that the service has saved.
 * @param isFound whether the record has the change already, as an unsure one: then, `before` tells what was known
 */
async function written(
	own: Own,
	person: Person,
	change: Change,
	{ record: before, known: knownBefore }: Before,
	readEvent: () => Promise<Event | null>,
	isFound = false,
): Promise<Written> {
	const { eventId, kind } = change;
	const isUnlisted = knownBefore === undefined && findList(before, listOf(kind), 'ongoing') === undefined;
	const [{ stored, known: knownThen }, event, listed] = await Promise.all([
		addChange(own, person, change),
		readEvent().catch(ignoreProblem),
		isUnlisted ? refreshed(own, person, 'ongoing').catch(ignoreProblem) : null,
		own.sharedReads.fetchKnown([eventId]),
	]);
	const known = isFound || stored === null ? knownBefore : knownThen;
	const isSame = event !== null && isSameForAll(event, own.sharedReads.peekEvent(eventId));
	const completed =
		event !== null && (kind === 'join' || event.ownRelation !== null)
			? await remember(own, person, (record) => withEvent(record, change, event, isSame))
			: stored;
	// If the person made the change earlier, elsewhere, the counts already include it.
	const delta = known === undefined && isInEffect(change, event, listed) ? {} : deltaOf(kind, known);
	return {
		event: await own.sharedReads.afterWrite(eventId, delta, event),
		relation: relationTo(completed ?? withChange(before, change), eventId, own.records.now()),
	};
}

/** Stores a change that the service shows, but didn't confirm. */
function found(own: Own, person: Person, change: Change, before: Before, event: Event | null) {
	// The event's counts include the change.
	const known = event === null ? before.known : isAdded(change.kind);
	return written(own, person, change, { ...before, known }, async () => event, true);
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

interface Look {
	/** `hidden`: the service doesn't show the relation. */
	state: 'saved' | 'not saved' | 'failed' | 'hidden';
	event: Event | null;
}

/** Looks for a change. Fails if this takes too long. */
async function look(own: Own, person: Person, change: Change): Promise<Look> {
	const leftMs = change.at + patienceMs - own.records.now().ms;
	const late = wait<Look>(leftMs, { state: 'failed', event: null }, { ref: false });
	return Promise.race([lookFor(own, person, change), late]);
}

/** Looks for a change in the event, where some services show it (gap register, `own-relation`), and in the lists. */
async function lookFor(own: Own, person: Person, { eventId, kind }: Change): Promise<Look> {
	const { now } = own.records;
	const [name, isWanted] = [listOf(kind), isAdded(kind)];
	let event: Event | null;
	try {
		event = await readWithToken(own, person, eventId);
	} catch (error) {
		const failed = readFailure(error);
		await own.records.update(keyOf(person), (record) => withLists(record, [], failed, now()));
		return { state: 'failed', event: null };
	}
	if (event?.ownRelation === name) return { state: isWanted ? 'saved' : 'not saved', event };
	if (person.userId === '') return { state: 'hidden', event };
	const statuses = statusesOf(event, now());
	const reads = await Promise.all(statuses.map((status) => readLists(own, person, status, [name])));
	const lists = reads.flatMap((read) => read.lists);
	if (lists.some(({ ids }) => ids.includes(eventId)))
		return { state: isWanted ? 'saved' : 'not saved', event };
	if (lists.some(({ refusal }) => refusal !== undefined)) return { state: 'hidden', event };
	if (lists.length < statuses.length) return { state: 'failed', event };
	if (isWanted) return { state: 'not saved', event };
	// If the person can't see the event, the list may lack it although they haven't left.
	const isSaved = event !== null && lists.every(({ isComplete }) => isComplete);
	return { state: isSaved ? 'saved' : 'hidden', event };
}

/**
 * Checks several times whether the service shows a change whose response was lost. If it doesn't, the change counts as
 * saved for half a minute; then the list is read again, and decides.
 * @throws ProblemError outcome_unknown
 */
async function findOut(own: Own, person: Person, change: Change, before: Before): Promise<Written> {
	const { eventId, kind } = change;
	const unsure = { ...change, isSure: false };
	await remember(own, person, (record) => withChange(record, unsure));
	await own.sharedReads.afterWrite(eventId, {}, null);
	const unknown = outcomeUnknown();
	// If the person had already joined, they changed only the day, which the lists don't show.
	if (kind === 'join' && before.known === true) throw unknown;
	let failed = 0;
	for (const pauseMs of pausesMs) {
		const isLate = own.records.now().ms + pauseMs >= change.at + patienceMs;
		if (failed === maxFailed || isLate) break;
		await own.wait(pauseMs);
		const { state, event } = await look(own, person, change);
		if (state === 'saved') return found(own, person, change, before, event);
		if (state === 'hidden') break;
		if (state === 'failed') failed += 1;
	}
	throw unknown;
}

/** Whether the service may have rejected a change because it changes nothing (gap register, `repeated-write`). */
function mayBeRepeated({ status, error }: ServiceResponse): boolean {
	const meaning = meaningOf({ status, code: error?.code });
	return meaning === 'other' || meaning === 'absent';
}

/** After a rejection, checks whether the relation is already as the person wants it. Null if not. */
async function findRepeated(
	own: Own,
	person: Person,
	change: Change,
	before: Before,
): Promise<Written | null> {
	const { eventId, kind, day } = change;
	const { state, event } = await look(own, person, change);
	const record = await own.records.read(keyOf(person));
	const now = own.records.now();
	// The service may not show the person's last change yet, so that change decides if it was certainly saved.
	const earlier = record.changes.findLast((each) => each.isSure && isSame(each, change));
	const isLate = earlier !== undefined && now.ms < earlier.at + settlingMs;
	if (isLate ? isAdded(earlier.kind) !== isAdded(kind) : state !== 'saved') return null;
	const isFirst = !before.record.changes.some((each) => isSame(each, change) && !each.isSure);
	// The person had not joined before, so the service has saved this join, although it rejected it.
	if (kind === 'join' && before.known === false && isFirst) return found(own, person, change, before, event);
	const isOtherDay = day !== null && day !== relationTo(before.record, eventId, now).day;
	if (isOtherDay && (event === null || hasSeveralDays(event))) return null;
	const apply = (each: OwnRecord) => withChange(each, change);
	const isKnown = relationTo(record, eventId, now)[listOf(kind)] === isAdded(kind);
	const decided = isKnown ? record : ((await remember(own, person, apply)) ?? apply(record));
	return {
		event: await own.sharedReads.afterWrite(eventId, {}, event),
		relation: relationTo(decided, eventId, now),
	};
}

/** A write that the service has saved, or its rejection. `response`: the one that confirmed the write, if any. */
type Sent = { written: Written; response?: ServiceResponse } | { rejection: ServiceResponse };

/** Sends a change at once. @throws ProblemError outcome_unknown; what `person.call` throws if it had no effect */
export async function sendChange(own: Own, person: Person, call: Call): Promise<Sent> {
	const { records } = own;
	const asked = changeOf(call);
	const reading = records.read(keyOf(person)).catch(() => emptyRecord);
	let response = await send(person, call);
	const change = { ...asked, at: records.now().ms };
	const { eventId, kind } = change;
	const record = await reading;
	const before: Before = { record, known: isIn(record, listOf(kind), eventId, records.now()) };
	// A join that only changes the day may be sent twice. If the second one fails, the first may still be saved.
	if (response === null && kind === 'join' && before.known === true)
		response = await send(person, call).catch(() => null);
	if (response === null) return { written: await findOut(own, person, change, before) };
	if (response.error === undefined) {
		const readEvent = () => readWithToken(own, person, eventId);
		return { written: await written(own, person, change, before, readEvent), response };
	}
	const repeated = mayBeRepeated(response) ? await findRepeated(own, person, change, before) : null;
	return repeated === null ? { rejection: response } : { written: repeated };
}

/** Stores a write that the developers' console sent. @param isSaved false if it is unknown whether it was saved */
export async function noteChange(own: Own, person: Person, call: Call, isSaved: boolean): Promise<void> {
	const change = { ...changeOf(call), at: own.records.now().ms };
	const { eventId, kind } = change;
	const known = isSaved ? (await addChange(own, person, change)).known : undefined;
	await own.sharedReads.afterWrite(eventId, known === undefined ? {} : deltaOf(kind, known), null);
}

/** Stores the event's current times and place after the person has seen that they changed. */
export async function seeChanges(own: Own, person: Person, eventId: string): Promise<void> {
	const event = await findEvent(own, person, eventId);
	if (event !== null) await own.records.update(keyOf(person), (record) => withJoinedAs(record, event));
}
