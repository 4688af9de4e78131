/** The shared cache: bentocache in memory, plus Redis if configured, with a lease across processes. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompressSync } from 'node:zlib';
import { BentoCache, bentostore } from 'bentocache';
import { memoryDriver } from 'bentocache/drivers/memory';
import { redisDriver } from 'bentocache/drivers/redis';
import type { CacheEvents } from 'bentocache/types';
import { LRUCache } from 'lru-cache';
import type { RedisClient } from '../store/redis.ts';
import { createCacheBus } from './cache-bus.ts';
import { joinLoad, joinRunning } from './join-load.ts';
import type { WorkQueue } from './work-queue.ts';

export interface CacheRead<Value> {
	/** Longer while the hourly budget runs low. */
	ttlMs: number;
	/** For values that are `isShortLived`, such as errors: not used when stale, unless the load fails. */
	shortTtlMs?: number;
	isShortLived?: (value: Value) => boolean;
	/** How long a value is used if `load` fails, and stored in Redis; a day by default. */
	graceMs?: number;
	/** Use a stale value only if the load fails, not while it runs. */
	mustBeFresh?: boolean;
	/**
	 * Runs once for all waiters, in one of the processes that share Redis. Runs again for a waiter if the first
	 * run hit the limits of the visitor who triggered it.
	 */
	load: () => Promise<Value>;
}

interface Cached<Value> {
	value: Value;
	/** Value of `Cache-Status` after the cache's name (RFC 9211). */
	result: 'hit' | 'hit; detail=stale' | 'fwd=miss';
	/** Milliseconds since 1970. */
	loadedAt: number;
}

export type SharedCache = ReturnType<typeof createSharedCache>;

/** Milliseconds since 1970. */
interface Times {
	freshUntil: number;
	loadedAt: number;
}
interface Entry extends Times {
	value: unknown;
}
/** Long values, such as lists with texts, are compressed so that they don't fill Redis. */
type Stored = Entry | (Times & { zstdBase64: string });

const dayMs = 24 * 3_600_000;
/** Renewed while a load waits and retries. If a process is killed, others wait no longer than `ms`. */
const lease = { ms: 15_000, renewalMs: 5_000, pollMs: 50, afterLoadMs: 1_000 } as const;
const maxKeyLength = 1_000;
/** The memory driver's default of 1,000 could evict entries before they fill `maxSize`. */
const maxItems = 20_000;
/**
 * For `ms` after a delete, values live for `ttlMs`: twice as long after each delete that soon follows another, so
 * that someone who keeps changing their mind doesn't cause a read every three seconds.
 */
const settling = { ms: 30_000, ttlMs: 3_000, maxKeys: 100_000 } as const;

/** Characters of JSON. */
const maxPlainLength = 64 * 1024;

async function compress({ value, ...times }: Entry): Promise<{ stored: Stored; bytes: number }> {
	const text = JSON.stringify(value);
	if (text.length <= maxPlainLength) return { stored: { value, ...times }, bytes: Buffer.byteLength(text) };
	const zstdBase64 = (await promisify(zstdCompress)(text)).toString('base64');
	return { stored: { zstdBase64, ...times }, bytes: zstdBase64.length };
}

