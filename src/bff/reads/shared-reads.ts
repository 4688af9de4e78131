/** Reads what is the same for everyone: without a token, through the shared cache, without fields about the caller. */
import { apiPath } from '../../contract/bff-api/api.ts';
import type { ValueOf } from '../../contract/bff-api/values.ts';
import { type Event, isPublic, type PublicEvent } from '../../contract/event/event.ts';
import type { List } from '../../contract/event/lists.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import { dayOf, instantOf, startOfDay, wallClockAt } from '../../contract/event/wall-clock.ts';
import type { Call } from '../../contract/spec/call.ts';
import { errorName } from '../../contract/spec/errors.ts';
import { paging } from '../../contract/spec/filters.ts';
import { operations } from '../../contract/spec/operations.ts';
import type { CacheRead, Entry, SharedCache } from '../cache/shared-cache.ts';
import { hasReason, ignoreProblem } from '../problems/problem.ts';
import type { BffSettings } from '../settings.ts';
import type { Upstream } from '../upstream/client.ts';
import type { ServiceResponse } from '../upstream/service-response.ts';
import { isAboutSite, isElsewhere } from '../upstream/site-rejection.ts';
import {
	type EventRecord,
	isBrief,
	isClosedAlone,
	isValue,
	keepKnown,
	type Outcome,
	type Rejected,
	settlingMs,
	unread,
	type Write,
	withListed,
	withOwn,
	withoutEvent,
	withWrite,
} from './event-records.ts';
import { hasPage } from './identifier.ts';
import type { ParseResponse, ReadName } from './parse-response.ts';
import { serviceRejection } from './service-rejection.ts';

export type SharedReads = ReturnType<typeof createSharedReads>;

/** What the functions of this file need. */
interface Parts {
	upstream: Upstream;
	cache: SharedCache;
	parse: ParseResponse;
	clock: () => number;
	settings: Pick<BffSettings, 'timeZone' | 'eventsMaxAgeMs' | 'citiesMaxAgeMs'>;
}

const minute = 60_000;

/** How long lists of a person or an event are fresh. Settings decide it for other values. */
const ttlsMs: Readonly<Partial<Record<ReadName, number>>> = {
	listParticipatedEvents: minute,
	listWishedEvents: minute,
	listParticipants: minute,
	listWishers: minute,
};
const serviceCheckMs = 10_000;
/** In nearly all time zones, days begin at a full or half hour of UTC. */
const midnightStepMs = 30 * minute;
/** Pause between two reads of a list that may be out of date, such as one without the person who has just joined. */
const rereadMs = 3_000;
/** How long after a write to read lists of people again, longest first: they may show the write at once or late. */
const rereadsMs = [settlingMs, rereadMs, 0] as const;
/** How many events to read again because a list shows them although the service rejected reads of them by id. */
const maxRechecked = 3;

const eventKey = (id: string) => `event:${id}`;

/** A rejection that may soon pass. It is never cached; a cached value is used instead. */
class TransientRejection extends Error {
	readonly rejection: Rejected;
	constructor(rejection: Rejected) {
		super('the service rejects every call for now');
		this.rejection = rejection;
	}
}

export interface KnownEvent {
	event: PublicEvent;
	isGone: boolean;
	/** When its title, times, address or privacy last changed, or it was first read. Milliseconds since 1970. */
	changedAt: number;
}

export interface SharedRead<Value> {
	outcome: Outcome<Value>;
	/** Value of `Cache-Status` after the cache's name. */
	result: string;
}

/** Returns the service's rejection. Rethrows any other error. */
function transientRejection(error: unknown): SharedRead<never> {
	if (!(error instanceof TransientRejection)) throw error;
	return { outcome: error.rejection, result: 'fwd=miss' };
}

type EventListName = {
	[Name in ReadName]: (typeof operations)[Name]['returns'] extends 'EventList' ? Name : never;
}[ReadName];

const isEventList = (call: Call): call is Call<EventListName> =>
	operations[call.operation].returns === 'EventList';

