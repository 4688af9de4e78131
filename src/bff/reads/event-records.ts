/**
 * The rules by which the shared cache merges a new value with the cached one. Reads of an event, elements of lists, and
 * writes are merged into one record (see docs/architecture.md).
 */
import { isDeepStrictEqual } from 'node:util';
import { type Event, isPublic } from '../../contract/event/event.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import { errorName } from '../../contract/spec/errors.ts';
import type { ErrorBody } from '../../contract/spec/resources.ts';
import { type Entry, latest } from '../cache/shared-cache.ts';
import type { ServiceResponse } from '../upstream/service-response.ts';
import { shortText } from './short-text.ts';

/** A call's rejection by the service. */
export type Rejected = Pick<ServiceResponse, 'status' | 'showsOthers'> & {
	error: ErrorBody;
	retryAfter?: string | undefined;
};

export type Outcome<Value> = { status: 200; value: Value } | Rejected;

export const isValue = <Value>(outcome: Outcome<Value>): outcome is { status: 200; value: Value } =>
	'value' in outcome;

/** Whether a rejection is cached only briefly: any, except that a read needs a token. */
export const isBrief = ({ status, error }: Rejected): boolean =>
	meaningOf({ status, code: error.code }) !== 'closed';

export interface EventRecord {
	/** Null if the service shows no such event without a token. Check that the event is public before showing it. */
	event: Event | null;
	/** The service's error, if the last read of the event itself was rejected. */
	rejection: Rejected | null;
	/** When the last write was sent, in milliseconds since 1970; 0 if there was none. */
	writtenAt: number;
	/** Reads that began before this time don't change the count: they may lack a write (gap register, `body-of-202`). */
	heldUntil?: Record<Counter, number> | undefined;
	/** When an `announced` field last changed, or was first read. Milliseconds since 1970. */
	changedAt?: number | undefined;
	/** If the service no longer has the event: the event as last known. */
	gone?: Event | undefined;
	/** A read with a token has shown that the event is private. A list's element without a flag can't undo this. */
	isHidden?: boolean;
	/** When the event itself was last read; absent if only lists were read. */
	ownAt?: number | undefined;
}

const counters = ['participantCount', 'wisherCount'] as const;
type Counter = (typeof counters)[number];

/** A write, and by how much it changes each count. */
export interface Write extends Partial<Record<Counter, -1 | 0 | 1>> {
	at: number;
}

type RecordEntry = Entry<EventRecord>;

export const unread: EventRecord = { event: null, rejection: null, writtenAt: 0 };
const neverRead: RecordEntry = { value: unread, readAt: 0, freshUntil: 0 };

/** How long a write may take to have an effect (gap register, `body-of-202`). */
export const settlingMs = 30_000;
/** How long to keep an event while the service sends errors that may be temporary. */
const doubtMs = 3_600_000;
/** Characters to keep of a text in a list: feeds and search need no more, and whole texts would fill the cache. */
const maxListedText = 2_500;

/**
 * After an event is read by id, for this many times as long as the read is fresh, its record keeps what lists lack, and
 * lists that agree with the record stand in for another read by id.
 */
const maxConfirmed = 6;

const isSettling = ({ writtenAt }: EventRecord, at: number): boolean => at < writtenAt + settlingMs;

/** The counts that don't change when the event is read by id, if the read began at `readAt`. */
function heldCounts({ event, heldUntil }: EventRecord, readAt: number): Partial<Record<Counter, number>> {
	if (event === null || heldUntil === undefined) return {};
	const held = counters.filter((name) => readAt < heldUntil[name]);
	return Object.fromEntries(held.map((name) => [name, event[name]]));
}

const withoutUnsaid = ({ unsaid: _, ...event }: Event): Event => event;

/** The fields that a list's element leaves out. */
const unsaidIn = ({ unsaid = [] }: Event): readonly (keyof Event)[] =>
	unsaid.flatMap<keyof Event>((name) => {
		if (name === 'links') return ['album', 'page', 'mobilePage'];
		if (name === 'extras') return ['isAllDay', 'subtype', 'price', 'tags', 'timeText', 'hours'];
		return [name];
	});

/** Whether a list's text seems to be a shorter form of a known one, such as its beginning with “… [more]”. */
const shortens = (listed: string | null, known: string | null): boolean =>
	listed !== null &&
	known !== null &&
	listed.length < known.length &&
	(known.includes(listed) || known.startsWith(listed.slice(0, Math.ceil(listed.length / 2))));

const isEmpty = (value: unknown) =>
	value == null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Updates an event with a list's element. Keeps what the element leaves out. If the event was read by id, also keeps
 * what the element lacks or shortens, until the event is read again.
 */
