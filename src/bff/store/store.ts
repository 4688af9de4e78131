/** Keeps entries with a lifetime, and locks, in SQLite or Redis. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { ProblemError } from '../problems/problem.ts';

/** An implementation of the store: in SQLite or Redis. */
export interface Driver {
	/** Undefined if there is no entry. In Redis, an entry of more than 1 MB counts as missing. */
	get(key: string): Promise<string | undefined>;
	set(key: string, value: string, ttlMs: number): Promise<unknown>;
	delete(key: string): Promise<unknown>;
	/**
	 * Replaces an entry if it has the expected value.
	 * @param expected undefined: adds an entry if there is none
	 * @param ttlMs 0 deletes the entry
	 * @returns false if the entry has another value
	 */
	compareAndSet(key: string, expected: string | undefined, value: string, ttlMs: number): Promise<boolean>;
	close(): Promise<void>;
	redacted?: (error: unknown) => unknown;
}

/** Every function throws ProblemError `store_unreachable` if the store doesn't respond in time. */
export type Store = ReturnType<typeof createStore>;

/** If deleting fails, such as on a full disk: how many entries to delete later, and how often to try. */
const undeletedLimits = { entries: 10_000, retryMs: 5_000 };

/**
 * A process that holds a lock renews it every `renewal`. If the process is killed, the lock expires after `lease`.
 * Others try to take it every `poll`, for at most `patience`.
 */
const lockTimesMs = { lease: 8_000, renewal: 1_000, poll: 25, patience: 30_000 };

const storeUnreachable = (cause?: unknown): ProblemError =>
	new ProblemError('store_unreachable', 'Daybill cannot reach its data store at the moment. Try again.', {
		cause,
	});

/** How often to try a change while other requests change the same entry. */
const maxAttempts = 50;

/** Tries a change again until it succeeds. @param attempt returns undefined if another request has changed the entry */
export async function retryChange<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
	for (let attempts = 0; attempts < maxAttempts; attempts++) {
		const result = await attempt();
		if (result !== undefined) return result;
	}
	throw storeUnreachable();
}

/** Parses an entry; undefined if there is none, or if another program or a failing disk has damaged it. */
export function parseEntry<Value>(schema: z.ZodType<Value>, text: string | undefined): Value | undefined {
	try {
		return schema.safeParse(JSON.parse(text ?? 'null')).data;
	} catch {
		return undefined;
	}
}

/** Adds to a driver: locks, errors as problems, and further attempts if deleting fails. */
export function createStore(driver: Driver) {
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
	const compareAndSet: Driver['compareAndSet'] = (...change) => run(() => driver.compareAndSet(...change));
	return {
		async get(key: string): Promise<string | undefined> {
			const text = undeleted.has(key) ? undefined : await run(() => driver.get(key));
			if (!text?.includes('\u{fffd}')) return text;
			// Remove bytes that are not UTF-8: `compareAndSet` could never replace them, as the expected text would differ.
			await remove(key);
			return undefined;
		},
		async set(key: string, value: string, ttlMs: number): Promise<void> {
			await run(() => driver.set(key, value, ttlMs));
			undeleted.delete(key);
		},
		/** If deleting fails, tries again in the background; until then, this process treats the entry as deleted. */
		delete: remove,
		compareAndSet,
		close() {
			clearInterval(retrying);
			return driver.close();
		},
		/** Runs `work` while no other process or request holds the lock of this key. */
		async withLock<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
			const [lease, owner] = [`lock:${key}`, randomUUID()];
			const giveUpAt = performance.now() + lockTimesMs.patience;
			while (!(await compareAndSet(lease, undefined, owner, lockTimesMs.lease))) {
				if (performance.now() > giveUpAt)
					throw new ProblemError('store_unreachable', 'An earlier request is taking too long. Try again.');
				await wait(lockTimesMs.poll);
			}
			// If the store is unreachable, `work` fails, too. If the lock expires too early, tokens are still saved only over
			// the version that was read.
			const renewal = setInterval(
				() => void compareAndSet(lease, owner, owner, lockTimesMs.lease).catch(() => undefined),
				lockTimesMs.renewal,
			);
			try {
				return await work();
			} finally {
				clearInterval(renewal);
				// If this fails, the lock expires by itself.
				await compareAndSet(lease, owner, owner, 0).catch(() => undefined);
			}
		},
	};
}
