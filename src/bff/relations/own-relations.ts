/**
 * Reads a person's two lists of events at most once a minute, in one of the processes, unless a read or write fails.
 * Finds the person's relations and events, for their pages, calendar and weekend image.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { OwnEvents, Relations } from '../../contract/bff-api/relations.ts';
import { type Event, isPublic } from '../../contract/event/event.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import { timesOn } from '../../contract/event/times-on.ts';
import type { Call } from '../../contract/spec/call.ts';
import { paging, type RelationStatus } from '../../contract/spec/filters.ts';
import { hasReason, ignoreProblem, ProblemError } from '../problems/problem.ts';
import { isValue } from '../reads/event-records.ts';
import { readPages } from '../reads/read-pages.ts';
import { serviceRejection } from '../reads/service-rejection.ts';
import { type SharedReads, withoutTexts } from '../reads/shared-reads.ts';
import type { Caller } from '../session/caller.ts';
import { personOf } from '../session/session-store.ts';
import type { ServiceResponse } from '../upstream/service-response.ts';
import {
	changedSince,
	type Failed,
	findList,
	idsIn,
	type ListName,
	listNames,
	type OwnList,
	type OwnRecord,
	outdatedIn,
	relationsIn,
	relationTo,
	statusesOf,
	withJoinedAs,
	withLists,
} from './own-record.ts';
import type { OwnRecords } from './own-record-store.ts';

/** The signed-in person; for the secret calendar, the person whose session is used to read it. */
export type Person = Pick<Caller, 'sessionId' | 'userId' | 'call'>;

/** What the functions of this folder need. */
export interface Own {
	records: OwnRecords;
	sharedReads: SharedReads;
	log: Pick<FastifyBaseLogger, 'warn'>;
	wait: (ms: number) => Promise<unknown>;
}

type OwnListOperation = 'listParticipatedEvents' | 'listWishedEvents';
type SendOwnList = (call: Call<OwnListOperation>) => Promise<ServiceResponse>;

const operations = { joined: 'listParticipatedEvents', wished: 'listWishedEvents' } as const;

/** Each page costs one call of the person's hourly limit. */
const maxPages = 10;
/** Bytes of the JSON of a list's events, about one thousand each: they must fit encrypted into an entry of the store. */
const maxStored = 750_000;

export const keyOf = ({ sessionId, userId }: Person): string => personOf(sessionId, { userId });

/**
 * Reads a list up to a maximum length. Drops texts, which take megabytes for a thousand events.
 * @throws ProblemError: `sign_in_required` (only without a token) or `service_rejected` if the service doesn't show the
 * list; else the reason why the read failed
 */
async function readOwnList(
	{ log, sharedReads }: Own,
	send: SendOwnList,
	list: { name: ListName; status: RelationStatus; userId: string; hasToken: boolean },
): Promise<{ events: readonly Event[]; isComplete: boolean }> {
	const operation = operations[list.name];
	const readPage = async (start: number, count: number) => {
		const call = { operation, parameters: { id: list.userId, status: list.status, start, count } };
		const { status, readBody, error } = await send(call);
		if (error !== undefined) throw serviceRejection({ status, code: error.code }, list.hasToken);
		return sharedReads.parsePrivate(call, readBody);
	};
	const events: Event[] = [];
	let isComplete = false;
	let stored = 0;
	const limits = { max: maxPages * paging.maxCount, maxPages };
	const pages = readPages({ operation, log, ...limits, readPage });
	for await (const { page, hasNext, isLast, isStuck } of pages) {
		const items = page.items.map(withoutTexts);
		stored += Buffer.byteLength(JSON.stringify(items));
		if (stored > maxStored) return { events, isComplete: false };
		events.push(...items);
		// A list also ends at an empty page: a total may be wrong. A repeated page has no new items, but `sent` isn't 0.
		isComplete = isLast || (!hasNext && !isStuck && page.sent === 0);
	}
	return { events, isComplete };
}

const problemOf = ({ reason, detail, code }: Failed): ProblemError =>
	new ProblemError(reason, detail, { code });

/** Returns why a list can't be read. Rethrows anything but a ProblemError, and a 401, which ends the session. */
function readFailure(error: unknown): Failed {
	if (!(error instanceof ProblemError) || error.problem.status === 401) throw error;
	const { reason, detail, code } = error.problem;
	return { reason, detail, ...(code === undefined ? {} : { code }) };
}

/** Lets reads succeed although the store can't be reached or is full. */
function ignoreUnreachable(error: unknown): null {
	if (hasReason(error, 'store_unreachable')) return null;
	throw error;
}

interface Attempt {
	list?: OwnList;
	events?: readonly Event[];
	failed?: Failed;
}

