/** Limits how many tasks run at a time for each key, such as a visitor or a host, so that no key delays the others. */
import { AsyncResource } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { type BulkheadPolicy, BulkheadRejectedError, bulkhead, TaskCancelledError } from 'cockatiel';
import { overloaded } from '../problems/problem.ts';

/**
 * Runs work as soon as fewer tasks of its key than the limit are running.
 * @param patience ends the wait, not the work; by default after `patienceMs`
 * @throws ProblemError overloaded if the work was not started, because too many tasks wait or it waited too long
 */
export type Bulkheads = <Result>(
	key: string,
	work: () => Promise<Result>,
	patience?: AbortSignal,
) => Promise<Result>;

const waitIn = <Result>(policy: BulkheadPolicy, patience: AbortSignal, work: () => Promise<Result>) =>
	new Promise<Result>((resolve, reject) => {
		// Cockatiel notices an abort only when a running task ends.
		const leave = () => reject(new TaskCancelledError());
		patience.addEventListener('abort', leave, { once: true });
		// After a wait, cockatiel would run the work in the async context of the task that ended.
		const begin = AsyncResource.bind(async () => {
			patience.removeEventListener('abort', leave);
			// Let other keys' tasks run between two tasks of this key.
			await setImmediate();
			return work();
		});
		policy.execute(begin, patience).then(resolve, reject);
	});

export function createBulkheads(limits: {
	running: number;
	waiting: number;
	patienceMs?: number;
}): Bulkheads {
	const { running, waiting, patienceMs = 120_000 } = limits;
	const bulkheads = new Map<string, { policy: BulkheadPolicy; users: number }>();
	return async (key, work, patience) => {
		const own = bulkheads.get(key) ?? { policy: bulkhead(running, waiting), users: 0 };
		bulkheads.set(key, own);
		own.users += 1;
		try {
			const { policy } = own;
			if (policy.executionSlots > 0) return await policy.execute(work);
			return await waitIn(policy, patience ?? AbortSignal.timeout(patienceMs), work);
		} catch (error) {
			if (error instanceof BulkheadRejectedError || error instanceof TaskCancelledError) throw overloaded();
			throw error;
		} finally {
			own.users -= 1;
			if (own.users === 0) bulkheads.delete(key);
		}
	};
}
