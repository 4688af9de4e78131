/** The shared cache: bentocache in memory, plus Redis where it is configured, with a lease across processes. */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { BentoCache, bentostore, errors } from 'bentocache';
import { memoryDriver } from 'bentocache/drivers/memory';
import { redisDriver } from 'bentocache/drivers/redis';
import type { CacheEvents } from 'bentocache/types';
import type { RedisClient } from '../store/redis.ts';
import { createCacheBus } from './cache-bus.ts';

export interface CacheRead<Value> {
	/** Milliseconds for which a value is fresh, before it is stretched while the hourly budget runs low. */
	ttlMs: number;
	/** Milliseconds for which a value is fresh that `isNegative`, such as an error of the service. */
	negativeTtlMs?: number;
	isNegative?: (value: Value) => boolean;
	/** Whether a stale value is not sent while it is fetched again, but only when that fails. */
	mustBeFresh?: boolean;
	/** Fetches the value. Runs once for all that wait, in one process of those that share Redis. */
	load: () => Promise<Value>;
}

interface Cached<Value> {
	value: Value;
	/** Value of `Cache-Status` after the cache's name (RFC 9211). */
	result: 'hit' | 'hit; detail=stale' | 'fwd=miss';
	/** When it was fetched, in milliseconds since 1970. */
	loadedAt: number;
}

export interface SharedCache {
	/**
	 * A fresh value from the cache, else a stale one at once while it is fetched again, else the loaded one. When `load`
	 * fails, the last value is sent for a day.
	 *
	 * @param key at most 1,000 characters count; longer ones are not stored
	 * @throws what `load` throws, where there is no value
	 */
	read<Value>(key: string, options: CacheRead<Value>): Promise<Cached<Value>>;
	/** The value that is stored, however old it is. */
	peek<Value>(key: string): Promise<Value | undefined>;
	/**
	 * Stores a value that came with another response, unless there is a fresh one, or something was deleted meanwhile.
	 *
	 * @param startedAt when the read of the response began, in milliseconds since 1970
	 */
	add<Value>(key: string, value: Value, ttlMs: number, startedAt: number): Promise<void>;
	/** Removes entries in this process, in Redis and in every process that shares it. */
	delete(keys: readonly string[]): Promise<void>;
	close(): Promise<void>;
}

/** A value as it is stored. */
interface Entry {
	value: unknown;
	/** Milliseconds since 1970. */
	freshUntil: number;
	loadedAt: number;
}

const graceMs = 24 * 3_600_000;
/** Milliseconds until a load that failed is tried again where there is a stale value. */
const failureTtlMs = 10_000;
/** A load ends after 12 seconds at the latest; a process that was killed holds nobody up for longer. */
const lease = { ms: 15_000, pollMs: 50, afterLoadMs: 1_000 } as const;
const maxKeyLength = 1_000;
/** The memory driver counts values and not keys, and has a default of 1,000. */
const maxItems = 20_000;

/**
 * @param stretch how many times longer than usual values stay fresh
 * @param clock milliseconds since 1970
 */
