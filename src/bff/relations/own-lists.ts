/** Reads a person's two lists of events in one of the processes, at most once a minute unless a read or write fails. */
import type { FastifyBaseLogger } from 'fastify';
import type { Event } from '../../contract/event/event.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import type { Call } from '../../contract/spec/call.ts';
import { paging, type RelationStatus } from '../../contract/spec/filters.ts';
import { hasReason, ignoreProblem, ProblemError } from '../problems/problem.ts';
import type { ParseResponse } from '../reads/parse-response.ts';
import { readPages } from '../reads/read-pages.ts';
import { serviceRejection } from '../reads/service-rejection.ts';
import { loadFitting, type SharedReads, withoutTexts } from '../reads/shared-reads.ts';
import type { Caller } from '../session/caller.ts';
import { personOf } from '../session/session-store.ts';
import type { CallOptions } from '../upstream/client.ts';
import type { ServiceResponse } from '../upstream/service-response.ts';
import {
	type Failed,
	type ListName,
	type OwnList,
	type OwnRecord,
	outdatedIn,
	statusesOf,
	withJoinedAs,
	withLists,
} from './own-record.ts';
import type { OwnRecords } from './own-records.ts';

/** The signed-in person; for the secret calendar, the person whose session is used to read it. */
export type Person = Pick<Caller, 'sessionId' | 'userId' | 'call'>;

/** What the functions of this folder need. */
export interface Own {
	records: OwnRecords;
	sharedReads: Pick<
		SharedReads,
		'read' | 'fetchKnown' | 'peekEvent' | 'afterWrite' | 'recheck' | 'hidePrivate'
	>;
	parse: ParseResponse;
	log: Pick<FastifyBaseLogger, 'warn'>;
	wait: (ms: number) => Promise<unknown>;
}

type OwnListOperation = 'listParticipatedEvents' | 'listWishedEvents';
type SendOwnList = (call: Call<OwnListOperation>, options?: CallOptions) => Promise<ServiceResponse>;

const operations = { joined: 'listParticipatedEvents', wished: 'listWishedEvents' } as const;

/** Each page costs one call of the person's hourly limit. */
const maxPages = 10;
/**
 * Bytes of the JSON of a list's ids and events. Each request of the person reads the ids. Encrypted, the events, about
 * one thousand bytes each, must fit into an entry of the store.
 */
const maxStored = { ids: 100_000, events: 750_000 };
/** Missing events that are read at a time; one call each. */
const maxMissing = 20;

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

export const keyOf = ({ sessionId, userId }: Person): string => personOf(sessionId, { userId });

/**
 * Reads a list up to a maximum length. Drops texts, which take megabytes for a thousand events.
 * @throws ProblemError: `sign_in_required` (only without a token) or `service_rejected` if the service doesn't show the
 * list; else why it can't be read
 */
export async function readOwnList(
	{ parse, log, sharedReads }: Pick<Own, 'parse' | 'log' | 'sharedReads'>,
	send: SendOwnList,
	list: { name: ListName; status: RelationStatus; userId: string; hasToken: boolean },
): Promise<{ events: readonly Event[]; isComplete: boolean }> {
	const operation = operations[list.name];
	const readCall = async (call: Call<OwnListOperation>) => {
		const { status, readBody, error } = await send(call, { isOnce: true });
		if (error !== undefined) throw serviceRejection({ status, code: error.code }, list.hasToken);
		const page = await parse(call, readBody);
		await sharedReads.hidePrivate(call, page);
		return page;
	};
	const readPage = (start: number, count: number) =>
		loadFitting({ operation, parameters: { id: list.userId, status: list.status, start, count } }, readCall);
	const events: Event[] = [];
	let isComplete = false;
	const stored = { ids: 0, events: 0 };
	const limits = { max: maxPages * paging.maxCount, maxPages };
	// Without an overlap, an event might be missed, and count as left.
	const pages = readPages({ operation, log, ...limits, overlap: 'always', readPage });
	for await (const { page, hasNext, isLast, isStuck } of pages) {
		const items = page.items.map(withoutTexts);
		stored.ids += jsonBytes(items.map(({ id }) => id));
		stored.events += jsonBytes(items);
		if (stored.ids > maxStored.ids || stored.events > maxStored.events) return { events, isComplete: false };
		events.push(...items);
		// A list also ends at an empty page, since a total may be wrong. But a page that is sent again is empty here, too.
		isComplete = isLast || (!hasNext && !isStuck && page.sent === 0);
	}
	return { events, isComplete };
}

export const problemOf = ({ reason, detail, code }: Failed): ProblemError =>
	new ProblemError(reason, detail, { code });

/** Returns why a list can't be read. Rethrows an error that is no ProblemError, or says that the session ended (401). */
export function readFailure(error: unknown): Failed {
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
export async function readWithToken(
	{ parse, sharedReads }: Own,
	person: Person,
	id: string,
	options?: CallOptions,
): Promise<Event | null> {
	const call: Call<'getEvent'> = { operation: 'getEvent', parameters: { id } };
	const { status, readBody, error } = await person.call(call, options);
	if (error !== undefined) {
		if (meaningOf({ status, code: error.code }) === 'absent') await sharedReads.recheck(id);
		return null;
	}
	const event = await parse(call, readBody);
	await sharedReads.hidePrivate(call, event);
	return event;
}

/**
 * Forgets the chosen days of events that the person has left with another program: they still exist although the list just
 * read lacks them. Other missing events may have been canceled, and come back.
 */
async function forgetLeft(own: Own, person: Person, record: OwnRecord, since: number): Promise<OwnRecord> {
	const lost = new Set(record.lost.flatMap(({ eventId, at }) => (at < since ? [] : eventId)));
	const missing = record.joins
		// An event that may be over is in the other list.
		.filter(
			(join) => lost.has(join.eventId) && !statusesOf(join.joinedAs, own.records.now()).includes('expired'),
		)
		.map(({ eventId }) => eventId)
		.slice(-maxMissing);
	const events = await Promise.all(missing.map((id) => readWithToken(own, person, id).catch(ignoreProblem)));
	const left = missing.filter((_, index) => events[index] !== null);
	if (left.length === 0) return record;
	return own.records.update(keyOf(person), (latest) => ({
		...latest,
		joins: latest.joins.filter(({ eventId }) => !left.includes(eventId)),
		lost: latest.lost.filter(({ eventId }) => !left.includes(eventId)),
	}));
}

/**
 * Reads lists now, and stores them. Retries each unreachable list once; stops at the first retry that fails.
 * @returns the person's record, the lists that could be read, and their events
 * @throws ProblemError `store_unreachable`, or why the session has ended
 */
export async function readLists(
	own: Own,
	person: Person,
	status: RelationStatus,
	names: readonly ListName[],
) {
	const startedAt = own.records.now().ms;
	const attempts = await Promise.all(names.map((name) => tryList(own, person, name, status)));
	for (const [index, name] of names.entries()) {
		if (attempts[index]?.failed?.reason !== 'service_unreachable') continue;
		const again = await tryList(own, person, name, status);
		attempts[index] = again;
		if (again.failed !== undefined) break;
	}
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
	const store = async () =>
		forgetLeft(own, person, await own.records.update(keyOf(person), withRead), startedAt);
	const record = (await store().catch(ignoreUnreachable)) ?? withRead(await own.records.read(keyOf(person)));
	return { record, lists, events };
}

/**
 * Returns the person's record. If its lists of this status are older than a minute, reads them first.
 * @throws ProblemError `store_unreachable`, or why the session has ended
 */
export async function refreshed(own: Own, person: Person, status: RelationStatus): Promise<OwnRecord> {
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
