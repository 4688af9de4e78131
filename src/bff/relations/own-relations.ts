/** Finds a person's relations and events, for their pages, calendar and weekend image. */
import type { OwnEvents, Relations } from '../../contract/bff-api/relations.ts';
import { type Event, isPublic } from '../../contract/event/event.ts';
import { timesOn } from '../../contract/event/times-on.ts';
import type { Call } from '../../contract/spec/call.ts';
import type { RelationStatus } from '../../contract/spec/filters.ts';
import { hasReason, ignoreProblem, ProblemError } from '../problems/problem.ts';
import { isValue, withoutTexts } from '../reads/shared-reads.ts';
import {
	keyOf,
	type Own,
	type Person,
	problemOf,
	readLists,
	readOwnList,
	readWithToken,
	refreshed,
} from './own-lists.ts';
import {
	changedSince,
	findList,
	idsIn,
	type ListName,
	listNames,
	type OwnRecord,
	outdatedIn,
	relationsIn,
	relationTo,
	statusesOf,
} from './own-record.ts';

/** How many events to look up that the service's list may not show yet; each may take a call. */
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
	// The service may not count a change yet.
	return event && { ...event, participantCount, wisherCount };
}

/** Returns a list's events, as stored, or else read now. @throws ProblemError if the list can't be read now */
async function listedEvents(
	own: Own,
	person: Person,
	record: OwnRecord,
	name: ListName,
	status: RelationStatus,
): Promise<readonly Event[]> {
	const stored = await own.records.readEvents(keyOf(person), name, status);
	if (stored !== undefined) return stored;
	// The record is stored for longer than the events.
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
	/** When the person chose the day of each event, by id, in milliseconds since 1970. */
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
export async function openAgendaOf(
	own: Own,
	send: Parameters<typeof readOwnList>[1],
	userId: string,
): Promise<Agenda> {
	const read = async (name: ListName) =>
		(await readOwnList(own, send, { name, status: 'ongoing', userId, hasToken: false })).events;
	const [joined, wished] = await Promise.all([read('joined'), read('wished')]);
	return agendaFrom(own, userId, joined, wished);
}
