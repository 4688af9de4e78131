/** Entries with a lifetime, and locks by key, in SQLite or Redis. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { ProblemError } from '../problems/problem.ts';

/** Every function throws ProblemError `store_unreachable` if the store doesn't respond in time. */
export interface Store {
	/**
	 * Undefined if missing, expired, or not text.
	 * @param maxBytes in Redis, where others may write, a longer entry counts as missing; 1 MB by default
	 */
	get(key: string, maxBytes?: number): Promise<string | undefined>;
	set(key: string, value: string, ttlMs: number): Promise<void>;
	/** If the delete fails, it is retried, and meanwhile this process treats the entry as deleted. */
	delete(key: string): Promise<void>;
	/**
	 * Only over the expected value; undefined: over no entry.
	 * @param ttlMs 0 deletes
	 * @param maxTtlMs in Redis, where others may write, an entry with a longer lifetime counts as missing
	 * @returns whether it did
	 */
	compareAndSet(
		key: string,
		expected: string | undefined,
		value: string,
		ttlMs: number,
		maxTtlMs?: number,
	): Promise<boolean>;
	/** Runs `work` while nobody else, in any process, holds the lock of this key. */
	withLock<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
	close(): Promise<void>;
}

export interface Driver extends Omit<Store, 'withLock' | 'set' | 'delete'> {
	set(...entry: Parameters<Store['set']>): Promise<unknown>;
	delete(key: string): Promise<unknown>;
	redacted?: (error: unknown) => unknown;
}

/** Limits for entries that couldn't be deleted, such as when the disk is full. More are not retried. */
const undeletedLimits = { entries: 10_000, retryMs: 5_000 };

/**
 * A running process renews its lease every `renewal`; a killed process's lock lapses after `lease`. `poll` is
 * the time between two attempts, `patience` the longest wait.
 */
const lockTimesMs = { lease: 8_000, renewal: 1_000, poll: 25, patience: 30_000 };

const storeUnreachable = (cause?: unknown): ProblemError =>
	new ProblemError('store_unreachable', 'Daybill cannot reach its data store at the moment. Try again.', {
		cause,
	});

/** Of one change; other requests may change the entry at the same time. */
const maxAttempts = 50;

/** Repeats a change until `compareAndSet` accepts it. @param attempt undefined if another request was faster */
export async function retryChange<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
	for (let attempts = 0; attempts < maxAttempts; attempts++) {
		const result = await attempt();
		if (result !== undefined) return result;
	}
	throw storeUnreachable();
}

/** What an entry contains. Undefined also for what another program, or a failing disk, made of it. */
export function parseEntry<Value>(schema: z.ZodType<Value>, text: string | undefined): Value | undefined {
	try {
		return schema.safeParse(JSON.parse(text ?? 'null')).data;
	} catch {
		return undefined;
	}
}

/** Adds locks, problems as errors, and retries of failed deletes to a driver. */
export function createStore(driver: Driver): Store {
	const { redacted = (error) => error } = driver;
	const run = async <Result>(command: () => Promise<Result>): Promise<Result> => {
		try {
			return await command();
		} catch (error) {
			throw storeUnreachable(redacted(error));
		}
	};
	const undeleted = new Set<string>();
	const remove = async (key: string) => {
		if (undeleted.size < undeletedLimits.entries) undeleted.add(key);
		await run(() => driver.delete(key));
		undeleted.delete(key);
	};
	const retrying = setInterval(
		() => void Promise.all([...undeleted].map(remove)).catch(() => undefined),
		undeletedLimits.retryMs,
	).unref();
	const compareAndSet: Store['compareAndSet'] = (...change) => run(() => driver.compareAndSet(...change));
	return {
		async get(key, maxBytes) {
			const text = undeleted.has(key) ? undefined : await run(() => driver.get(key, maxBytes));
			if (!text?.includes('\u{fffd}')) return text;
			// Bytes that are not UTF-8 never equal the text that `compareAndSet` expects.
			await remove(key);
			return undefined;
		},
		async set(key, value, ttlMs) {
			await run(() => driver.set(key, value, ttlMs));
			undeleted.delete(key);
		},
		delete: remove,
		compareAndSet,
		close() {
			clearInterval(retrying);
			return driver.close();
		},
		async withLock(key, work) {
			const [lease, owner] = [`lock:${key}`, randomUUID()];
			const giveUpAt = performance.now() + lockTimesMs.patience;
			while (!(await compareAndSet(lease, undefined, owner, lockTimesMs.lease, lockTimesMs.lease))) {
				if (performance.now() > giveUpAt)
					throw new ProblemError('store_unreachable', 'The sign-in is being renewed. Try again.');
				await wait(lockTimesMs.poll);
			}
			// If the store is unreachable, `work` fails too. A lock that lapses early does no harm: pairs are saved
			// only over the version that was read.
			const renewal = setInterval(
				() => void compareAndSet(lease, owner, owner, lockTimesMs.lease).catch(() => undefined),
				lockTimesMs.renewal,
			);
			try {
				return await work();
			} finally {
				clearInterval(renewal);
				// If this fails, the lock lapses by itself.
				await compareAndSet(lease, owner, owner, 0).catch(() => undefined);
			}
		},
	};
}
