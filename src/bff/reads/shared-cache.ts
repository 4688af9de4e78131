/**
 * Responses that are the same for everyone (design §5): bounded in bytes, equal requests made once, a stale response sent
 * at once while a fresh one is fetched, and sent again when the service fails. `Cache-Status` says what happened. Behind
 * the memory of this process there can be a second tier, which all processes share.
 */
import { LRUCache } from 'lru-cache';
import { meaningOf } from '../../contract/event/rejection.ts';
import type { OperationName } from '../../contract/spec/operations.ts';
import { nextTurn } from '../http/turns.ts';
import { type DatedCounters, repairCounters } from './wire-body.ts';

/** An event that a response contains. */
export interface EventInside {
	id: string;
	/** Whether this response shows it as an event that anybody may see. */
	isPublic: boolean;
}

/** Status and body of a response, ready to send. */
export interface CachedResponse {
	status: number;
	/** JSON text. */
	body: string;
	/** The service's error code, where the response is an error. */
	code?: number | undefined;
	/** Whether it is a rejection that every read of this operation without a token gets. It is kept for a moment. */
	isClosed?: boolean;
	/** The service's `Retry-After`, where a limit is reached. */
	retryAfter?: string | undefined;
	/** Whether fields of the events were left out (contract `cutHeader`). */
	wasCut?: boolean;
	/** Whether it must not be kept, and be shared with nobody who waits for it in another process. */
	isForNobodyElse?: boolean;
	/** The events inside, so that a write finds the lists that it has changed. */
	events?: readonly EventInside[];
	/** Further responses that this one contains: a list carries each event whole, so it need not be fetched again. */
	alongside?: readonly { path: string; response: CachedResponse }[];
}

interface KeptResponse extends CachedResponse {
	/** When its fetch began, in milliseconds since 1970. */
	startedAt: number;
}

/** A response and when its fetch began, in milliseconds since 1970. */
export interface DatedResponse {
	response: CachedResponse;
	startedAt: number;
}

/** Responses that all processes share, behind the memory of each. */
export interface ResponseTier {
	/** A response for `path` whose fetch began after `after`; undefined when there is none, or Redis is away. */
	find(path: string, after: number): Promise<DatedResponse | undefined>;
	/**
	 * Fetches a response, unless another process does so now or has done so since `after`.
	 *
	 * @param isKept whether a response is for keeping; others are shared only with processes that wait for them
	 * @throws what `load` throws
	 */
	loadOnce(
		path: string,
		after: number,
		load: () => Promise<CachedResponse>,
		isKept: (response: CachedResponse) => boolean,
	): Promise<DatedResponse>;
}

/** What happened, for `Cache-Status` (RFC 9211). */
export type CacheResult =
	| 'hit'
	| 'hit; detail=stale'
	| 'hit; detail=stale-if-error'
	| 'fwd=uri-miss; stored'
	| 'fwd=uri-miss';

export interface SharedCache {
	/**
	 * @param load fetches a fresh response; one at a time for a path
	 * @param after milliseconds since 1970: only what was fetched later is sent
	 * @throws what `load` throws, when there is no stale response to send
	 */
	read(
		name: OperationName,
		path: string,
		load: () => Promise<CachedResponse>,
		after?: number,
	): Promise<{ response: CachedResponse; result: CacheResult }>;
	/** A response that is kept, however old; undefined when there is none. */
	find(path: string): Promise<CachedResponse | undefined>;
	/** Drops what a write has changed. */
	forget(isChanged: (path: string) => boolean): void;
	/** Replaces what a write has changed, and drops what `edit` returns undefined for. The same response: unchanged. */
	edit(
		isChanged: (path: string) => boolean,
		edit: (path: string, response: CachedResponse) => CachedResponse | undefined,
	): void;
	/**
	 * Writes an event's counters into every response that contains it, also into those whose fetch is under way: they may be
	 * from before a write. Counters whose read began before that of others are older, whenever they arrive.
	 *
	 * @returns whether a response had others
	 */
	repair(counters: DatedCounters): boolean;
	/** Drops everything. */
	clear(): void;
	/** Ids of events that the cached responses contain, where every one of them shows the event as public. */
	publicEvents(max: number): string[];
	/** Bytes in use, for metrics. */
	size(): number;
}

/** Milliseconds for which a response is fresh. */
const freshness: Partial<Record<OperationName, number>> = {
	listLocs: 6 * 3_600_000,
	getLoc: 6 * 3_600_000,
	listEvents: 600_000,
	getEvent: 600_000,
};
const defaultFreshness = 60_000;
/** A stale response is sent while a fresh one is fetched up to this many times its freshness. */
const staleFactor = 3;
/** Milliseconds for which a response stands in when the service fails. */
const maxStaleIfError = 24 * 3_600_000;
/**
 * Milliseconds for which "there is no such event" and "sign in first" are kept, so that a dead link shared widely costs little,
 * and so do strangers at a service that shows them nothing.
 */
