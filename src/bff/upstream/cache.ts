/** The shared cache (design §5): memory, plus Redis where it is configured. */

export interface CacheRead<Value> {
	/** Milliseconds for which a value is fresh, before it is stretched while the hourly budget runs low. */
	ttlMs: number;
	/** Milliseconds for which a value is fresh that `isNegative`, such as an error of the service. */
	negativeTtlMs?: number;
	isNegative?: (value: Value) => boolean;
	/** Fetches the value. Runs once for all that wait, in one process of those that share Redis. */
	load: () => Promise<Value>;
}

export interface Cached<Value> {
	value: Value;
	/** Value of `Cache-Status` after the cache's name (RFC 9211): `hit`, `hit; stale`, `fwd=miss`. */
	result: string;
}

export interface SharedCache {
	/**
	 * A fresh value from the cache, else a stale one at once while it is fetched again, else the loaded one. A value stays
	 * for a day in case the service fails.
	 *
	 * @throws what `load` throws, where there is no value
	 */
	read<Value>(key: string, options: CacheRead<Value>): Promise<Cached<Value>>;
	/** Removes entries in this process, in Redis and in every process that shares it. */
	delete(keys: readonly string[]): Promise<void>;
	/** Bytes in memory, estimated. */
	sizeBytes(): number;
	close(): Promise<void>;
}
