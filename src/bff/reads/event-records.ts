/**
 * The BFF's only record of an event that anyone may read. All public surfaces show this record. It combines the event's
 * own response, elements of lists, and writes. Pure functions: `shared-reads.ts` stores the records.
 */

import type { Event } from '../../contract/event/event.ts';
import type { ErrorBody } from '../../contract/spec/resources.ts';
import type { Entry } from '../cache/shared-cache.ts';
import { shortText } from './short-text.ts';

export interface Rejected {
	status: number;
	error: ErrorBody;
	retryAfter?: string | undefined;
	/** See `ServiceResponse`. */
	isVague?: boolean | undefined;
}

export interface EventRecord {
	/** Null if absent, or if only a token shows it. May be private: readers show public events only. */
	event: Event | null;
	/** The service's error, if it rejected the last read of the event itself. */
	rejection: Rejected | null;
	/** Counts, with writes that they may not include yet (gap register, `body-of-202`). Null without such writes. */
	unsettled: { participantCount: Unsettled; wisherCount: Unsettled } | null;
	/** Time of the last write; 0 if there was none. Milliseconds since 1970. */
	writtenAt: number;
	/** When an `announced` field last changed, or was first read. Milliseconds since 1970. */
	changedAt?: number | undefined;
	/** The event as last known, if the service no longer has it. */
	gone?: Event | undefined;
	/** A person's token has shown that the event is private. Lists without a privacy flag can't make it public again. */
	isHidden?: boolean;
	/** When the first of several vague errors came (`isVague`). Milliseconds since 1970. */
	doubtedAt?: number | undefined;
}

/** A count as last read from the service, and changes by writes that it may not include yet. */
interface Unsettled {
	count: number;
	changes: readonly number[];
}

export interface Write {
	at: number;
	/** How the write changes the counts. */
	participants: -1 | 0 | 1;
	wishers: -1 | 0 | 1;
	/** The event as it was shown when the write was sent, if known. */
	shown?: Pick<Event, (typeof counters)[number]> | undefined;
}

type RecordEntry = Entry<EventRecord>;

/** A write takes effect no later than this (gap register, `body-of-202`). */
export const settlingMs = 30_000;
/** A vague error means that the event is gone only if it is repeated after this time. */
const doubtMs = 30_000;
/** Characters of a text in a list: feeds and search need no more, and whole texts would fill the cache. */
const maxListedText = 2_500;

const counters = ['participantCount', 'wisherCount'] as const;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Drops the writes that a newly read count includes: as many of the oldest as explain the count, or else all. */
function settle({ count, changes }: Unsettled, read: number): Unsettled {
	for (let included = changes.length; included >= 0; included--)
		if (sum(changes.slice(0, included)) === read - count)
			return { count: read, changes: changes.slice(included) };
	return { count: read, changes: [] };
}

const isSettling = ({ writtenAt }: EventRecord, at: number): boolean => at < writtenAt + settlingMs;

/** A record of an event whose read began at `readAt`, with the counts of unsettled writes. */
function withCounts(event: Event, before: EventRecord | undefined, readAt: number): EventRecord {
	const { unsettled = null, writtenAt = 0 } = before ?? {};
	const record = { event, rejection: null, unsettled: null, writtenAt };
	if (before === undefined || unsettled === null || !isSettling(before, readAt)) return record;
	const next = { ...unsettled };
	// A read that began before the write doesn't include it.
	if (readAt >= writtenAt) for (const name of counters) next[name] = settle(unsettled[name], event[name]);
	return { ...record, event: countedIn(event, next), unsettled: next };
}

const countedIn = (event: Event, unsettled: NonNullable<EventRecord['unsettled']>): Event => ({
	...event,
	participantCount: Math.max(0, unsettled.participantCount.count + sum(unsettled.participantCount.changes)),
	wisherCount: Math.max(0, unsettled.wisherCount.count + sum(unsettled.wisherCount.changes)),
});