export function createSharedCache({
	redis,
	prefix = '',
	stretch = () => 1,
	clock = Date.now,
	maxSize = '40mb',
	onDelete = () => undefined,
}: {
	redis?: RedisClient | undefined;
	/** Of every key in Redis. */
	prefix?: string | undefined;
	stretch?: () => number;
	clock?: () => number;
	/** Memory that values take, as JSON. */
	maxSize?: string;
	/** Called with keys that this process, or one that shares Redis, has deleted. */
	onDelete?: (keys: readonly string[]) => void;
}): SharedCache {
	const emitter = new EventEmitter();
	const memory = bentostore().useL1Layer(memoryDriver({ maxSize, maxEntrySize: '6mb', maxItems }));
	/** When messages could be missed last, in milliseconds since 1970: what was loaded before may be outdated. */
	let reconnectedAt = 0;
	const bus =
		redis &&
		createCacheBus(redis, () => {
			reconnectedAt = clock();
		});
	if (redis !== undefined && bus !== undefined) {
		// biome-ignore lint/correctness/useHookAtTopLevel: not React's
		memory.useL2Layer(redisDriver({ connection: redis })).useBus(bus);
	}
	// `use` creates the store, and subscribes to the bus, before the first read.
	const caches = new BentoCache({
		default: 'shared',
		stores: { shared: memory },
		prefix: `${prefix}daybill:cache`,
		emitter,
		grace: graceMs,
		graceBackoff: failureTtlMs,
		timeout: 0,
		suppressL2Errors: true,
	});
	const bento = caches.use('shared');
	/** Loads under way, and the keys of those that a write has made outdated. */
	const running = new Map<string, Promise<{ entry: Entry }>>();
	const outdated = new Set<string>();
	/** When anything was deleted last, in milliseconds since 1970. */
	let deletedAt = 0;
	const outdate = (keys: readonly string[]) => {
		deletedAt = clock();
		for (const key of keys) if (running.has(key)) outdated.add(key);
		onDelete(keys);
	};
	caches.on('bus:message:received', ({ message }: CacheEvents['bus:message:received']) => {
		if (message.type === 'delete') outdate(message.keys);
	});

	const leaseKey = (key: string) => `${prefix}daybill:lease:${key}`;
	/** Redis that fails is as if there were none. */
	const attempt = async <Result>(work: (client: RedisClient) => Promise<Result>) =>
		redis === undefined ? undefined : work(redis).catch(() => undefined);

	/**
	 * Sets the rest of a lease. Who deletes a key deletes its lease too, since the bus may be slower.
	 *
	 * @returns false where the lease is not this load's any more
	 */
	const endLease = async (key: string, token: string, restMs: number) => {
		const held = await attempt((client) => client.get(leaseKey(key)));
		if (held === token) await attempt((client) => client.pexpire(leaseKey(key), restMs));
		return held === undefined || held === token;
	};

	/** What another process loads under its lease; undefined when it fails, or has none any more. */
	const awaitOther = async (key: string): Promise<Entry | undefined> => {
		for (const end = Date.now() + lease.ms; Date.now() < end; ) {
			await wait(lease.pollMs);
			const entry = await bento.get<Entry | undefined>({ key, grace: false });
			if (entry !== undefined && entry !== null) return entry;
			if (!(await attempt((client) => client.exists(leaseKey(key))))) return undefined;
		}
		return undefined;
	};

	/** Runs a load while no other process runs it, and returns the entry that it, or the other process, has made. */
	const loadOnce = async (
		key: string,
		loadEntry: () => Promise<Entry>,
	): Promise<{ entry: Entry; isOwn: boolean }> => {
		const token = randomUUID();
		const taken = await attempt((client) => client.set(leaseKey(key), token, 'PX', lease.ms, 'NX'));
		if (taken === null) {
			const entry = await awaitOther(key);
			if (entry !== undefined) return { entry, isOwn: false };
		}
		outdated.delete(key);
		try {
			const entry = await loadEntry();
			// The entry is stored after this returns; those that wait look for it before they look at the lease.
			const wasHeld = taken !== 'OK' || (await endLease(key, token, lease.afterLoadMs));
			// What was read may be from before a delete.
			const isOutdated = outdated.delete(key) || !wasHeld;
			return { entry: isOutdated ? await loadEntry() : entry, isOwn: true };
		} catch (error) {
			if (taken === 'OK') await endLease(key, token, 0);
			throw error;
		}
	};

	const entryOf = (value: unknown, ttlMs: number): Entry => ({
		value,
		loadedAt: clock(),
		freshUntil: clock() + ttlMs,
	});

	return {
		async read<Value>(
			key: string,
			{ ttlMs, negativeTtlMs = ttlMs, isNegative = () => false, mustBeFresh = false, load }: CacheRead<Value>,
		): Promise<Cached<Value>> {
			if (key.length > maxKeyLength) return { value: await load(), result: 'fwd=miss', loadedAt: clock() };
			let wasLoaded = false;
			const loadEntry = async (): Promise<Entry> => {
				try {
					const value = await load();
					return entryOf(value, isNegative(value) ? negativeTtlMs : ttlMs * stretch());
				} catch (error) {
					const last = await bento.get<Entry | undefined>({ key, grace: graceMs });
					if (last == null || last.loadedAt + graceMs < clock()) throw error;
					return { ...last, freshUntil: clock() };
				}
			};
			const find = (forceFresh: boolean) =>
				bento.getOrSet<Entry>({
					key,
					ttl: ttlMs,
					forceFresh,
					factory: async (context) => {
						wasLoaded = true;
						const run = loadOnce(key, loadEntry).finally(() => running.delete(key));
						running.set(key, run);
						const { entry: made, isOwn } = await run;
						// One that failed to load is tried again after a while.
						const ttl = Math.max(made.freshUntil - clock(), failureTtlMs);
						context.setOptions({ ttl, skipL2Write: !isOwn, skipBusNotify: !isOwn });
						return made;
					},
				});
			const cachedOf = ({ value, loadedAt }: Entry, result: Cached<Value>['result']) => ({
				value: value as Value,
				result,
				loadedAt,
			});
			try {
				const entry = await find(false);
				if (clock() <= entry.freshUntil && entry.loadedAt >= reconnectedAt)
					return cachedOf(entry, wasLoaded ? 'fwd=miss' : 'hit');
				const refresh = running.get(key)?.then((run) => run.entry) ?? (wasLoaded ? undefined : find(true));
				if (refresh !== undefined && (mustBeFresh || isNegative(entry.value as Value)))
					return cachedOf(await refresh, 'fwd=miss');
				refresh?.catch(() => undefined);
				return cachedOf(entry, 'hit; detail=stale');
			} catch (error) {
				throw error instanceof errors.E_FACTORY_ERROR ? error.cause : error;
			}
		},
		async peek<Value>(key: string) {
			const entry = await bento.get<Entry | undefined>({ key, grace: graceMs });
			return entry?.value as Value | undefined;
		},
		async add(key, value, ttlMs, startedAt) {
			if (key.length > maxKeyLength || deletedAt > startedAt) return;
			const known = await bento.get<Entry | undefined>({ key, grace: false });
			if (known != null && clock() <= known.freshUntil) return;
			const ttl = ttlMs * stretch();
			await bento.set({ key, value: entryOf(value, ttl), ttl });
		},
		async delete(keys) {
			outdate(keys);
			// One by one, since the keys are on several nodes of a Cluster.
			await Promise.all(
				keys.flatMap((key) => [bento.delete({ key }), attempt((client) => client.del(leaseKey(key)))]),
			);
		},
		// Redis may be away.
		close: () => caches.disconnect().catch(() => undefined),
	};
}