async function tryList(own: Own, person: Person, name: ListName, status: RelationStatus): Promise<Attempt> {
	const list = { name, status, readAt: own.records.now().ms };
	try {
		const wanted = { name, status, userId: person.userId, hasToken: true };
		const { events, isComplete } = await readOwnList(own, person.call, wanted);
		await own.records.storeEvents(keyOf(person), name, status, events).catch(ignoreUnreachable);
		return { list: { ...list, ids: events.map(({ id }) => id), isComplete }, events };
	} catch (error) {
		const failed = readFailure(error);
		return failed.reason === 'service_rejected'
			? { list: { ...list, ids: [], isComplete: false, refusal: failed } }
			: { failed };
	}
}

/** Reads an event with the person's token. Null if the service rejects the call. */
export async function readWithToken({ sharedReads }: Own, person: Person, id: string): Promise<Event | null> {
	const call: Call<'getEvent'> = { operation: 'getEvent', parameters: { id } };
	const { status, readBody, error } = await person.call(call);
	if (error !== undefined) {
		if (meaningOf({ status, code: error.code }) === 'absent') await sharedReads.recheck(id);
		return null;
	}
	return sharedReads.parsePrivate(call, readBody);
}

/**
 * Reads lists now, and stores them.
 * @returns the person's record, the lists that could be read, and their events
 * @throws ProblemError `store_unreachable`, or why the session has ended
 */
export async function readLists(
	own: Own,
	person: Person,
	status: RelationStatus,
	names: readonly ListName[],
) {
	const attempts = await Promise.all(names.map((name) => tryList(own, person, name, status)));
	const lists = attempts.flatMap(({ list }) => list ?? []);
	const [failed] = attempts.flatMap((attempt) => attempt.failed ?? []);
	const events = new Map(names.map((name, index) => [name, attempts[index]?.events]));
	const withRead = (before: OwnRecord) => {
		const isNew = new Set(before.joins.flatMap((join) => (join.joinedAs === null ? join.eventId : [])));
		return attempts
			.flatMap((attempt) => attempt.events ?? [])
			.filter(({ id }) => isNew.has(id))
			.reduce(withJoinedAs, withLists(before, lists, failed, own.records.now()));
	};
	const stored = await own.records.update(keyOf(person), withRead).catch(ignoreUnreachable);
	const record = stored ?? withRead(await own.records.read(keyOf(person)));
	return { record, lists, events };
}

/**
 * Returns the person's record. If its lists of this status are older than a minute, reads them first.
 * @throws ProblemError `store_unreachable`, or why the session has ended
 */
async function refreshed(own: Own, person: Person, status: RelationStatus): Promise<OwnRecord> {
	const { records } = own;
	const key = keyOf(person);
	const record = await records.read(key);
	if (person.userId === '' || outdatedIn(record, status, records.now()).length === 0) return record;
	const readOutdated = async () => {
		const latest = await records.read(key);
		const names = outdatedIn(latest, status, records.now());
		return names.length === 0 ? latest : (await readLists(own, person, status, names)).record;
	};
	const locked = records.withLock(key, status, readOutdated);
	return (await locked.catch(ignoreUnreachable)) ?? readOutdated();
}

/** How many events to look up because the service's list may not show them yet. Each may take a call. */
const maxLookedUp = 20;

const failureOf = ({ failure }: OwnRecord): ProblemError =>
	failure === undefined
		? new ProblemError('service_unreachable', 'The service cannot be reached.')
		: problemOf(failure);

/** Relations to events of a status. @throws ProblemError if the lists can't be read, and no relation is known */
export async function relationsOf(own: Own, person: Person, status: RelationStatus): Promise<Relations> {
	const record = await refreshed(own, person, status);
	const relations = relationsIn(record, status, own.records.now());
	const lists = listNames.map((name) => findList(record, name, status));
	const isUnknown = person.userId !== '' && lists.every((list) => list === undefined);
	if (isUnknown && relations.size === 0) throw failureOf(record);
	return {
		relations: Object.fromEntries(relations),
		isComplete: lists.every((list) => list?.isComplete === true),
	};
}

/** Reads an event without a token, else with the person's token; null if the service shows it in neither case. */
export async function findEvent(own: Own, person: Person, id: string): Promise<Event | null> {
	const call: Call<'getEvent'> = { operation: 'getEvent', parameters: { id } };
	const outcome = await own.sharedReads.read(call).then(
		(read) => read.outcome,
		(error: unknown) => {
			if (hasReason(error, 'calls_reserved')) return null;
			throw error;
		},
	);
	const isShown = outcome !== null && isValue(outcome) && isPublic(outcome.value);
	return isShown ? outcome.value : readWithToken(own, person, id);
}

