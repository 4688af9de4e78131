/** Entries with a lifetime, and locks by key, in SQLite or Redis. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ProblemError } from '../http/problem.ts';

/** Every function throws ProblemError `store_unreachable` if the store doesn't respond in time. */
export interface Store {
	/** Undefined if missing or expired. */
	get(key: string): Promise<string | undefined>;
	set(key: string, value: string, ttlMs: number): Promise<void>;
	delete(key: string): Promise<void>;
	/**
	 * Sets an entry if it has the expected value.
	 *
	 * @param expected undefined for no entry
	 * @param ttlMs 0 deletes it
	 * @returns false if it has another value
	 */
	compareAndSet(key: string, expected: string | undefined, value: string, ttlMs: number): Promise<boolean>;
	/** Runs `work` while no other process does under this key. */
	withLock<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
	/** Writes an entry, which is of no use. */
	probe(): Promise<void>;
	close(): Promise<void>;
}

/** What an engine provides; locks are made of it. */
export type Driver = Omit<Store, 'withLock' | 'probe'>;

/**
 * A working process renews its lease every `renewal`; a killed process's lock lapses after `lease`. `poll` is the
 * time between two tries, `patience` the longest wait.
 */
const lockTimesMs = { lease: 8_000, renewal: 1_000, poll: 25, patience: 30_000 };

const probeTtlMs = 60_000;

export const storeUnreachable = (cause?: unknown): ProblemError =>
	new ProblemError(
		'store_unreachable',
		'Daybill cannot reach its data store at the moment. Please try again.',
		undefined,
		cause,
	);

/** Adds locks and the probe to a driver. */
export function createStore(driver: Driver): Store {
	return {
		...driver,
		probe: () => driver.set('probe', '', probeTtlMs),
		async withLock(key, work) {
			const [lease, owner] = [`lock:${key}`, randomUUID()];
			const giveUpAt = performance.now() + lockTimesMs.patience;
			while (!(await driver.compareAndSet(lease, undefined, owner, lockTimesMs.lease))) {
				if (performance.now() > giveUpAt)
					throw new ProblemError('store_unreachable', 'The sign-in is being renewed. Please try again.');
				await wait(lockTimesMs.poll);
			}
			// An unreachable store fails in `work` too, and a lock that lapses early does no harm: pairs are saved
			// only over the version that was read.
			const renewal = setInterval(
				() => void driver.compareAndSet(lease, owner, owner, lockTimesMs.lease).catch(() => undefined),
				lockTimesMs.renewal,
			);
			try {
				return await work();
			} finally {
				clearInterval(renewal);
				// Otherwise the lock lapses.
				await driver.compareAndSet(lease, owner, owner, 0).catch(() => undefined);
			}
		},
	};
}