/** Finds the public event of a record, even if the service no longer has it. */
function knownIn(record: EventRecord | undefined): KnownEvent | undefined {
	const event = record?.event ?? record?.gone;
	if (record === undefined || event === undefined || !isPublic(event) || isClosedAlone(record))
		return undefined;
	return { event, isGone: record.event === null, changedAt: record.changedAt ?? 0 };
}

/** An event without fields about the caller. */
export const forEverybody = (event: Event): Event => ({
	...event,
	isInvited: null,
	canInvite: null,
	ownRelation: null,
});

/** Removes what only an event's page shows. On live services, these texts take about 5 KB. */
export const withoutTexts = <Shown extends Event>({
	contentImages: _,
	tags: _tags,
	subtype: _subtype,
	timeText: _timeText,
	...event
}: Shown) => ({
	...event,
	content: null,
	album: null,
	page: null,
	mobilePage: null,
});

/** The outcome for an event that doesn't exist, or must seem not to exist. */
export const absent: Rejected = { status: 404, error: { code: 107, msg: errorName(107), request: '' } };

const outcomeOf = ({ event, rejection }: EventRecord): Outcome<Event> =>
	event !== null && rejection === null ? { status: 200, value: event } : (rejection ?? absent);

/** @throws TransientRejection; ProblemError `service_rejected` for a wrong base URL; what `call` and `parse` throw */
async function load<Name extends ReadName>(parts: Parts, call: Call<Name>): Promise<Outcome<ValueOf<Name>>> {
	const { status, readBody, error, retryAfter, showsOthers } = await parts.upstream.call(call);
	if (error === undefined) return { status: 200, value: await parts.parse(call, readBody) };
	const rejected: Rejected = { status, error, retryAfter, showsOthers };
	const rejection = { status, code: error.code };
	const meaning = meaningOf(rejection);
	if (status >= 500 || meaning === 'limited' || isAboutSite(rejection))
		throw new TransientRejection(rejected);
	if (isElsewhere(call, rejection)) throw serviceRejection(rejection);
	if (meaning === 'absent' && !(await requireService(parts))) throw new TransientRejection(rejected);
	return rejected;
}

/**
 * Checks the base URL before something counts as absent: at a wrong URL, everything is absent, even the list of cities.
 * Reads that list at most every ten seconds, not from the cache, which may be outdated.
 * @returns whether the cities can be read, or need a token
 * @throws ProblemError service_rejected
 */
async function requireService(parts: Parts): Promise<boolean> {
	const firstCities = { operation: 'listLocs', parameters: { start: 0, count: paging.maxCount } } as const;
	const readCode = async () => {
		try {
			const outcome = await load(parts, firstCities);
			const works =
				isValue(outcome) || meaningOf({ status: outcome.status, code: outcome.error.code }) === 'closed';
			return { code: null, works };
		} catch (error) {
			if (!hasReason(error, 'service_rejected')) throw error;
			return { code: error.problem.code ?? 0, works: false };
		}
	};
	const notBefore = parts.clock() - serviceCheckMs;
	const { value } = await parts.cache
		.read('rejection of all cities', { ttlMs: serviceCheckMs, notBefore, load: readCode })
		.catch(() => ({ value: { code: null, works: false } }));
	if (value.code !== null) throw serviceRejection({ status: 400, code: value.code });
	return value.works;
}

/** Last midnight at the service, in milliseconds since 1970. If its zone is unknown: the last possible midnight. */
function lastMidnight(now: number, timeZone: string | null): number {
	if (timeZone === null) return now - (now % midnightStepMs);
	return instantOf(startOfDay(dayOf(wallClockAt(now, timeZone))), timeZone);
}

/**
 * A response that was read before this time (milliseconds since 1970) is outdated, even if it is fresh: for a list of a
 * day, last midnight; for a list of people, the time when a write to the event may have taken effect.
 */
function outdatedBefore({ cache, clock, settings }: Parts, { operation, parameters }: Call): number {
	if (operation === 'listEvents')
		return (parameters.day_type ?? 'future') === 'future' ? 0 : lastMidnight(clock(), settings.timeZone);
	if (operation !== 'listParticipants' && operation !== 'listWishers') return 0;
	const { writtenAt = 0 } = cache.peek<EventRecord>(eventKey(parameters.id ?? ''))?.value ?? {};
	return writtenAt + (rereadsMs.find((ms) => clock() >= writtenAt + ms) ?? 0);
}

