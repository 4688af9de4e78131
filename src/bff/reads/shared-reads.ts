/** Reads that are the same for everyone: no token, a shared cache, and no fields about the caller. */
import { apiPath, peoplePageSize, type ValueOf } from '../../contract/bff-api/api.ts';
import { type Event, isPublic, type PublicEvent } from '../../contract/event/event.ts';
import type { List } from '../../contract/event/lists.ts';
import { meaningOf } from '../../contract/event/rejection.ts';
import type { Call } from '../../contract/spec/call.ts';
import { dayTypes, eventTypes, paging, relationStatuses } from '../../contract/spec/filters.ts';
import { operations, relationLists } from '../../contract/spec/operations.ts';
import type { ErrorBody } from '../../contract/spec/resources.ts';
import { hasReason } from '../http/problem.ts';
import type { CacheRead, SharedCache } from '../upstream/cache.ts';
import type { Upstream } from '../upstream/client.ts';
import { isAboutSite, isElsewhere } from '../upstream/outages.ts';
import { isIdentifierOf } from './identifier.ts';
import type { ParseResponse, ReadName } from './parse-response.ts';
import { serviceRejection } from './service-rejection.ts';
import { shortText } from './short-text.ts';

export type Outcome<Value> =
	| { status: 200; value: Value }
	| { status: number; error: ErrorBody; retryAfter?: string | undefined };

export const isValue = <Value>(outcome: Outcome<Value>): outcome is { status: 200; value: Value } =>
	'value' in outcome;

export type SharedReads = ReturnType<typeof createSharedReads>;

interface Forgotten {
	/** Milliseconds since 1970. */
	at: number;
	/** The event as cached before the write; null if it was not cached, or not public. */
	before: PublicEvent | null;
}

const minute = 60_000;

const ttlsMs: Readonly<Record<ReadName, number>> = {
	listEvents: 10 * minute,
	listCreatedEvents: 10 * minute,
	listParticipatedEvents: 10 * minute,
	listWishedEvents: 10 * minute,
	getEvent: 10 * minute,
	listParticipants: minute,
	listWishers: minute,
	listLocs: 24 * 60 * minute,
	getLoc: 24 * 60 * minute,
};
const rejectionTtlMs = minute / 2;
/** For unusual reads, which visitors can vary endlessly: a day's worth would fill Redis. */
const shortGraceMs = 60 * minute;
/** Parameters of the first pages that the app reads. */
const usual: Readonly<Record<string, readonly unknown[]>> = {
	start: [0],
	count: [paging.defaultCount, paging.maxCount, peoplePageSize],
	type: eventTypes,
	day_type: dayTypes,
	status: relationStatuses,
};
const serviceCheckMs = 10_000;
/** Minimum number of elements per page: smaller pages would take too many calls. */
const minCount = 5;

/** A rejection that isn't about the data; a cached value is sent instead. */
class TransientRejection extends Error {
	readonly outcome: Outcome<never>;
	constructor(outcome: Outcome<never>) {
		super('the service rejects every call for now');
		this.outcome = outcome;
	}
}

const forEverybody = (event: Event): Event => ({
	...event,
	isInvited: null,
	canInvite: null,
	ownRelation: null,
});

/** On live services, an event's texts take about 5 KB. */
export const withoutTexts = ({ contentImages: _, ...event }: Event): Event => ({
	...event,
	content: null,
	album: null,
	page: null,
	mobilePage: null,
});

/** Whether a list element is as complete as the event's own response. */
const isWhole = ({ id, content, owner }: Event) =>
	content !== null && owner !== null && isIdentifierOf(operations.getEvent, id);

const isUsual = ({ parameters }: Call): boolean =>
	Object.entries(parameters).every(
		([name, value]) =>
			value === undefined || usual[name]?.some((each) => String(each) === String(value)) !== false,
	);

const isEventList = (name: ReadName) => operations[name].returns === 'EventList';

const eventPath = (id: string) => apiPath({ operation: 'getEvent', parameters: { id } });