/** Takes the fields that a list's element has, and keeps the others. */
function refreshed(known: Event, { unsaid = [], ...listed }: Event): Event {
	const sent = Object.entries(listed).filter(
		([name, value]) =>
			value !== null && value !== '' && !unsaid.some((each) => each === name) && !isEmpty(value),
	);
	const next: Event = { ...known, ...Object.fromEntries(sent) };
	// If the beginning has changed, a missing end doesn't mean the old end.
	if (listed.end === null && listed.begin !== null && listed.begin !== known.begin) next.end = null;
	if (listed.title === listed.id) next.title = known.title;
	const { content, contentImages } = known;
	// The list has only the beginning of the text.
	if (content === null || listed.content === null || !content.startsWith(listed.content)) return next;
	return { ...next, content, ...(contentImages === undefined ? {} : { contentImages }) };
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

const withShortText = (event: Event): Event =>
	event.content === null ? event : { ...event, content: shortText(event.content, maxListedText) };

/** Whether a list's element is as complete as the event's own response. */
const isWhole = ({ content, owner }: Event): boolean =>
	content !== null && content.length <= maxListedText && owner !== null;

/** Fields whose changes concern people who have the event in their calendar or feed reader. */
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
 * Adds an element of a list.
 * @param ttlMs lifetime of the event's own response
 * @returns undefined if it changes nothing
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
	const listed = withShortText(element);
	const known = record?.event ?? null;
	const event = known === null ? withoutUnsaid(listed) : refreshed(known, listed);
	// Until the last write has taken effect, only the event's own response may change its counts.
	const unsettled = record !== undefined && isSettling(record, readAt) ? record.unsettled : null;
	const { participantCount, wisherCount } = (unsettled && known) ?? event;
	const value: EventRecord = {
		event: { ...event, participantCount, wisherCount },
		rejection: null,
		unsettled,
		writtenAt: record?.writtenAt ?? 0,
	};
	const isCut = element.content !== listed.content && event.content === listed.content;
	const lastUntil = isCut ? 0 : (before?.freshUntil ?? 0);
	const freshUntil = unsettled === null && isWhole(element) ? readAt + ttlMs : lastUntil;
	return dated(before, { value, readAt, freshUntil });
}

const withoutUnsaid = ({ unsaid: _, ...event }: Event): Event => event;

/** Adds the response to a read of the event itself. It replaces the record, unless the record is newer. */
export function withOwn(before: RecordEntry | undefined, loaded: RecordEntry): RecordEntry {
	const { event, rejection } = loaded.value;
	const record = before?.value;
	const isOlder = before !== undefined && before.readAt > loaded.readAt;
	if (event === null) {
		if (before !== undefined && record?.event != null && rejection?.isVague) {
			const { doubtedAt = loaded.readAt } = record;
			// Otherwise, calendars would announce the event as canceled.
			if (loaded.readAt < doubtedAt + doubtMs)
				return { ...before, freshUntil: loaded.freshUntil, value: { ...record, doubtedAt } };
		}
		// An event from a list stays, unless its own response is that it doesn't exist.
		const known = rejection !== null && !isAbsence(rejection) ? (record?.event ?? null) : null;
		return dated(before, {
			...loaded,
			value: { unsettled: null, writtenAt: 0, ...record, event: known, rejection },
		});
	}
	const newer = isOlder && record?.event != null ? refreshed(event, record.event) : withoutUnsaid(event);
	return dated(before, { ...loaded, value: withCounts(newer, record, loaded.readAt) });
}

const isAbsence = ({ status }: Rejected): boolean => status === 404 || status === 410;

/**
 * Adds a write.
 * @param read the event, read after the write with the writer's token; null if that failed. Only its counts are used,
 * because participants may see more than others
 */
export function withWrite(
	before: RecordEntry,
	{ at, participants, wishers, shown }: Write,
	read: Event | null,
): RecordEntry {
	const { value } = before;
	const { event } = value;
	if (event === null) return { ...before, value: { ...value, writtenAt: at } };
	const changes = { participantCount: participants, wisherCount: wishers };
	const last = value.unsettled !== null && isSettling(value, at) ? value.unsettled : undefined;
	const unsettledOf = (name: (typeof counters)[number]): Unsettled => {
		const { count, changes: others } = last?.[name] ?? { count: event[name], changes: [] };
		const own = changes[name] === 0 ? [] : [changes[name]];
		// A read that was under way may have included the write.
		if (others.length === 0 && shown && read?.[name] === shown[name] + changes[name])
			return { count: read[name], changes: [] };
		const next = { count, changes: [...others, ...own] };
		return read === null ? next : settle(next, read[name]);
	};
	const unsettled = {
		participantCount: unsettledOf('participantCount'),
		wisherCount: unsettledOf('wisherCount'),
	};
	const written = countedIn(event, unsettled);
	const isDue = read === null || counters.some((name) => unsettled[name].changes.length > 0);
	const isEdited = read !== null && announced.some((name) => read[name] !== event[name]);
	const freshUntil = isEdited ? 0 : Math.min(before.freshUntil, isDue ? at + settlingMs : Infinity);
	return { ...before, freshUntil, value: { ...value, event: written, unsettled, writtenAt: at } };
}

/** Removes an event that a person's token has shown to be private, until the service shows it to everyone again. */
export const withoutEvent = (before: RecordEntry | undefined, at: number): RecordEntry =>
	dated(before, {
		value: { unsettled: null, writtenAt: 0, ...before?.value, event: null, rejection: null, isHidden: true },
		readAt: at,
		freshUntil: 0,
	});