function updated(known: Event, listed: Event, wasRead: boolean): Event {
	const unsaid: readonly string[] = unsaidIn(listed);
	const shortened: readonly string[] = [
		...(shortens(listed.address, known.address) ? ['address'] : []),
		...(shortens(listed.content, known.content) ? ['content', 'contentImages'] : []),
	];
	const kept = Object.entries(known).filter(
		([name]) =>
			unsaid.includes(name) ||
			(wasRead && (isEmpty(listed[name as keyof Event]) || shortened.includes(name))),
	);
	const { title, locName, type } = listed;
	const next: Event = {
		...withoutUnsaid(listed),
		title: title === listed.id ? known.title : title,
		locName: locName || known.locName,
		type: type ?? known.type,
		...Object.fromEntries(kept),
	};
	// If the start has changed, the known end is outdated.
	return listed.end === null && next.begin !== known.begin ? { ...next, end: null } : next;
}

export const withShortText = <Shown extends Event>(event: Shown): Shown =>
	event.content === null ? event : { ...event, content: shortText(event.content, maxListedText) };

/** What a list's element may leave out and still confirm the event's record. */
const mayLack: readonly string[] = ['privacy', 'links', 'extras'];

/** Whether two events are equal, apart from the counts. */
function isSameEvent(one: Event, other: Event): boolean {
	const { participantCount, wisherCount } = other;
	return isDeepStrictEqual({ ...one, participantCount, wisherCount }, other);
}

/** Fields whose changes calendars and feeds announce. */
const announced = ['title', 'begin', 'end', 'address', 'privacy'] as const;

/** Sets `changedAt` and `gone`. */
function dated(before: RecordEntry | undefined, next: RecordEntry): RecordEntry {
	const { event: last = null, changedAt, gone } = before?.value ?? {};
	const { event, isHidden } = next.value;
	const isChanged = announced.some((name) => event?.[name] !== last?.[name]);
	const lost = isHidden || event !== null ? undefined : (last ?? gone);
	return { ...next, value: { ...next.value, changedAt: isChanged ? next.readAt : changedAt, gone: lost } };
}

/**
 * Adds an element of a list to a record.
 * @param ttlMs how long a response to a read of the event itself is fresh
 * @returns undefined to keep the record
 */
export function withListed(
	before: RecordEntry | undefined,
	element: Event,
	readAt: number,
	ttlMs: number,
): RecordEntry | undefined {
	const record = before?.value;
	const isNewer = before !== undefined && before.readAt > readAt;
	if (isNewer || (record?.isHidden && element.unsaid?.includes('privacy'))) return undefined;
	const { event: known = null, ownAt } = record ?? {};
	const listed = withShortText(element);
	const wasRead = known !== null && ownAt !== undefined && readAt < ownAt + maxConfirmed * ttlMs;
	const newest = known === null ? withoutUnsaid(listed) : updated(known, listed, false);
	const event = wasRead ? updated(known, listed, true) : newest;
	// Until the last write has taken effect, only a read of the event itself may change the counts.
	const isSettled = record === undefined || !isSettling(record, readAt);
	const heldUntil = isSettled ? undefined : record.heldUntil;
	const { participantCount, wisherCount } = (heldUntil && known) ?? newest;
	const value: EventRecord = {
		event: { ...event, participantCount, wisherCount },
		rejection: record !== undefined && isClosedAlone(record) ? record.rejection : null,
		writtenAt: record?.writtenAt ?? 0,
		heldUntil,
		ownAt,
	};
	const { freshUntil: knownUntil = 0 } = before ?? {};
	const { unsaid = [] } = listed;
	const isConfirmed =
		wasRead &&
		isSettled &&
		knownUntil > 0 &&
		unsaid.every((name) => mayLack.includes(name)) &&
		isSameEvent(withShortText(newest), withShortText(known));
	const confirmedUntil = isConfirmed ? Math.min(readAt + ttlMs, ownAt + maxConfirmed * ttlMs) : 0;
	// If the event has changed, it is read by id when it is next requested.
	const isSame = known !== null && isSameEvent(event, known);
	return dated(before, { value, readAt, freshUntil: isSame ? Math.max(knownUntil, confirmedUntil) : 0 });
}

