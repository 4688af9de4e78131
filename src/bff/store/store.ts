/** What the BFF keeps beyond a request: entries with a lifetime and locks by key, in SQLite or in Redis. */

/**
 * Every function throws ProblemError `store_unreachable` when the store does not respond in time.
 * Values are texts; a key is at most 200 characters.
 */
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
	/**
	 * Runs `work` while no other process runs any under this key. The lock of a process that was killed lapses after
	 * {@link lockTimesMs}`.lease`.
	 */
	withLock<Result>(key: string, work: (lock: TakenLock) => Promise<Result>): Promise<Result>;
	isReady(): Promise<boolean>;
	close(): Promise<void>;
}

/** A lock that was taken. */
export interface TakenLock {
	/** Whether another process had it and did not give it back: it was killed, stopped or cut off. */
	hasLapsed: boolean;
}

/** A working process renews its lease; `poll` is the time between two tries to take a lock, `patience` the longest wait. */
export const lockTimesMs = {
	lease: 8_000,
	renewal: 1_000,
	poll: 25,
	memory: 60_000,
	patience: 30_000,
} as const;
