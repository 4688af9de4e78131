/**
 * One record for each person: the service's lists as last read, the changes that the person made with Daybill, and the
 * days that they chose. A change counts more than a list that may not show it yet.
 */
import type { Problem } from '../../contract/bff-api/problem.ts';
import type { ChangeKind, OwnRelation } from '../../contract/bff-api/relations.ts';
import type { Event } from '../../contract/event/event.ts';
import { phaseOf } from '../../contract/event/times.ts';
import { type Day, dayMs, wallClockAt, wallClockMs } from '../../contract/event/wall-clock.ts';
import { type RelationStatus, relationStatuses } from '../../contract/spec/filters.ts';
import { settlingMs } from '../reads/event-records.ts';

export type ListName = 'joined' | 'wished';
export const listNames = ['joined', 'wished'] as const satisfies readonly ListName[];

/** Why a list could not be read. */
export type Failed = Pick<Problem, 'reason' | 'detail' | 'code'>;

type JoinedAs = NonNullable<OwnRelation['joinedAs']>;

/** A list of the service. Times in this file are in milliseconds since 1970. */
export interface OwnList {
	name: ListName;
	status: RelationStatus;
	/** When the read started. */
	readAt: number;
	ids: readonly string[];
	/** Whether `ids` is the whole list. */
	isComplete: boolean;
	/** The service's error, if it refuses to show the list. */
	refusal?: Failed;
}

export interface Change {
	eventId: string;
	kind: ChangeKind;
	/** When the response arrived or was lost. */
	at: number;
	/** False while it is unknown whether the service has saved the change. */
	isSure: boolean;
	/** The chosen day of a join; null if none was chosen. */
	day: Day | null;
}

interface Join {
	eventId: string;
	at: number;
	day: Day | null;
	/** The event's times and place when the person joined or last saw a change of them; null if unknown. */
	joinedAs: JoinedAs | null;
	/** Whether the person, right after joining, saw no more of the event than others; absent if unknown. */
	seesSame?: boolean;
}

export interface OwnRecord {
	lists: readonly OwnList[];
	/** For each event and list, the last change and the last sure change. Oldest first. */
	changes: readonly Change[];
	/** What the person has joined with Daybill, oldest first. */
	joins: readonly Join[];
	/** Events that disappeared from the person's list, though not left with Daybill. `at`: when that was noticed. */
	lost: readonly { eventId: string; at: number }[];
	/** Why the last read of a list failed, and when. */
	failure?: Failed & { at: number };
}

/** `timeZone`: IANA name of the service's time zone; null if unknown. */
export interface Now {
	ms: number;
	timeZone: string | null;
}

export const emptyRecord: OwnRecord = { lists: [], changes: [], joins: [], lost: [] };

/** If the response to a change was lost, the change counts as saved for this long. Then the list decides. */
const undecidedMs = settlingMs + 1_000;
/** Whether a change whose response was lost no longer counts, so that the list decides. */
const isDecidedByList = ({ at, isSure }: Change, ms: number): boolean => !isSure && ms >= at + undecidedMs;
const listAgeMs = 60_000;
/** Pause after a failed read. */
const retryMs = 15_000;
/** How many changes, how many joins and how many lost events to keep. */
const maxKept = 500;
const keptAfterEndMs = 30 * dayMs;
const lostKeptMs = 7 * dayMs;
/** How far the service's wall clock may differ from the time that the BFF assumes. */
const clockSlackMs = { unknownZone: 14 * 3_600_000, knownZone: 3_600_000 };

export const listOf = (kind: ChangeKind): ListName =>
	kind === 'join' || kind === 'leave' ? 'joined' : 'wished';
/** Whether the event is in the list after the change. */
export const isAdded = (kind: ChangeKind): boolean => kind === 'join' || kind === 'wish';

export const findList = ({ lists }: Pick<OwnRecord, 'lists'>, name: ListName, status: RelationStatus) =>
	lists.find((list) => list.name === name && list.status === status);

/** Tells which lists of a status should be read again. For a while after a failure, none. */
export function outdatedIn(record: OwnRecord, status: RelationStatus, { ms }: Now): ListName[] {
	const { failure, changes } = record;
	if (failure !== undefined && Math.abs(ms - failure.at) < retryMs) return [];
	const isDueFor = (change: Change, { name, readAt }: OwnList) =>
		isDecidedByList(change, ms) && listOf(change.kind) === name && readAt < change.at + settlingMs;
	return listNames.filter((name) => {
		const list = findList(record, name, status);
		const isOld = list === undefined || Math.abs(ms - list.readAt) >= listAgeMs;
		return isOld || changes.some((change) => isDueFor(change, list));
	});
}