/** Adds the response to a read of the event itself, which replaces an older record. */
export function withOwn(before: RecordEntry | undefined, loaded: RecordEntry): RecordEntry {
	const { event, rejection } = loaded.value;
	const record = before?.value;
	const isOlder = before !== undefined && before.readAt > loaded.readAt;
	if (isOlder && record?.isHidden) return before;
	if (event === null) {
		const mayExist =
			rejection !== null && isDoubtful(rejection) && loaded.readAt < (before?.readAt ?? 0) + doubtMs;
		// Keep the event: otherwise, calendars would announce it as canceled.
		if (before !== undefined && record?.event != null && mayExist)
			return { ...before, freshUntil: loaded.freshUntil };
		// Keep an event known from a list, unless the service says that it doesn't exist.
		const known = rejection !== null && !isAbsence(rejection) ? (record?.event ?? null) : null;
		return dated(before, {
			...loaded,
			value: { ...unread, ...record, event: known, rejection },
		});
	}
	const newer = isOlder && record?.event != null ? updated(event, record.event, true) : withoutUnsaid(event);
	const { writtenAt, heldUntil } = record ?? unread;
	const value: EventRecord = {
		event: { ...newer, ...heldCounts(record ?? unread, loaded.readAt) },
		rejection: null,
		writtenAt,
		heldUntil,
		ownAt: loaded.readAt,
	};
	// Until the last write has taken effect, the response may lack it.
	const freshUntil = isSettling(value, loaded.readAt) ? value.writtenAt + settlingMs : loaded.freshUntil;
	return dated(before, { ...loaded, freshUntil: Math.min(freshUntil, loaded.freshUntil), value });
}

/** Keeps a known list for up to a day if the service sends an error that may be temporary. */
export function keepKnown<Value>(
	before: Entry<Outcome<Value>> | undefined,
	loaded: Entry<Outcome<Value>>,
): Entry<Outcome<Value>> {
	const { value } = loaded;
	const isKept = before !== undefined && isValue(before.value) && loaded.readAt < before.readAt + doubtMs;
	return isKept && !isValue(value) && isDoubtful(value)
		? { ...before, freshUntil: loaded.freshUntil }
		: latest(before, loaded);
}

/** Whether the service rejects this event, but not others. Then it may have become private, even if a list has it. */
export const isClosedAlone = ({ rejection }: EventRecord): boolean => rejection?.showsOthers === true;

const isAbsence = ({ status }: Rejected): boolean => status === 404 || status === 410;

/** Whether a rejection may be temporary: an unknown error (999, Spec §7), or a code that is not in the table. */
const isDoubtful = (rejection: Rejected): boolean =>
	rejection.error.code === 999 || (!isAbsence(rejection) && errorName(rejection.error.code) === 'unknown');

/** A count after a write, and until when reads keep it. @param read null if the event could not be read */
function countAfter(name: Counter, event: Event, lastUntil: number, write: Write, read: Event | null) {
	const { at, [name]: step = 0 } = write;
	const expected = Math.max(0, event[name] + step);
	const seen = read?.[name] ?? expected;
	if (step === 0) return at < lastUntil ? { count: expected, until: lastUntil } : { count: seen, until: at };
	if (read !== null && seen === expected) return { count: seen, until: at };
	// The count that was read may lack this write, and include other people's.
	const farther = step > 0 ? Math.max : Math.min;
	return { count: farther(expected, seen), until: at + settlingMs };
}

/**
 * Adds a write to a record. Without a record, stores only the write's time: counts that are read next may include it.
 * @param read the event, read after the write with the writer's token; null if that failed. Only its counts are stored,
 * because participants may see more than others
 */
export function withWrite(before: RecordEntry = neverRead, write: Write, read: Event | null): RecordEntry {
	const { value } = before;
	const { event } = value;
	const { at } = write;
	if (event === null) return { ...before, value: { ...value, writtenAt: at } };
	const countOf = (name: Counter) => countAfter(name, event, value.heldUntil?.[name] ?? 0, write, read);
	const [participants, wishers] = [countOf('participantCount'), countOf('wisherCount')];
	const written = { ...event, participantCount: participants.count, wisherCount: wishers.count };
	const heldUntil = { participantCount: participants.until, wisherCount: wishers.until };
	const isCounted = counters.some((name) => write[name]) && counters.every((name) => heldUntil[name] === at);
	const isEdited = read !== null && announced.some((name) => read[name] !== event[name]);
	const freshUntil = isEdited ? 0 : Math.min(before.freshUntil, isCounted ? Infinity : at + settlingMs);
	return { ...before, freshUntil, value: { ...value, event: written, writtenAt: at, heldUntil } };
}

/**
 * Removes an event from its record, because a read with a person's token has shown that it is private.
 * @returns undefined if the record says so already
 */
export function withoutEvent(before: RecordEntry | undefined, at: number): RecordEntry | undefined {
	const { isHidden, event } = before?.value ?? unread;
	if (isHidden || (event !== null && !isPublic(event))) return undefined;
	const hidden = { event: null, rejection: null, isHidden: true };
	const value: EventRecord = { ...unread, ...before?.value, ...hidden };
	return dated(before, { value, readAt: at, freshUntil: 0 });
}
