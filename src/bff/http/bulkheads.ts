/** Bulkheads by key, such as a visitor or a host: one that has many tasks makes no other wait. */
import { AsyncResource } from 'node:async_hooks';
import { type BulkheadPolicy, BulkheadRejectedError, bulkhead, TaskCancelledError } from 'cockatiel';
import { LRUCache } from 'lru-cache';

const maxBulkheads = 10_000;

/** Whether too many were waiting, or this waited too long: nothing was done. */
export const isOverloaded = (error: unknown): boolean =>
	error instanceof BulkheadRejectedError || error instanceof TaskCancelledError;

/**
 * Runs work in the bulkhead of its key.
 *
 * @param patience ends the wait, not the work
 * @throws an error of {@link isOverloaded}
 */
export type Bulkheads = <Result>(
	key: string,
	patience: AbortSignal,
	work: () => Promise<Result>,
) => Promise<Result>;

/** @param limits of each bulkhead */
export function createBulkheads(limits: { running: number; waiting: number }): Bulkheads {
	const bulkheads = new LRUCache<string, BulkheadPolicy>({
		// `max` would allocate every entry in advance.
		maxSize: maxBulkheads,
		sizeCalculation: () => 1,
		memoMethod: () => bulkhead(limits.running, limits.waiting),
	});
	return (key, patience, work) =>
		new Promise((resolve, reject) => {
			// The bulkhead itself would notice only when a place becomes free.
			const leave = () => reject(new TaskCancelledError());
			patience.addEventListener('abort', leave, { once: true });
			// In the async context of this request, also after a wait.
			const begin = AsyncResource.bind(() => {
				patience.removeEventListener('abort', leave);
				return work();
			});
			bulkheads.memo(key).execute(begin, patience).then(resolve, reject);
		});
}