/**
 * Reads an event with the token of a person who joined it, if the service may show them more than others.
 * @param shared the event as others see it
 */
export async function eventAsJoined(own: Own, person: Person, shared: Event): Promise<Event | null> {
	const record = await own.records.read(keyOf(person));
	if (!relationTo(record, shared.id, own.records.now()).seesMore) return null;
	const event = await readWithToken(own, person, shared.id).catch(ignoreProblem);
	const { participantCount, wisherCount } = shared;
	// Keep the counts that others see: the service may not count the person's change yet.
	return event && { ...event, participantCount, wisherCount };
}

/** Returns a list's events: from the store, or else read now. @throws ProblemError if the list can't be read now */
async function listedEvents(
	own: Own,
	person: Person,
	record: OwnRecord,
	name: ListName,
	status: RelationStatus,
): Promise<readonly Event[]> {
	const stored = await own.records.readEvents(keyOf(person), name, status);
	if (stored !== undefined) return stored;
	// The record is stored for longer than the events, so it may know that reads fail.
	const isFailing =
		record.failure !== undefined && outdatedIn(record, status, own.records.now()).length === 0;
	const read = isFailing ? undefined : await readLists(own, person, status, [name]);
	const events = read?.events.get(name);
	if (events === undefined) throw failureOf(read?.record ?? record);
	return events;
}

/** Reads the events of a list, without texts. The list of wishes leaves out events that the person is going to. */
export async function eventsOf(
	own: Own,
	person: Person,
	name: ListName,
	status: RelationStatus,
): Promise<OwnEvents> {
	const record = await refreshed(own, person, status);
	const now = own.records.now();
	const ids = idsIn(record, name, status, now);
	if (name === 'wished') for (const id of idsIn(record, 'joined', status, now)) ids.delete(id);
	const list = findList(record, name, status);
	if (list?.refusal !== undefined && ids.size === 0) throw problemOf(list.refusal);
	const isShown = person.userId !== '' && list?.refusal === undefined;
	const events = isShown ? await listedEvents(own, person, record, name, status) : [];
	const listed = events.filter(({ id }) => ids.has(id));
	const changed = list && changedSince(list, record);
	for (const { id } of listed) if (!changed?.has(id)) ids.delete(id);
	const found = await Promise.all(
		[...ids].slice(-maxLookedUp).map((id) => findEvent(own, person, id).catch(ignoreProblem)),
	);
	const latest = new Map(found.flatMap((event) => (event === null ? [] : [[event.id, withoutTexts(event)]])));
	const known = listed.map((event) => latest.get(event.id) ?? event);
	for (const { id } of listed) latest.delete(id);
	const missing = [...latest.values()].filter((event) => statusesOf(event, now).includes(status));
	return { events: [...known, ...missing], isComplete: list?.isComplete === true };
}

/** A person's events that are not over. Those in `joined` have the times of the chosen day. */
export interface Agenda {
	joined: readonly Event[];
	/** When the person joined each event or last chose its day, by id, in milliseconds since 1970. */
	chosenAt: ReadonlyMap<string, number>;
	/** Ids of events that have disappeared from the person's list. */
	lost: readonly string[];
	wished: readonly Event[];
}

async function agendaFrom(
	{ records }: Own,
	person: string,
	joined: readonly Event[],
	wished: readonly Event[],
): Promise<Agenda> {
	const { joins, lost } = await records.read(person);
	const days = new Map(joins.map(({ eventId, day }) => [eventId, day]));
	const onChosenDay = (event: Event) => {
		const day = days.get(event.id);
		return day == null ? event : timesOn(event, day);
	};
	return {
		joined: joined.map(onChosenDay),
		chosenAt: new Map(joins.map(({ eventId, at }) => [eventId, at])),
		lost: lost.map(({ eventId }) => eventId),
		wished,
	};
}

/** Reads a person's agenda with their token. @throws ProblemError if it can't be read, or the session has ended */
export async function agendaOf(own: Own, person: Person): Promise<Agenda> {
	const { events: joined } = await eventsOf(own, person, 'joined', 'ongoing');
	const { events: wished } = await eventsOf(own, person, 'wished', 'ongoing');
	return agendaFrom(own, keyOf(person), joined, wished);
}

/** Reads an agenda without a token. Doesn't store the lists, which may lack private events. @throws ProblemError */
export async function openAgendaOf(own: Own, send: SendOwnList, userId: string): Promise<Agenda> {
	const read = async (name: ListName) =>
		(await readOwnList(own, send, { name, status: 'ongoing', userId, hasToken: false })).events;
	const [joined, wished] = await Promise.all([read('joined'), read('wished')]);
	return agendaFrom(own, userId, joined, wished);
}