/** Tells which lists may contain an event: the lists of both statuses if it is unclear whether the event is over. */
export function statusesOf(
	times: Pick<Event, 'begin' | 'end'> | null,
	{ ms, timeZone }: Now,
): readonly RelationStatus[] {
	const slackMs = timeZone === null ? clockSlackMs.unknownZone : clockSlackMs.knownZone;
	const statusAt = (instant: number): RelationStatus | null => {
		const phase = times && phaseOf(times, wallClockAt(instant, timeZone ?? 'UTC'));
		return phase === null ? null : phase === 'over' ? 'expired' : 'ongoing';
	};
	const [early, late] = [statusAt(ms - slackMs), statusAt(ms + slackMs)];
	return early === null || early !== late ? relationStatuses : [early];
}

const isShownBy = (list: OwnList, { at }: Pick<Change, 'at'>) =>
	list.refusal === undefined && list.readAt >= at + settlingMs;

/** Ids of the events that the person has joined, left, wished or unwished, if the list may not show this yet. */
export const changedSince = (list: OwnList, { changes }: OwnRecord): Set<string> =>
	new Set(changes.flatMap((change) => (isShownBy(list, change) ? [] : change.eventId)));

/** Whether a change, and not the list, decides whether the person has the relation. */
function isDecisive(change: Change, list: OwnList | undefined, { ms }: Now): boolean {
	if (isDecidedByList(change, ms)) return false;
	if (list === undefined || !isShownBy(list, change)) return true;
	return !list.isComplete && !list.ids.includes(change.eventId);
}

/** Ids of the events in a list, after the person's changes. */
export function idsIn(record: OwnRecord, name: ListName, status: RelationStatus, now: Now): Set<string> {
	const list = findList(record, name, status);
	const ids = new Set(list?.ids);
	for (const change of record.changes) {
		if (listOf(change.kind) !== name || !isDecisive(change, list, now)) continue;
		if (isAdded(change.kind)) ids.add(change.eventId);
		else ids.delete(change.eventId);
	}
	return ids;
}

export function relationsIn(record: OwnRecord, status: RelationStatus, now: Now): Map<string, OwnRelation> {
	const [joined, wished] = [idsIn(record, 'joined', status, now), idsIn(record, 'wished', status, now)];
	const joins = new Map(record.joins.map((join) => [join.eventId, join]));
	const isUnsure = (change: Change) => !change.isSure && !isDecidedByList(change, now.ms);
	const unsure = new Set(record.changes.filter(isUnsure).map(({ eventId }) => eventId));
	const relationOf = (id: string): OwnRelation => {
		const { day, joinedAs, seesSame } = (joined.has(id) ? joins.get(id) : undefined) ?? {};
		return {
			joined: joined.has(id),
			wished: wished.has(id),
			...(unsure.has(id) && { isUnsure: true }),
			...(day === undefined ? {} : { day }),
			...(joinedAs == null ? {} : { joinedAs }),
			...(joined.has(id) && !seesSame && { seesMore: true }),
		};
	};
	return new Map([...joined, ...wished, ...unsure].map((id) => [id, relationOf(id)]));
}

/** A person's relation to an event, whether or not the event is over. */
export function relationTo(record: OwnRecord, eventId: string, now: Now): OwnRelation {
	const [ongoing, expired] = relationStatuses.map((status) => relationsIn(record, status, now).get(eventId));
	const wished = ongoing?.wished === true || expired?.wished === true;
	return { ...((ongoing?.joined ? ongoing : expired) ?? { joined: false }), wished };
}

/** Whether an event is in a list; undefined if unknown. */
export function isIn(record: OwnRecord, name: ListName, eventId: string, now: Now): boolean | undefined {
	if (relationTo(record, eventId, now)[name]) return true;
	const isLeft = record.changes.some(
		(change) => change.eventId === eventId && listOf(change.kind) === name && change.isSure,
	);
	// People join only events that are not over, so the list of ongoing events decides.
	return isLeft || findList(record, name, 'ongoing')?.isComplete ? false : undefined;
}

/** Whether two changes are about the same event and list. */
export const isSame = (one: Change, { eventId, kind }: Pick<Change, 'eventId' | 'kind'>) =>
	one.eventId === eventId && listOf(one.kind) === listOf(kind);

export function withChange(record: OwnRecord, change: Change): OwnRecord {
	const { eventId, kind, at, day } = change;
	// Keep the change before an unsure one, because it counts if the unsure one was not saved.
	const isKept = (each: Change) => !isSame(each, change) || (each.isSure && !change.isSure);
	const changes = [...record.changes.filter(isKept), change];
	if (listOf(kind) !== 'joined') return { ...record, changes };
	const before = record.joins.find((join) => join.eventId === eventId);
	const joins = record.joins.filter((join) => join.eventId !== eventId);
	// Keep the join while it is unknown whether the service has saved the leave.
	if (kind === 'leave') return { ...record, changes, joins: change.isSure ? joins : record.joins };
	return { ...record, changes, joins: [...joins, { eventId, at, day, joinedAs: before?.joinedAs ?? null }] };
}

