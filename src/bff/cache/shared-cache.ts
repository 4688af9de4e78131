/**
 * The shared cache: objects in memory, and in Redis if configured. Concurrent reads of a key cause one load, also
 * across processes. A read returns a stale value while the value is loaded again, and for a day if loading fails.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { createBulkheads } from '../fairness/bulkheads.ts';
import { joinLoad } from '../fairness/join-load.ts';
import type { RedisClient } from '../store/redis.ts';
import {
	createRedisEntries,
	type Entry,
	leaseMs,
	maxEntryBytes,
	type RedisEntries,
} from './redis-entries.ts';

export type { Entry };

export interface CacheRead<Value> {
	/** How long a value is fresh; longer when the hourly budget runs low. For as long again, reads may use it stale. */
	ttlMs: number;
	/** Whether a value, such as an error, is fresh for only half a minute. After that, reads wait for a new one. */
	isShortLived?: (value: Value) => boolean;
	/** A value read before this time is used only if `load` fails. Milliseconds since 1970. */
	notBefore?: number;
	/** Combines a loaded entry with the stored one. By default, keeps the entry that was read later. */
	merge?: (before: Entry<Value> | undefined, loaded: Entry<Value>) => Entry<Value>;
	/** Runs once for concurrent reads. If the load fails because of the visitor who began it, runs again for another. */
	load: () => Promise<Value>;
}

interface Cached<Value> {
	value: Value;
	/** Value of `Cache-Status` after the cache's name (RFC 9211). */
	result: 'hit' | 'hit; detail=stale' | 'fwd=miss';
	readAt: number;
}

export interface Tracked<Value> {
	value: Value;
	/** Whether the entries that were read for `value` are unchanged. */
	isCurrent: () => boolean;
	/** Estimated memory that `isCurrent` takes. */
	bytes: number;
}

const dayMs = 24 * 3_600_000;
const shortTtlMs = 30_000;
/** How long a read waits for a load before it uses a stale value. */
const patienceMs = 3_000;
const leasePollMs = 50;
const maxKeyLength = 1_000;
const maxBytes = 40 * 1024 * 1024;
/** How long an entry stays in memory after its read, and so how long calendars show a removed event as canceled. */
const maxAgeMs = 7 * dayMs;
/** How often to try to change an entry that other processes change at the same time. */
const maxAttempts = 50;
/** The values, by key, that the work of the current `track` call has read so far. */
const readEntries = new AsyncLocalStorage<Map<string, unknown> | undefined>();
const bytesPerReadEntry = 100;

const isFresh = ({ readAt, freshUntil }: Entry<unknown>, now: number, notBefore: number): boolean =>
	now <= freshUntil && readAt >= notBefore;

/** Whether a stale value may be used while it is loaded again. */
const isRecent = ({ readAt, freshUntil }: Entry<unknown>, now: number, notBefore: number): boolean =>
	now <= freshUntil + (freshUntil - readAt) && readAt >= notBefore;

export const latest = <Value>(before: Entry<Value> | undefined, next: Entry<Value>): Entry<Value> =>
	before !== undefined && before.readAt > next.readAt ? before : next;

/** Whether an entry was stored after another one. */
const isLater = (one: Entry<unknown> | undefined, other: Entry<unknown> | undefined): boolean =>
	(one?.storedAt ?? 0) > (other?.storedAt ?? 0);

const isEqual = (one: unknown, other: unknown): boolean =>
	one === other || JSON.stringify(one) === JSON.stringify(other);

interface CacheOptions {
	redis?: RedisClient | undefined;
	/** Keys to sign entries with. Required with Redis. */
	sessionKeys?: readonly string[];
	/** Returns a factor for `ttlMs`: more than 1 if values should stay fresh longer. */
	stretch?: () => number;
	clock?: () => number;
}

export class SharedCache {
	readonly #memory: LRUCache<string, Entry<unknown>>;
	readonly #remote: RedisEntries | undefined;
	/** The latest load of each key, which other reads join. `since`: when the load began. */
	readonly #running = new Map<string, { since: number; loading: Promise<Entry<unknown>> }>();
	/** Runs changes of an entry one after another, so that none overwrites another. */
	readonly #updateInTurn = createBulkheads({ running: 1, waiting: 10_000 });
	readonly #stretch: () => number;
	readonly #clock: () => number;