export function createSharedCache({
	redis,
	stretch = () => 1,
	clock = Date.now,
	maxSize = '40mb',
	mayStore = async () => true,
	onDelete = () => undefined,
	runInTurn,
}: {
	redis?: RedisClient | undefined;
	stretch?: () => number;
	clock?: () => number;
	/** Memory for values, as JSON. */
	maxSize?: string;
	/** Whether the current visitor may cause this many bytes to be stored. */
	mayStore?: (bytes: number) => Promise<boolean>;
	/** Called with keys deleted by any process. */
	onDelete?: (keys: readonly string[]) => void;
	/** For reading long values. */
	runInTurn: WorkQueue;
}) {
	const memory = bentostore().useL1Layer(memoryDriver({ maxSize, maxEntrySize: '6mb', maxItems }));
	/** Values loaded before this time may be outdated, because messages could have been missed. */
	let reconnectedAt = 0;
	const bus =
		redis &&
		createCacheBus(redis, () => {
			reconnectedAt = clock();
		});
	if (redis !== undefined && bus !== undefined) {
		// biome-ignore lint/correctness/useHookAtTopLevel: not a React hook
		memory.useL2Layer(redisDriver({ connection: redis })).useBus(bus);
	}
	// `use` creates the store and subscribes to the bus.
	const caches = new BentoCache({
		default: 'shared',
		stores: { shared: memory },
		prefix: 'cache',
		grace: dayMs,
		suppressL2Errors: true,
	});
	const bento = caches.use('shared');
	/** Long values being decompressed, for concurrent requests to share. */
	const reading = new Map<string, Promise<unknown>>();
	/** @throws ProblemError overloaded, for a long value */
	const decompress = async (key: string, stored: Stored): Promise<Entry> => {
		if (!('zstdBase64' in stored)) return stored;
		const { zstdBase64, ...times } = stored;
		const name = `${times.loadedAt} ${key}`;
		const parse = () =>
			runInTurn<unknown>(() => JSON.parse(String(zstdDecompressSync(Buffer.from(zstdBase64, 'base64')))));
		return { value: await joinLoad(parse, (own) => joinRunning(reading, name, own)), ...times };
	};
	const find = async (key: string, grace: number | false) =>
		(await bento.get<Stored | undefined>({ key, grace })) ?? undefined;
	const store = async (
		key: string,
		{ stored, bytes }: Awaited<ReturnType<typeof compress>>,
		grace: number,
	): Promise<void> => {
		if (await mayStore(bytes))
			await bento.set({ key, value: stored, ttl: stored.freshUntil - clock(), grace });
	};
	/** All loads in progress; `running` has the latest load of each key, for other callers to join. */
	const loads = new Set<{ key: string; isOutdated: boolean }>();
	const running = new Map<string, Promise<Entry>>();
	let deletedAt = 0;
	/** The last delete of each key. `max` would allocate every entry in advance. */
	const deletes = new LRUCache<string, { settledAt: number; ttlMs: number }>({
		maxSize: settling.maxKeys,
		sizeCalculation: () => 1,
	});
	const isSettled = (key: string, at: number) => at >= (deletes.get(key)?.settledAt ?? 0);
	const outdate = (keys: readonly string[]) => {
		deletedAt = clock();
		for (const key of keys) {
			const last = deletes.get(key);
			const isRepeated = last !== undefined && deletedAt < last.settledAt + settling.ms;
			const ttlMs = isRepeated ? Math.min(2 * last.ttlMs, settling.ms) : settling.ttlMs;
			deletes.set(key, { settledAt: deletedAt + settling.ms, ttlMs });
			// Later reads must not join a load that began earlier.
			running.delete(key);
		}
		for (const load of loads) if (keys.includes(load.key)) load.isOutdated = true;
		onDelete(keys);
	};
	caches.on('bus:message:received', ({ message }: CacheEvents['bus:message:received']) => {
		if (message.type === 'delete') outdate(message.keys);
	});

	const leaseKey = (key: string) => `lease:${key}`;
	/** Undefined if Redis fails. */
	const attempt = async <Result>(work: (client: RedisClient) => Promise<Result>) =>
		redis === undefined ? undefined : work(redis).catch(() => undefined);

	/**
	 * Changes a lease's remaining lifetime. Deleting a key deletes its lease too, since the bus may be slower.
	 * @returns false if the lease belongs to another load
	 */
	const changeLease = async (key: string, token: string, restMs: number) => {
		const held = await attempt((client) => client.get(leaseKey(key)));
		if (held === token) await attempt((client) => client.pexpire(leaseKey(key), restMs));
		return held === undefined || held === token;
	};

	/** The value loaded by another process; undefined if that load fails, or its lease ends or changes hands. */
	const awaitOther = async (key: string): Promise<Entry | undefined> => {
		const readLease = () => attempt((client) => client.get(leaseKey(key)));
		const other = await readLease();
		do {
			await wait(lease.pollMs);
			const stored = await find(key, false);
			if (stored !== undefined) return decompress(key, stored);
		} while (typeof other === 'string' && other === (await readLease()));
		return undefined;
	};

	/** Runs a load unless another process does, stores the result, and returns the entry of either process. */
	const loadOnce = async (key: string, grace: number, loadEntry: () => Promise<Entry>): Promise<Entry> => {
		const token = randomUUID();
		const taken = await attempt((client) => client.set(leaseKey(key), token, 'PX', lease.ms, 'NX'));
		if (taken === null) {
			const entry = await awaitOther(key);
			if (entry !== undefined) return entry;
		}
		const current = { key, isOutdated: false };
		loads.add(current);
		const renewal =
			taken === 'OK' ? setInterval(changeLease, lease.renewalMs, key, token, lease.ms) : undefined;
		/** Compresses before the check for outdated values: a delete during a later compression would be missed. */
		const loadBoth = async () => {
			const entry = await loadEntry();
			return { entry, compressed: await compress(entry) };
		};
		try {
			const loaded = await loadBoth();
			clearInterval(renewal);
			// The lease outlives the load until the value is stored, because waiters stop waiting without a lease.
			const wasHeld = taken !== 'OK' || (await changeLease(key, token, lease.afterLoadMs));
			// The value may predate a delete.
			const isOutdated = current.isOutdated || !wasHeld;
			const { entry, compressed } = isOutdated ? await loadBoth() : loaded;
			await store(key, compressed, grace);
			return entry;
		} catch (error) {
			clearInterval(renewal);
			if (taken === 'OK') await changeLease(key, token, 0);
			throw error;
		} finally {
			loads.delete(current);
		}
	};

	const entryOf = (key: string, value: unknown, ttlMs: number, isKnownSettled = false): Entry => {
		const loadedAt = clock();
		const mayLast = isKnownSettled || isSettled(key, loadedAt);
		const shortMs = (deletes.get(key)?.ttlMs ?? settling.ttlMs) * stretch();
		const freshMs = mayLast ? ttlMs : Math.min(ttlMs, shortMs);
		return { value, loadedAt, freshUntil: loadedAt + freshMs };
	};

	return {
		/**
		 * Returns a fresh value; else a stale value immediately, and reloads it in the background; else loads it.
		 * If `load` fails, the last value is used for `graceMs`.
		 * @param key not stored if longer than 1,000 characters
		 * @throws whatever `load` throws, if there is no value
		 */
		async read<Value>(
			key: string,
			{
				ttlMs,
				shortTtlMs = ttlMs,
				isShortLived = () => false,
				graceMs = dayMs,
				mustBeFresh = false,
				load,
			}: CacheRead<Value>,
		): Promise<Cached<Value>> {
			if (key.length > maxKeyLength) return { value: await load(), result: 'fwd=miss', loadedAt: clock() };
			const loadEntry = async (): Promise<Entry> => {
				const value = await load();
				return entryOf(key, value, isShortLived(value) ? shortTtlMs : ttlMs * stretch());
			};
			const start = () => {
				const run = loadOnce(key, graceMs, loadEntry).finally(() => {
					if (running.get(key) === run) running.delete(key);
				});
				running.set(key, run);
				return run;
			};
			const cachedOf = ({ value, loadedAt }: Entry, result: Cached<Value>['result']) => ({
				value: value as Value,
				result,
				loadedAt,
			});
			const last = await find(key, graceMs);
			const known = last === undefined || last.loadedAt + graceMs < clock() ? undefined : last;
			if (known !== undefined && clock() <= known.freshUntil && known.loadedAt >= reconnectedAt)
				return cachedOf(await decompress(key, known), 'hit');
			const loading = joinLoad(start, (own) => running.get(key) ?? own());
			if (known === undefined) return cachedOf(await loading, 'fwd=miss');
			const stale = cachedOf(await decompress(key, known), 'hit; detail=stale');
			const fresh = loading.then(
				(entry) => cachedOf(entry, 'fwd=miss'),
				() => stale,
			);
			return mustBeFresh || isShortLived(stale.value) || !isSettled(key, known.loadedAt) ? fresh : stale;
		},
		/** The stored value, whatever its age. */
		async peek<Value>(key: string) {
			const stored = await find(key, dayMs);
			return stored && ((await decompress(key, stored)).value as Value);
		},
		/**
		 * Stores a value that came with another response, unless there is a fresh one, or something was deleted
		 * in the meantime.
		 * @param read `startedAt`: when the read began; `isSettled`: whether the value includes the last write,
		 * and so stays fresh after a delete
		 */
		async add(
			key: string,
			value: unknown,
			ttlMs: number,
			read: { startedAt: number; isSettled?: boolean },
		): Promise<void> {
			if (key.length > maxKeyLength || deletedAt > read.startedAt) return;
			const known = await find(key, false);
			if (known !== undefined && clock() <= known.freshUntil) return;
			await store(key, await compress(entryOf(key, value, ttlMs * stretch(), read.isSettled)), dayMs);
		},
		/**
		 * Deletes entries in every process that shares Redis, after a write that may take effect later (gap
		 * register, `body-of-202`): for half a minute, reloaded values stay fresh for a few seconds, and are
		 * not used when stale.
		 */
		async delete(keys: readonly string[]): Promise<void> {
			outdate(keys);
			// One command per key, because keys may be on different nodes of a Cluster.
			await Promise.all(
				keys.flatMap((key) => [bento.delete({ key }), attempt((client) => client.del(leaseKey(key)))]),
			);
		},
		// Redis may be down.
		close: () => caches.disconnect().catch(() => undefined),
	};
}