/** How long the response to a call is fresh, and since when it must have been read. */
function timesOf(parts: Parts, call: Call, notBefore: number) {
	const { eventsMaxAgeMs, citiesMaxAgeMs } = parts.settings;
	const ages = { ...ttlsMs, listLocs: citiesMaxAgeMs, getLoc: citiesMaxAgeMs };
	return {
		ttlMs: ages[call.operation as ReadName] ?? eventsMaxAgeMs,
		notBefore: Math.max(notBefore, outdatedBefore(parts, call)),
	};
}

async function readEvent(parts: Parts, id: string, notBefore = 0): Promise<SharedRead<Event>> {
	const call: Call<'getEvent'> = { operation: 'getEvent', parameters: { id } };
	const { value, result } = await parts.cache.read<EventRecord>(eventKey(id), {
		...timesOf(parts, call, notBefore),
		isShortLived: ({ rejection }) => rejection !== null && isBrief(rejection),
		merge: withOwn,
		async load() {
			const outcome = await load(parts, call);
			return isValue(outcome)
				? { ...unread, event: forEverybody(outcome.value) }
				: { ...unread, rejection: outcome };
		},
	});
	return { outcome: outcomeOf(value), result };
}

async function readOutcome<Value>(
	parts: Parts,
	call: Call,
	notBefore: number,
	load: CacheRead<Outcome<Value>>['load'],
) {
	const { value, ...read } = await parts.cache.read<Outcome<Value>>(apiPath(call), {
		...timesOf(parts, call, notBefore),
		isShortLived: (outcome) => !isValue(outcome) && isBrief(outcome),
		merge: keepKnown,
		load,
	});
	return { outcome: value, ...read };
}

/** Updates the records of a list's events. */
async function refreshEvents(parts: Parts, items: readonly Event[], readAt: number): Promise<void> {
	const { cache, clock, settings } = parts;
	const entries = await Promise.all(
		items.map((event) =>
			cache.update<EventRecord>(eventKey(event.id), (before) =>
				withListed(before, event, readAt, settings.eventsMaxAgeMs),
			),
		),
	);
	const closed = items.filter((_event, index) => {
		const entry = entries[index];
		return entry !== undefined && entry.freshUntil < clock() && isClosedAlone(entry.value);
	});
	for (const { id } of closed.slice(0, maxRechecked)) void readEvent(parts, id).catch(() => undefined);
}

/**
 * Reads a page of public events, with the beginnings of their texts. The cache has only the ids of a page. If one of
 * the events isn't in the cache, reads the page again, but only once.
 */
async function readEvents(
	parts: Parts,
	call: Call<EventListName>,
	notBefore: number,
	mayReread = true,
): Promise<SharedRead<List<PublicEvent>>> {
	const { cache, clock } = parts;
	const loadIds = async (): Promise<Outcome<List<string>>> => {
		const startedAt = clock();
		const outcome = await load(parts, call);
		if (!isValue(outcome)) return outcome;
		const events = outcome.value.items.map(forEverybody);
		await refreshEvents(parts, events, startedAt);
		return { status: 200, value: { ...outcome.value, items: events.map(({ id }) => id) } };
	};
	const { outcome, result, readAt } = await readOutcome(parts, call, notBefore, loadIds);
	if (!isValue(outcome)) return { outcome, result };
	const ids = outcome.value.items;
	const records = await cache.findAll<EventRecord>(ids.map(eventKey));
	const events = ids.map((id) => {
		const record = records.get(eventKey(id));
		if (record === undefined || record.readAt === 0) return undefined;
		return isClosedAlone(record.value) ? null : record.value.event;
	});
	const isJustRead = result === 'hit' && clock() < readAt + rereadMs;
	if (events.includes(undefined) && mayReread && !isJustRead) return readEvents(parts, call, clock(), false);
	const items = events.filter((event) => event != null).filter(isPublic);
	return { outcome: { status: 200, value: { ...outcome.value, items } }, result };
}