	constructor({ redis, sessionKeys = [], stretch = () => 1, clock = Date.now }: CacheOptions) {
		this.#stretch = stretch;
		this.#clock = clock;
		this.#memory = new LRUCache({
			maxSize: maxBytes,
			maxEntrySize: maxEntryBytes,
			ttl: maxAgeMs,
			ttlResolution: 0,
			perf: { now: clock },
		});
		this.#remote =
			redis &&
			createRedisEntries(
				redis,
				sessionKeys,
				(key, entry, text) => this.#see(key, entry, text),
				() => void this.#resynchronize(),
			);
	}

	/**
	 * Returns a fresh value, or a recently expired one, which is then loaded again in the background. Otherwise waits for
	 * the load; if the load fails or takes longer than three seconds, returns the last value.
	 * @throws whatever `load` throws, if there is no value
	 */
	async read<Value>(key: string, options: CacheRead<Value>): Promise<Cached<Value>> {
		const { notBefore = 0, isShortLived = () => false } = options;
		if (key.length > maxKeyLength)
			return { value: await options.load(), result: 'fwd=miss', readAt: this.#clock() };
		const last = (await this.findAll<Value>([key])).get(key);
		const now = this.#clock();
		const known = last === undefined || last.readAt + dayMs < now ? undefined : last;
		if (known !== undefined && isFresh(known, now, notBefore)) return this.#use(key, known, 'hit');
		const start = () => {
			const run = { since: now, loading: this.#load(key, options) };
			this.#running.set(key, run);
			return run.loading.finally(() => {
				if (this.#running.get(key) === run) this.#running.delete(key);
			});
		};
		const running = this.#running.get(key);
		const joined = running !== undefined && running.since >= notBefore ? running.loading : undefined;
		const loading = joinLoad(start, (own) => (joined as Promise<Entry<Value>> | undefined) ?? own());
		if (known === undefined) return this.#use(key, await loading, 'fwd=miss');
		// Handle failures before awaiting anything: otherwise, they would be unhandled rejections.
		const loaded = loading.catch(() => undefined);
		const mayBeStale = isRecent(known, now, notBefore) && !isShortLived(known.value);
		const entry = mayBeStale
			? undefined
			: await Promise.race([loaded, wait(patienceMs, undefined, { ref: false })]);
		return entry === undefined
			? this.#use(key, (this.#memory.get(key) as typeof known) ?? known, 'hit; detail=stale')
			: this.#use(key, entry, 'fwd=miss');
	}

	/** Finds entries in memory or Redis, fresh or not. */
	async findAll<Value>(keys: readonly string[]): Promise<Map<string, Entry<Value>>> {
		const missing = keys.filter((key) => !this.#memory.has(key));
		if (missing.length > 0) await this.#findRemote(missing);
		return new Map(
			keys.flatMap((key) => {
				const entry = this.peek<Value>(key);
				return entry === undefined ? [] : [[key, entry] as const];
			}),
		);
	}

	/** Finds an entry in this process's memory, fresh or not. */
	peek<Value>(key: string): Entry<Value> | undefined {
		const entry = this.#memory.get(key) as Entry<Value> | undefined;
		readEntries.getStore()?.set(key, entry?.value);
		return entry;
	}

	/** Calls `pick` for each value in memory, latest used first, and yields the results that aren't undefined. */
	*pick<Picked>(pick: (key: string, value: unknown) => Picked | undefined): Generator<Picked> {
		for (const [key, { value }] of this.#memory.entries()) {
			const picked = pick(key, value);
			if (picked === undefined) continue;
			readEntries.getStore()?.set(key, value);
			yield picked;
		}
	}

	/**
	 * Changes an entry atomically, and tells the other processes.
	 * @param change returns undefined to keep the entry. Called again if another process changes the entry first
	 * @returns the entry after the change
	 */
	update<Value>(
		key: string,
		change: (before: Entry<Value> | undefined) => Entry<Value> | undefined,
	): Promise<Entry<Value> | undefined> {
		return this.#updateInTurn(key, () => this.#update(key, change));
	}

	async #update<Value>(
		key: string,
		change: (before: Entry<Value> | undefined) => Entry<Value> | undefined,
	): Promise<Entry<Value> | undefined> {
		for (let attempts = 0; attempts < maxAttempts; attempts++) {
			const stored = (await this.#findRemote([key])).get(key);
			const known = this.#memory.get(key);
			const before = (isLater(known, stored?.entry) ? known : (stored?.entry ?? known)) as
				| Entry<Value>
				| undefined;
			const changed = change(before);
			if (changed === undefined) return before;
			const storedAt = Math.max(this.#clock(), (before?.storedAt ?? 0) + 1);
			const entry: Entry<Value> = { ...changed, storedAt };
			const text = JSON.stringify(entry);
			const isNew = stored == null || !isEqual(stored.entry.value, entry.value);
			const isReplaced = await this.#remote?.replace(key, stored?.text, text, dayMs, isNew);
			if (isReplaced !== false) return this.#remember(key, entry, text);
		}
		return this.#memory.get(key) as Entry<Value> | undefined;
	}

	/** Runs work, and remembers which entries it reads. */
	track = async <Value>(work: () => Promise<Value>): Promise<Tracked<Value>> => {
		const seen = new Map<string, unknown>();
		const value = await readEntries.run(seen, work);
		const isSame = ([key, each]: [string, unknown]) => this.#memory.peek(key)?.value === each;
		return { value, isCurrent: () => seen.entries().every(isSame), bytes: seen.size * bytesPerReadEntry };
	};

	/** Reads many entries, within tracked work, without tracking them. Afterwards, `peek` at the few that are shown. */
	untracked = <Value>(work: () => Promise<Value>): Promise<Value> => readEntries.run(undefined, work);

	close(): void {
		this.#remote?.close();
	}

	#use<Value>(key: string, { value, readAt }: Entry<Value>, result: Cached<Value>['result']): Cached<Value> {
		readEntries.getStore()?.set(key, value);
		return { value, result, readAt };
	}

	/** Keeps the old value object if the new one is equal, so that documents made from it stay cached. */
	#remember<Value>(key: string, entry: Entry<Value>, text: string): Entry<Value> {
		const known = this.#memory.peek(key) as Entry<Value> | undefined;
		const kept = known && isEqual(known.value, entry.value) ? { ...entry, value: known.value } : entry;
		this.#memory.set(key, kept, { size: text.length + key.length + 1, start: entry.readAt });
		return kept;
	}

	/** Takes an entry that another process has stored, unless the one in memory was stored later. */
	#see(key: string, entry: Entry<unknown>, text: string): void {
		if (!isLater(entry, this.#memory.peek(key))) return;
		// Later reads must not join a load that began before the other process's change.
		this.#running.delete(key);
		this.#remember(key, entry, text);
	}

	/** Copies entries from Redis into memory, unless those in memory were stored later. */
	async #findRemote(keys: readonly string[]): ReturnType<RedisEntries['find']> {
		const found = (await this.#remote?.find(keys)) ?? new Map();
		for (const [key, stored] of found)
			if (stored !== null && isLater(stored.entry, this.#memory.peek(key)))
				this.#remember(key, stored.entry, stored.text);
		return found;
	}

	/** After a reconnect: learns what other processes have changed, and stores what this one has changed. */
	async #resynchronize(): Promise<void> {
		// One by one, so that a restarted Redis isn't overloaded.
		for (const key of [...this.#memory.keys()]) {
			const stored = (await this.#findRemote([key])).get(key);
			const mine = this.#memory.get(key);
			if (stored !== undefined && isLater(mine, stored?.entry))
				await this.update(key, (last) => (last === mine ? mine : undefined)).catch(() => undefined);
		}
	}

	/** Loads and stores a value, unless another process has just loaded it. */
	async #load<Value>(key: string, options: CacheRead<Value>): Promise<Entry<Value>> {
		const { ttlMs, isShortLived = () => false, notBefore = 0 } = options;
		const { merge = latest } = options;
		const lease = await this.#remote?.takeLease(key);
		try {
			if (lease === null) await this.#awaitOther(key);
			if (lease !== undefined) await this.#findRemote([key]);
			const other = this.#memory.get(key);
			if (other !== undefined && isFresh(other, this.#clock(), notBefore)) return other as Entry<Value>;
			const readAt = this.#clock();
			const value = await options.load();
			const lifetimeMs = isShortLived(value) ? shortTtlMs : ttlMs * this.#stretch();
			const loaded = { value, readAt, freshUntil: readAt + lifetimeMs };
			return (await this.update<Value>(key, (before) => merge(before, loaded))) ?? loaded;
		} finally {
			if (typeof lease === 'string') await this.#remote?.releaseLease(key, lease);
		}
	}

	/** Waits while another process has the lease. */
	async #awaitOther(key: string): Promise<void> {
		const giveUpAt = performance.now() + leaseMs;
		while (performance.now() < giveUpAt && (await this.#remote?.isLeased(key))) await wait(leasePollMs);
	}
}
