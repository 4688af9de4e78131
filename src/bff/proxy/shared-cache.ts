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
	/** Milliseconds of the machine's monotonic clock. */
	storedAt: number;
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
}

/** Milliseconds for which an answer is fresh, and for which it may be given stale. */
const freshness: Partial<Record<OperationName, number>> = {
	listLocs: 6 * 3_600_000,
	getLoc: 6 * 3_600_000,
	listEvents: 300_000,
	getEvent: 300_000,
};
const otherFreshness = 60_000;
const staleLife = 24 * 3_600_000;

/** @param now monotonic milliseconds */
export function createSharedCache(
	maxBytes = 128 * 1024 * 1024,
	now: () => number = () => performance.now(),
): SharedCache {
	const answers = new LRUCache<string, CachedAnswer>({
		maxSize: maxBytes,
		sizeCalculation: (answer, path) => Buffer.byteLength(answer.body) + path.length + 64,
	});
	const loading = new Map<string, Promise<CachedAnswer>>();

	const loadOnce = (path: string, load: () => Promise<CachedAnswer>): Promise<CachedAnswer> => {
		const started = loading.get(path);
		if (started !== undefined) return started;
		const promise = load()
			.then((answer) => {
				// A write may have overtaken this answer: then it is given, not kept.
				if (answer.status === 200 && loading.get(path) === promise) answers.set(path, answer);
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
			if (kept !== undefined && age < (freshness[name] ?? otherFreshness))
				return { answer: kept, result: 'hit' };
			if (kept !== undefined && age < staleLife) {
				// The next reader gets the fresh answer; a failure leaves this one in place.
				loadOnce(path, load).catch(() => undefined);
				return { answer: kept, result: 'hit; detail=stale' };
			}
			const answer = await loadOnce(path, load);
			return { answer, result: answer.status === 200 ? 'fwd=uri-miss; stored' : 'fwd=uri-miss' };
		},
		forget(isChanged) {
			for (const path of answers.keys()) if (isChanged(path)) answers.delete(path);
			for (const path of loading.keys()) if (isChanged(path)) loading.delete(path);
		},
	};
}