async function hide({ cache, clock }: Parts, ids: readonly string[]): Promise<void> {
	const hidden = (before: Entry<EventRecord> | undefined) => withoutEvent(before, clock());
	const shown = ids.map(eventKey).filter((key) => hidden(cache.peek(key)) !== undefined);
	await Promise.all(shown.map((key) => cache.update(key, hidden)));
}

export function createSharedReads(parts: Parts) {
	const { cache, clock, parse } = parts;
	const peek = (id: string) => cache.peek<EventRecord>(eventKey(id))?.value;
	return {
		/**
		 * @param notBefore a value read before this time is used only if the service can't be read
		 * @throws ProblemError for an unreadable response or a wrong base URL; whatever `Upstream.call` throws
		 */
		async read<Name extends ReadName>(call: Call<Name>, notBefore = 0): Promise<SharedRead<ValueOf<Name>>> {
			const reading: Promise<SharedRead<unknown>> =
				call.operation === 'getEvent'
					? readEvent(parts, call.parameters.id ?? '', notBefore)
					: isEventList(call)
						? readEvents(parts, call, notBefore)
						: readOutcome(parts, call, notBefore, () => load(parts, call));
			return (await reading.catch(transientRejection)) as SharedRead<ValueOf<Name>>;
		},
		/** Copies events from Redis into this process's memory, for `peekEvent`, `changedAt` and `peekGone`. */
		async fetchKnown(ids: readonly string[]): Promise<void> {
			await cache.findAll(ids.map(eventKey));
		},
		/** Finds a public event in this process's memory, whatever its age. */
		peekEvent(id: string): PublicEvent | undefined {
			const known = knownIn(peek(id));
			return known?.isGone ? undefined : known?.event;
		},
		/** When an event's title, times, address or privacy last changed, or it was first read; undefined if unknown. */
		changedAt: (id: string): number | undefined => peek(id)?.changedAt,
		/** Finds a public event in this process's memory that the service no longer has. */
		peekGone(id: string): KnownEvent | undefined {
			const known = knownIn(peek(id));
			return known?.isGone ? known : undefined;
		},
		/** Lists the public events in this process's memory, latest used first. */
		knownEvents: (): Generator<PublicEvent> =>
			cache.pick((key, value) => {
				const known = key.startsWith(eventKey('')) ? knownIn(value as EventRecord) : undefined;
				return known !== undefined && !known.isGone && hasPage(known.event) ? known.event : undefined;
			}),
		untracked: cache.untracked,
		requireService: () => requireService(parts),
		/** Reads an event again after the service has stopped showing it to a person: it may be gone for everyone. */
		async recheck(id: string): Promise<void> {
			await readEvent(parts, id, clock()).catch(transientRejection).catch(ignoreProblem);
		},
		/**
		 * Adds a write to the event's counts, in every process.
		 * @param event the event, read after the write with the writer's token; null if that failed
		 * @returns the event with counts that include the write
		 */
		async afterWrite(id: string, write: Omit<Write, 'at'>, event: Event | null): Promise<Event | null> {
			if (event !== null && !isPublic(event)) await hide(parts, [id]);
			const change = (before: Entry<EventRecord> | undefined) =>
				withWrite(before, { ...write, at: clock() }, event);
			// The service has saved the write, whether or not the cache can be changed.
			const entry = await cache.update(eventKey(id), change).catch(ignoreProblem);
			const known = entry?.value.event;
			if (event === null || known == null) return event;
			const { participantCount, wisherCount } = known;
			return { ...event, participantCount, wisherCount };
		},
		/** Parses a response to a call with a token. If it shows that an event is private, hides it from everyone else. */
		async parsePrivate<Name extends ReadName>(call: Call<Name>, readBody: ServiceResponse['readBody']) {
			const value = await parse(call, readBody);
			const { returns } = operations[call.operation];
			const events =
				returns === 'Event' ? [value as Event] : isEventList(call) ? (value as List<Event>).items : [];
			await hide(
				parts,
				events.filter((event) => !isPublic(event)).map(({ id }) => id),
			);
			return value;
		},
	};
}
