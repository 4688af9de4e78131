/**
 * Answers that are the same for everyone (design §5): bounded in bytes, equal requests made once, a stale answer given
 * at once while a fresh one is fetched, and given again when the service fails. What it did is told in `Cache-Status`.
 */
import { LRUCache } from 'lru-cache';
import type { OperationName } from '../../contract/operations.ts';

/** Status and body of an answer, ready to send. */
export interface CachedAnswer {
	status: number;
	/** JSON text. */
	body: string;
	/** The service's error code, where the answer is an error. */
	code?: number | undefined;
	/** Ids of the events inside, so that a write finds the lists it has changed. */
	eventIds?: readonly string[];
	/** Answers that came along: a list carries each event whole, so nobody has to ask for it again. */
	alongside?: readonly { path: string; answer: CachedAnswer }[];
}

interface KeptAnswer extends CachedAnswer {
	/** Monotonic milliseconds. */
	storedAt: number;
}

/** What happened, for `Cache-Status` (RFC 9211). */
export type CacheResult =
	| 'hit'
	| 'hit; detail=stale'
	| 'hit; detail=stale-if-error'
	| 'fwd=uri-miss; stored'
	| 'fwd=uri-miss';

/** What a reading of one event says that changes with joining and wishing. */
export interface EventCounters {
	id: string;
	participant_count: number;
	wisher_count: number;
}

export interface SharedCache {
	/**
	 * @param load fetches a fresh answer; one at a time for a path
	 * @throws what `load` throws, when there is no stale answer to give
	 */
	read(
		name: OperationName,
		path: string,
		load: () => Promise<CachedAnswer>,
	): Promise<{ answer: CachedAnswer; result: CacheResult }>;
	/** Forgets what a write has changed. */
	forget(isChanged: (path: string) => boolean): void;
	/** Writes an event's counters into every answer that holds it. */
	repair(event: EventCounters): void;
	/** Ids of events that public answers have listed lately. */
	listedEvents(most: number): string[];
	/** Bytes held, for metrics. */
	size(): number;
}

/** Milliseconds for which an answer is fresh. */
const freshness: Partial<Record<OperationName, number>> = {
	listLocs: 6 * 3_600_000,
	getLoc: 6 * 3_600_000,
	listEvents: 600_000,
	getEvent: 600_000,
};
const otherFreshness = 60_000;
/** An answer is given while a fresh one is fetched up to this many times its freshness. */
const staleFactor = 3;
/** Milliseconds for which an answer stands in when the service fails. */
const staleIfErrorLife = 24 * 3_600_000;
/** Milliseconds for which "there is no such event" stands, so that a dead link shared widely costs little. */
const absenceFreshness = 30_000;
const absenceCodes: ReadonlySet<number | undefined> = new Set([107, 121]);
/** Codes that say that too much was asked: what is kept is better than that. */
const limitCodes: ReadonlySet<number | undefined> = new Set([111, 112]);

const isKept = ({ status, code }: CachedAnswer) => status === 200 || absenceCodes.has(code);

/** Whether the service failed, rather than said no. */
const isFailure = ({ status, code }: CachedAnswer) => status >= 500 || limitCodes.has(code);

export interface SharedCacheOptions {
	maxBytes?: number;
	/** Monotonic milliseconds. */
	now?: () => number;
	/** By how much freshness is stretched at this moment: 1, or more when the hourly budget runs low. */
	stretch?: () => number;
}

export function createSharedCache({
	maxBytes = 128 * 1024 * 1024,
	now = () => performance.now(),
	stretch = () => 1,
}: SharedCacheOptions = {}): SharedCache {
	/** Paths of the answers that hold an event. */
	const pathsByEvent = new Map<string, Set<string>>();
	const answers = new LRUCache<string, KeptAnswer>({
		maxSize: maxBytes,
		// The body as text, and about as much again for the forms that go over the wire.
		sizeCalculation: (answer, path) => 2 * Buffer.byteLength(answer.body) + path.length + 64,
		onInsert: (answer, path) => {
			for (const id of answer.eventIds ?? []) {
				const paths = pathsByEvent.get(id) ?? new Set();
				pathsByEvent.set(id, paths.add(path));
			}
		},
		dispose: (answer, path) => {
			for (const id of answer.eventIds ?? []) {
				const paths = pathsByEvent.get(id);
				paths?.delete(path);
				if (paths?.size === 0) pathsByEvent.delete(id);
			}
		},
	});
	const loading = new Map<string, Promise<CachedAnswer>>();

	const keep = (path: string, { alongside = [], ...answer }: CachedAnswer) => {
		const storedAt = now();
		answers.set(path, { ...answer, storedAt });
		for (const other of alongside) answers.set(other.path, { ...other.answer, storedAt });
	};

	const loadOnce = (path: string, load: () => Promise<CachedAnswer>): Promise<CachedAnswer> => {
		const started = loading.get(path);
		if (started !== undefined) return started;
		const promise = load()
			.then((answer) => {
				// A write may have overtaken this answer: then it is given, not kept.
				if (loading.get(path) !== promise) return answer;
				if (isKept(answer)) keep(path, answer);
				else if (!isFailure(answer)) answers.delete(path);
				return answer;
			})
			.finally(() => {
				if (loading.get(path) === promise) loading.delete(path);
			});
		loading.set(path, promise);
		return promise;
	};

	return {
		async read(name, path, load) {
			const kept = answers.get(path);
			const age = kept === undefined ? Number.POSITIVE_INFINITY : now() - kept.storedAt;
			if (kept !== undefined && kept.status !== 200 && age < absenceFreshness)
				return { answer: kept, result: 'hit' };
			const fresh = (freshness[name] ?? otherFreshness) * stretch();
			if (kept?.status === 200 && age < fresh) return { answer: kept, result: 'hit' };
			if (kept?.status === 200 && age < fresh * staleFactor) {
				// The next reader gets the fresh answer; a failure leaves this one in place.
				loadOnce(path, load).catch(() => undefined);
				return { answer: kept, result: 'hit; detail=stale' };
			}
			const standIn = kept?.status === 200 && age < staleIfErrorLife ? kept : undefined;
			try {
				const answer = await loadOnce(path, load);
				if (standIn !== undefined && isFailure(answer))
					return { answer: standIn, result: 'hit; detail=stale-if-error' };
				return { answer, result: isKept(answer) ? 'fwd=uri-miss; stored' : 'fwd=uri-miss' };
			} catch (error) {
				if (standIn === undefined) throw error;
				return { answer: standIn, result: 'hit; detail=stale-if-error' };
			}
		},
		forget(isChanged) {
			for (const path of answers.keys()) if (isChanged(path)) answers.delete(path);
			for (const path of loading.keys()) if (isChanged(path)) loading.delete(path);
		},
		repair({ id, participant_count, wisher_count }) {
			for (const path of [...(pathsByEvent.get(id) ?? [])]) {
				const answer = answers.peek(path);
				if (answer === undefined) continue;
				const body = JSON.parse(answer.body) as { id?: unknown; events?: { id?: unknown }[] };
				for (const event of body.events ?? [body])
					if (event.id === id) Object.assign(event, { participant_count, wisher_count });
				answers.set(path, { ...answer, body: JSON.stringify(body) });
			}
		},
		listedEvents: (most) => [...pathsByEvent.keys()].slice(0, most),
		size: () => answers.calculatedSize,
	};
}