function writtenCalls(eventId: string, userId: string): Call[] {
	const people = (['listParticipants', 'listWishers'] as const).flatMap((operation) =>
		[0, peoplePageSize].map((start) => ({
			operation,
			parameters: { id: eventId, start, count: peoplePageSize },
		})),
	);
	const lists = relationLists.flatMap((operation) =>
		relationStatuses.map((status) => ({
			operation,
			parameters: { id: userId, status, start: 0, count: paging.defaultCount },
		})),
	);
	return [{ operation: 'getEvent', parameters: { id: eventId } }, ...people, ...(userId === '' ? [] : lists)];
}

/** The first page of cities, with the page size of visitors' reads. */
const firstLocs: Call<'listLocs'> = {
	operation: 'listLocs',
	parameters: { start: 0, count: paging.maxCount },
};

const maxPublicIds = 10_000;
/** Characters. Feeds and search need no more, and whole texts would fill the cache, in memory and in Redis. */
const maxCachedText = 2_500;

export function createSharedReads({
	upstream,
	cache,
	parse,
	clock,
}: {
	upstream: Upstream;
	cache: SharedCache;
	parse: ParseResponse;
	clock: () => number;
}) {
	const load = async <Name extends ReadName>(call: Call<Name>): Promise<Outcome<ValueOf<Name>>> => {
		const { status, readBody, error, retryAfter } = await upstream.call(call);
		if (error === undefined) return { status: 200, value: await parse(call, readBody) };
		const rejection = { status, code: error.code };
		const meaning = meaningOf(rejection);
		if (status >= 500 || meaning === 'limited' || isAboutSite(rejection))
			throw new TransientRejection({ status, error, retryAfter });
		if (isElsewhere(call, rejection)) throw serviceRejection(rejection);
		if (meaning === 'absent') await requireService();
		return { status, error, retryAfter };
	};
	/**
	 * At a wrong base URL everything is absent, even the list of cities, so an absence counts only if the cities
	 * can be read. Checks at most every ten seconds, without the cached cities, which may be outdated.
	 * @throws ProblemError service_rejected
	 */
	const requireService = async () => {
		const readRejection = () =>
			load(firstLocs).then(
				() => null,
				(error: unknown) => {
					if (hasReason(error, 'service_rejected')) return error.problem.code ?? 0;
					throw error;
				},
			);
		const options = { ttlMs: serviceCheckMs, mustBeFresh: true, load: readRejection };
		const { value: code } = await cache
			.read('rejection of all cities', options)
			.catch(() => ({ value: null }));
		if (code !== null) throw serviceRejection({ status: 400, code });
	};
	/** Halves the page size until the response is small enough, because lists contain events' texts. */
	const loadFitting = async <Name extends ReadName>(call: Call<Name>): Promise<Outcome<ValueOf<Name>>> => {
		try {
			return await load(call);
		} catch (error) {
			const count = Number((call.parameters as { count?: unknown }).count ?? 0);
			if (!hasReason(error, 'service_response_too_large') || count < 2 * minCount) throw error;
			const parameters = { ...call.parameters, count: Math.floor(count / 2) };
			return loadFitting({ ...call, parameters });
		}
	};
	const publicIds = new Set<string>();
	const notePublic = (event: Event) => {
		publicIds.delete(event.id);
		if (isPublic(event)) publicIds.add(event.id);
		const [oldest] = publicIds;
		if (publicIds.size > maxPublicIds && oldest !== undefined) publicIds.delete(oldest);
	};
	const readCached = async <Value>(
		key: string,
		times: Pick<CacheRead<unknown>, 'ttlMs' | 'graceMs' | 'mustBeFresh'>,
		loadValue: () => Promise<Outcome<Value>>,
	) => {
		try {
			const options = {
				...times,
				shortTtlMs: rejectionTtlMs,
				isShortLived: (outcome: Outcome<Value>) => !isValue(outcome),
				load: loadValue,
			};
			const { value, result, loadedAt } = await cache.read(key, options);
			return { outcome: value, result, loadedAt };
		} catch (error) {
			if (error instanceof TransientRejection)
				return { outcome: error.outcome, result: 'fwd=miss', loadedAt: clock() };
			throw error;
		}
	};
	/** Caches an event that came in a list, so that its own page needs no call. */
	const addEvent = (event: Event, read: { startedAt: number; isSettled?: boolean }) => {
		const outcome = { status: 200, value: forEverybody(event) };
		return cache.add(eventPath(event.id), outcome, ttlsMs.getEvent, read);
	};
	return {
		/**
		 * `result` is the value of `Cache-Status` after the cache's name.
		 * @throws ProblemError for an unreadable response; whatever `Upstream.call` throws
		 */
		async read<Name extends ReadName>(
			call: Call<Name>,
		): Promise<{ outcome: Outcome<ValueOf<Name>>; result: string }> {
			const name = call.operation;
			const shown = async (): Promise<Outcome<ValueOf<Name>>> => {
				const startedAt = clock();
				const outcome = await loadFitting(call);
				if (!isValue(outcome)) return outcome;
				if (name === 'getEvent') {
					const event = forEverybody(outcome.value as Event);
					notePublic(event);
					return { status: 200, value: event as ValueOf<Name> };
				}
				if (!isEventList(name)) return outcome;
				const list = outcome.value as List<Event>;
				list.items.forEach(notePublic);
				for (const event of list.items.filter(isWhole)) addEvent(event, { startedAt }).catch(() => undefined);
				const items = list.items.map((event) => withoutTexts(forEverybody(event)));
				return { status: 200, value: { ...list, items } as ValueOf<Name> };
			};
			const times = { ttlMs: ttlsMs[name], ...(isUsual(call) ? {} : { graceMs: shortGraceMs }) };
			return readCached(apiPath(call), times, shown);
		},
		/**
		 * Reads a page of a list with the beginnings of its texts, which `read` omits.
		 * @param maxAgeMs maximum age, unless the service fails
		 */
		async readTexts(
			call: Call<'listEvents'>,
			maxAgeMs: number,
		): Promise<{ outcome: Outcome<List<Event>>; loadedAt: number }> {
			const texts = async (): Promise<Outcome<List<Event>>> => {
				const outcome = await loadFitting(call);
				if (!isValue(outcome)) return outcome;
				const items = outcome.value.items.map((event) => ({
					...event,
					content: event.content === null ? null : shortText(event.content, maxCachedText),
				}));
				return { ...outcome, value: { ...outcome.value, items } };
			};
			const times = { ttlMs: maxAgeMs, graceMs: shortGraceMs, mustBeFresh: true };
			return readCached(`texts ${apiPath(call)}`, times, texts);
		},
		/** Public events that this process has read, latest first. */
		publicEventIds: () => [...publicIds].reverse(),
		requireService,
		/** Removes from the cache what a write changes: the event, its people, the writer's public lists. */
		async forgetWritten(eventId: string, userId: string): Promise<Forgotten> {
			const before = await cache.peek<Outcome<Event>>(eventPath(eventId));
			await cache.delete(writtenCalls(eventId, userId).map(apiPath));
			const event = before !== undefined && isValue(before) ? before.value : null;
			return { at: clock(), before: event !== null && isPublic(event) ? event : null };
		},
		/**
		 * After a write, caches the event's counts as read with the writer's token, if the event was public
		 * before and the counts have changed: a write may take effect later (gap register, `body-of-202`).
		 */
		async addWritten(event: Event, { at, before }: Forgotten): Promise<void> {
			const { participantCount, wisherCount } = event;
			const isChanged = participantCount !== before?.participantCount || wisherCount !== before.wisherCount;
			// Only the counts: participants may see more of the event than others.
			if (before !== null && isChanged && isPublic(event))
				await addEvent({ ...before, participantCount, wisherCount }, { startedAt: at, isSettled: true });
		},
	};
}
