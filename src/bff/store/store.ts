/** What the BFF stores beyond a request: entries with a lifetime, and locks by key, in SQLite or in Redis. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ProblemError } from '../http/problem.ts';

/** Every function throws ProblemError `store_unreachable` when the store does not respond in time. */
export interface Store {
	/** Undefined when there is no entry, or its lifetime is over. */
	get(key: string): Promise<string | undefined>;
	set(key: string, value: string, ttlMs: number): Promise<void>;
	delete(key: string): Promise<void>;
	/**
	 * Sets an entry only while it still has the expected value.
	 *
	 * @param expected undefined for no entry
	 * @returns false when it has another value
	 */
	compareAndSet(key: string, expected: string | undefined, value: string, ttlMs: number): Promise<boolean>;
	/** Deletes an entry only while it has the expected value. @returns whether it was deleted */
	compareAndDelete(key: string, expected: string): Promise<boolean>;
	/** Runs `work` while no other process runs any under this key. */
	withLock<Result>(key: string, work: (lock: TakenLock) => Promise<Result>): Promise<Result>;
	isReady(): Promise<boolean>;
	close(): Promise<void>;
}

/** A lock that was taken. */
export interface TakenLock {
	/** Whether another process had it and did not give it back: it was killed, stopped or cut off. */
	hasLapsed: boolean;
}

/** What an engine provides; locks are made of it. */
export type Driver = Omit<Store, 'withLock'>;

/**
 * Milliseconds of a lock. A process at work renews its lease every `renewal`; the lock of one that was killed lapses after
 * `lease`. `poll` is the time between two tries to take a lock, `patience` the longest wait, and `memory` the time for which
 * a lapsed lock is remembered.
 */
export const lockTimesMs = {
	lease: 8_000,
	renewal: 1_000,
	poll: 25,
	memory: 60_000,
	patience: 30_000,
} as const;

export const storeUnreachable = (cause?: unknown): ProblemError =>
	new ProblemError(
		'store_unreachable',
		'Daybill cannot reach its data store at the moment. Please try again.',
		undefined,
		cause,
	);

/** Adds locks to a driver. @param times for tests */
export function createStore(driver: Driver, times: typeof lockTimesMs | LockTimes = lockTimesMs): Store {
	return {
		...driver,
		async withLock(key, work) {
			const [lease, owner, held] = [`lock:${key}`, randomUUID(), `held:${key}`];
			const giveUpAt = performance.now() + times.patience;
			while (!(await driver.compareAndSet(lease, undefined, owner, times.lease))) {
				if (performance.now() > giveUpAt)
					throw new ProblemError('store_unreachable', 'The sign-in is being renewed. Please try again.');
				await wait(times.poll);
			}
			const hasLapsed = (await driver.get(held)) !== undefined;
			await driver.set(held, owner, times.memory);
			// A store that cannot be reached fails in `work` too, and a lock that lapses early does no harm: pairs are saved only
			// over the version that was read.
			const renewal = setInterval(
				() => void driver.compareAndSet(lease, owner, owner, times.lease).catch(() => undefined),
				times.renewal,
			);
			try {
				return await work({ hasLapsed });
			} finally {
				clearInterval(renewal);
				// A lock that cannot be released now lapses by itself.
				await driver
					.compareAndDelete(held, owner)
					.then(() => driver.compareAndDelete(lease, owner))
					.catch(() => undefined);
			}
		},
	};
}

type LockTimes = Record<keyof typeof lockTimesMs, number>;
