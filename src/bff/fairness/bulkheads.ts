/** Bulkheads by key, such as a visitor or a host: one key's tasks don't delay another's. */
import { AsyncResource } from 'node:async_hooks';
import { type BulkheadPolicy, BulkheadRejectedError, bulkhead, TaskCancelledError } from 'cockatiel';
import { LRUCache } from 'lru-cache';

const maxBulkheads = 10_000;

/** Whether the queue was full or the call timed out in it; either way it never ran. */
export const isOverloaded = (error: unknown): boolean =>
	error instanceof BulkheadRejectedError || error instanceof TaskCancelledError;

/**
 * Runs work in the bulkhead of its key.
 * @param patience aborts the wait, not the work
 * @throws an {@link isOverloaded} error
 */
export type Bulkheads = <Result>(
	key: string,
	patience: AbortSignal,
	work: () => Promise<Result>,
) => Promise<Result>;

export function createBulkheads(limits: { running: number; waiting: number }): Bulkheads {
	const bulkheads = new LRUCache<string, BulkheadPolicy>({
		// `max` would preallocate every entry.
		maxSize: maxBulkheads,
		sizeCalculation: () => 1,
		memoMethod: () => bulkhead(limits.running, limits.waiting),
	});
	return (key, patience, work) =>
		new Promise((resolve, reject) => {
			// The bulkhead notices an abort only when capacity becomes free.
			const leave = () => reject(new TaskCancelledError());
			patience.addEventListener('abort', leave, { once: true });
			// After a wait, the work would otherwise run in another request's async context.
			const begin = AsyncResource.bind(() => {
				patience.removeEventListener('abort', leave);
				return work();
			});
			bulkheads.memo(key).execute(begin, patience).then(resolve, reject);
		});
}