const absenceFreshness = 30_000;
/** Counters that were repaired lately, for fetches and reads that began before: those of so many events (milliseconds). */
const lateRepairs = { max: 10_000, ttl: 60_000 } as const;
/** Milliseconds by which the clocks of two processes may differ. */
const maxSkew = 60_000;

const isKept = (response: CachedResponse) =>
	response.isForNobodyElse !== true &&
	(response.status === 200 || response.isClosed === true || meaningOf(response) === 'absent');

/** Whether the service failed or the limit is reached: what is kept is better than that. */
const isFailure = (response: CachedResponse) => response.status >= 500 || meaningOf(response) === 'limited';

/** Bytes that an entry takes besides its texts: measured with entries of a few bytes, encoded (shared-cache.test.ts). */
const entryOverhead = 2_048;
/** Bytes that an event inside takes in the index by event, besides the texts. */
const eventOverhead = 256;

/** Bytes in use by a response: key, body as text, about as much again for the forms that go over the wire, and index. */
function sizeOf(response: KeptResponse, path: string): number {
	const events = (response.events ?? []).reduce((sum, { id }) => sum + 4 * id.length + eventOverhead, 0);
	return entryOverhead + 4 * path.length + 2 * Buffer.byteLength(response.body) + events;
}

export interface SharedCacheOptions {
	maxBytes?: number;
	/** Milliseconds since 1970. */
	now?: () => number;
	/** Milliseconds for which the responses to every operation are fresh, instead of a time for each. */
	freshFor?: number;
	/** Factor on freshness at this moment: 1, or more when the hourly budget runs low. */
	stretch?: () => number;
	/** What all processes share. */
	tier?: ResponseTier | undefined;
}