/** Removes a change whose response was lost, because the service has rejected it since. */
export const withoutUnsure = (record: OwnRecord, change: Change): OwnRecord => ({
	...record,
	changes: record.changes.filter((each) => each.isSure || !isSame(each, change)),
});

/** Adds the current times and place of an event to its join. */
export const withJoinedAs = (record: OwnRecord, { id, begin, end, address }: Event): OwnRecord => ({
	...record,
	joins: record.joins.map((join) =>
		join.eventId === id ? { ...join, joinedAs: { begin, end, address } } : join,
	),
});

/**
 * Stores the relation, time and place of an event that was read with the person's token after a change.
 * @param seesSame whether others see the same of the event
 */
export function withEvent(
	record: OwnRecord,
	{ eventId, kind, at }: Change,
	event: Event,
	seesSame: boolean,
): OwnRecord {
	const { joins } = withJoinedAs(record, event);
	const compared = joins.map((join) => (join.eventId === eventId ? { ...join, seesSame } : join));
	const next = kind === 'join' ? { ...record, joins: compared } : record;
	const ended: Change = { eventId, kind: kind === 'join' ? 'unwish' : 'leave', at, isSure: true, day: null };
	const isExclusive = isAdded(kind) && event.ownRelation === listOf(kind);
	const hasNewer = record.changes.some((each) => isSame(each, ended) && each.at > at);
	// At some services, one relation ends the other (gap register, `own-relation`).
	return isExclusive && !hasNewer ? withChange(next, ended) : next;
}

/** Adds lists, unless older than the record's. @param failed why another list could not be read */
export function withLists(
	record: OwnRecord,
	lists: readonly OwnList[],
	failed: Failed | undefined,
	time: Now,
): OwnRecord {
	const { ms: at } = time;
	const newer = lists.filter(
		({ name, status, readAt }) => (findList(record, name, status)?.readAt ?? 0) <= readAt,
	);
	const isReplaced = ({ name, status }: OwnList) => findList({ lists: newer }, name, status) !== undefined;
	const { failure: _, ...others } = record;
	const next = { ...others, lists: [...record.lists.filter((list) => !isReplaced(list)), ...newer] };
	const isRead = findList({ lists: newer }, 'joined', 'ongoing')?.isComplete === true;
	const listed = idsIn(next, 'joined', 'ongoing', time);
	const lost = isRead ? [...idsIn(record, 'joined', 'ongoing', time)].filter((id) => !listed.has(id)) : [];
	return {
		...next,
		lost: [
			...record.lost.filter(({ eventId }) => !lost.includes(eventId)),
			...lost.map((eventId) => ({ eventId, at })),
		],
		...(failed && { failure: { ...failed, at } }),
	};
}

/** When to forget a join, in milliseconds since 1970. */
function keptUntil({ joinedAs, at }: Join): number {
	const end = joinedAs?.end ?? joinedAs?.begin ?? null;
	return (end === null ? at : Math.max(at, wallClockMs(end))) + keptAfterEndMs;
}

export const lastKeptUntil = ({ joins }: OwnRecord): number => Math.max(0, ...joins.map(keptUntil));

/** Removes changes that the lists show, and joins of events that are long over. */
export function pruned(record: OwnRecord, now: Now): OwnRecord {
	const isShown = (change: Change) => {
		const lists = record.lists.filter(({ name }) => name === listOf(change.kind));
		// People join only events that are not over. The list of past events may be hours old.
		const shown = isAdded(change.kind) ? lists.filter(({ status }) => status === 'ongoing') : lists;
		return shown.length > 0 && shown.every((list) => list.isComplete && isShownBy(list, change));
	};
	const changes = record.changes.filter(
		(change) => !isShown(change) && (change.isSure || now.ms < change.at + 2 * undecidedMs),
	);
	const isUpcoming = new Set(findList(record, 'joined', 'ongoing')?.ids);
	return {
		...record,
		changes: changes.slice(-maxKept),
		lost: record.lost
			.filter(({ eventId, at }) => now.ms < at + lostKeptMs && !isUpcoming.has(eventId))
			.slice(-maxKept),
		joins: record.joins
			.filter((join) => isUpcoming.has(join.eventId) || now.ms < keptUntil(join))
			.slice(-maxKept),
	};
}