export function createSharedCache({
	maxBytes = 128 * 1024 * 1024,
	now = Date.now,
	freshFor,
	stretch = () => 1,
	tier,
}: SharedCacheOptions = {}): SharedCache {
	/** Bounded by `responses`, whose sizes count it. By event: the paths of the responses that contain it, and whether each shows it as public. */
	const pathsByEvent = new Map<string, Map<string, boolean>>();
	const responses = new LRUCache<string, KeptResponse>({
		maxSize: maxBytes,
		sizeCalculation: sizeOf,
		onInsert: (response, path) => {
			for (const { id, isPublic } of response.events ?? []) {
				const paths = pathsByEvent.get(id) ?? new Map<string, boolean>();
				pathsByEvent.set(id, paths.set(path, isPublic));
			}
		},
		dispose: (response, path) => {
			for (const { id } of response.events ?? []) {
				const paths = pathsByEvent.get(id);
				paths?.delete(path);
				if (paths?.size === 0) pathsByEvent.delete(id);
			}
		},
	});
	const loading = new Map<string, Promise<CachedResponse>>();
	const finding = new Map<string, Promise<void>>();

	const repairs = new LRUCache<string, DatedCounters>(lateRepairs);

	/** A response with the counters that were read after its fetch had begun. */
	const repaired = (response: CachedResponse, startedAt: number): CachedResponse => {
		const later = (response.events ?? [])
			.map(({ id }) => repairs.get(id))
			.filter((counters) => counters !== undefined && counters.readAt >= startedAt) as DatedCounters[];
		if (later.length === 0) return response;
		const body = later.reduce<unknown>(repairCounters, JSON.parse(response.body));
		return { ...response, body: JSON.stringify(body) };
	};

	/** @returns what is kept: the same object for whoever waited and for later requests, since others keep what they made of it */
	const keep = (
		path: string,
		{ alongside = [], ...response }: CachedResponse,
		startedAt: number,
	): KeptResponse => {
		const kept = { ...response, startedAt };
		responses.set(path, kept);
		for (const other of alongside)
			responses.set(other.path, { ...repaired(other.response, startedAt), startedAt });
		return kept;
	};

	const ageOf = ({ startedAt }: KeptResponse) => {
		const age = now() - startedAt;
		// The clock was set back.
		return age < -maxSkew ? Number.POSITIVE_INFINITY : age;
	};
	const freshnessOf = (name: OperationName) => (freshFor ?? freshness[name] ?? defaultFreshness) * stretch();
	const isFresh = (name: OperationName, response: KeptResponse) =>
		ageOf(response) < (response.status === 200 ? freshnessOf(name) : absenceFreshness);

	/** Takes a newer response from the second tier. */
	const findOnce = async (path: string, shared: ResponseTier) => {
		const found = await shared.find(path, responses.peek(path)?.startedAt ?? 0);
		if (found !== undefined) keep(path, found.response, found.startedAt);
	};
	const find = (path: string, shared: ResponseTier): Promise<void> => {
		const started = finding.get(path);
		if (started !== undefined) return started;
		const promise = findOnce(path, shared).finally(() => finding.delete(path));
		finding.set(path, promise);
		return promise;
	};
	const loadDated = async (
		path: string,
		load: () => Promise<CachedResponse>,
		after: number,
	): Promise<DatedResponse> => {
		const known = Math.max(after, responses.peek(path)?.startedAt ?? 0);
		if (tier !== undefined) return tier.loadOnce(path, known, load, isKept);
		const startedAt = now();
		return { response: await load(), startedAt };
	};

	const loadOnce = (
		path: string,
		load: () => Promise<CachedResponse>,
		after: number,
	): Promise<CachedResponse> => {
		const started = loading.get(path);
		if (started !== undefined) return started;
		const promise = loadDated(path, load, after)
			.then(({ response: fetched, startedAt }) => {
				const response = repaired(fetched, startedAt);
				// When a write has overtaken this response, it is sent but not kept.
				if (loading.get(path) !== promise) return response;
				if (isKept(response)) return keep(path, response, startedAt);
				if (!isFailure(response)) responses.delete(path);
				return response;
			})
			.finally(() => {
				if (loading.get(path) === promise) loading.delete(path);
			});
		loading.set(path, promise);
		return promise;
	};

	const edit: SharedCache['edit'] = (isChanged, edited) => {
		for (const path of [...responses.keys()].filter(isChanged)) {
			const response = responses.peek(path);
			const next = response && edited(path, response);
			if (response === undefined || next === undefined) responses.delete(path);
			else if (next !== response) responses.set(path, { ...next, startedAt: response.startedAt });
		}
		// What is under way may be from before the write.
		for (const path of loading.keys()) if (isChanged(path)) loading.delete(path);
	};

	return {
		async read(name, path, load, after = 0) {
			const isNew = (response: KeptResponse | undefined) =>
				response !== undefined && response.startedAt >= after ? response : undefined;
			let kept = isNew(responses.get(path));
			if (tier !== undefined && (kept === undefined || !isFresh(name, kept))) {
				await find(path, tier);
				kept = isNew(responses.get(path));
			}
			if (kept !== undefined && isFresh(name, kept)) return { response: kept, result: 'hit' };
			const age = kept === undefined ? Number.POSITIVE_INFINITY : ageOf(kept);
			if (kept?.status === 200 && age < freshnessOf(name) * staleFactor) {
				// The next request gets the fresh response; a failure leaves this one in place.
				loadOnce(path, load, after).catch(() => undefined);
				return { response: kept, result: 'hit; detail=stale' };
			}
			const standIn = kept?.status === 200 && age < maxStaleIfError ? kept : undefined;
			try {
				const response = await loadOnce(path, load, after);
				// Everybody who waited for it reads it now: one after another.
				await nextTurn();
				if (standIn !== undefined && isFailure(response))
					return { response: standIn, result: 'hit; detail=stale-if-error' };
				return { response, result: isKept(response) ? 'fwd=uri-miss; stored' : 'fwd=uri-miss' };
			} catch (error) {
				if (standIn === undefined) throw error;
				return { response: standIn, result: 'hit; detail=stale-if-error' };
			}
		},
		async find(path) {
			if (tier !== undefined && !responses.has(path)) await find(path, tier);
			return responses.peek(path);
		},
		edit,
		forget: (isChanged) => edit(isChanged, () => undefined),
		repair(counters) {
			const known = repairs.get(counters.id);
			if (known !== undefined && known.readAt > counters.readAt) return false;
			repairs.set(counters.id, { ...counters, counters: { ...known?.counters, ...counters.counters } });
			let hadOthers = false;
			for (const path of [...(pathsByEvent.get(counters.id)?.keys() ?? [])]) {
				const response = responses.peek(path);
				if (response === undefined) continue;
				const body = JSON.stringify(repairCounters(JSON.parse(response.body), counters));
				if (body === response.body) continue;
				hadOthers = true;
				responses.set(path, { ...response, body });
			}
			return hadOthers;
		},
		clear() {
			responses.clear();
			loading.clear();
		},
		publicEvents(max) {
			return pathsByEvent
				.entries()
				.filter(([, paths]) => paths.values().every((isPublic) => isPublic))
				.map(([id]) => id)
				.take(max)
				.toArray();
		},
		size: () => responses.calculatedSize,
	};
}
