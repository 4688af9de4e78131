/**
 * The part of the shared cache that processes on one Redis have in common: entries, leases, and messages that name
 * changed entries. While Redis fails, every function behaves as if Redis were empty.
 */
import { randomUUID } from 'node:crypto';
import { duplicateRedis, type RedisClient, replaceEntry } from '../store/redis.ts';

/** Milliseconds since 1970. */
export interface Entry<Value> {
	value: Value;
	/** When the read that brought the value began. */
	readAt: number;
	freshUntil: number;
}

/** An entry and its text, which {@link RedisEntries.replace} expects. */
export interface StoredEntry {
	entry: Entry<unknown>;
	text: string;
}

export type RedisEntries = ReturnType<typeof createRedisEntries>;

/** Longer than a call to the service takes. If a process is killed, others wait no longer. */
export const leaseMs = 15_000;

const entryKey = (key: string) => `entry:${key}`;
const leaseKey = (key: string) => `lease:${key}`;

/** How far processes' clocks may differ. */
const clockSlackMs = 60_000;
/** No entry is fresh for longer: cities are for a day, which the budget stretches at most sixfold. */
const maxFreshMs = 7 * 24 * 3_600_000;

/** Undefined for anything but an entry of a possible time, which another release or program may have written. */
function parseEntry(text: string | null, now: number): StoredEntry | undefined {
	try {
		const entry = JSON.parse(text ?? 'null') as Entry<unknown> | null;
		const isEntry =
			typeof entry?.readAt === 'number' &&
			typeof entry.freshUntil === 'number' &&
			entry.readAt <= now + clockSlackMs &&
			entry.freshUntil <= entry.readAt + maxFreshMs;
		return isEntry && entry.value != null ? { entry, text: text ?? '' } : undefined;
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/** Keys of another process's message. Anyone with access to this Redis can publish on the channel. */
function parseChanges(message: string, ownId: string): readonly string[] {
	try {
		const { from, keys } = (JSON.parse(message) ?? {}) as { from?: unknown; keys?: unknown };
		return from !== ownId && Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
	} catch (error) {
		if (error instanceof SyntaxError) return [];
		throw error;
	}
}

/** Undefined if Redis fails. */
const attempt = <Result>(command: Promise<Result>): Promise<Result | undefined> =>
	command.catch(() => undefined);

/**
 * @param onChange called with the keys of entries that another process has changed
 * @param onReady called whenever messages arrive from now on: earlier ones may have been missed
 */
export function createRedisEntries(
	client: RedisClient,
	clock: () => number,
	onChange: (keys: readonly string[]) => void,
	onReady: () => void,
) {
	const channel = `${client.options.keyPrefix ?? ''}changes`;
	const ownId = randomUUID();
	const subscriber = duplicateRedis(client);
	const subscribe = async () => {
		await attempt(subscriber.subscribe(channel));
		onReady();
	};
	subscriber.on('ready', () => void subscribe());
	subscriber.on('message', (_channel: string, message: string) => onChange(parseChanges(message, ownId)));
	// A subscription sends nothing, so it never notices a dead connection.
	client.on('ready', () => subscriber.disconnect(true));
	void attempt(subscriber.connect());
	return {
		async find(keys: readonly string[]): Promise<Map<string, StoredEntry>> {
			// One command per key, because keys may be on different nodes of a Cluster.
			const texts = await Promise.all(keys.map((key) => attempt(client.get(entryKey(key)))));
			const found = new Map<string, StoredEntry>();
			for (const [index, key] of keys.entries()) {
				const text = texts[index];
				const stored = parseEntry(text ?? null, clock());
				if (stored !== undefined) found.set(key, stored);
				// It would never be replaced.
				else if (text != null) await attempt(client.del(entryKey(key)));
			}
			return found;
		},
		/** @returns false if the entry has another text; undefined if Redis fails */
		replace: (key: string, expected: string | undefined, text: string, ttlMs: number) =>
			attempt(replaceEntry(client, entryKey(key), expected, text, ttlMs)),
		/** @returns the lease; null if another load has it; undefined if Redis fails */
		async takeLease(key: string): Promise<string | null | undefined> {
			const lease = randomUUID();
			const taken = await attempt(client.set(leaseKey(key), lease, 'PX', leaseMs, 'NX'));
			return taken === 'OK' ? lease : taken;
		},
		holderOf: (key: string) => attempt(client.get(leaseKey(key))),
		async releaseLease(key: string, lease: string): Promise<void> {
			if ((await attempt(client.get(leaseKey(key)))) === lease) await attempt(client.del(leaseKey(key)));
		},
		/** Makes the other processes read these entries again. */
		async announce(keys: readonly string[]): Promise<void> {
			await attempt(client.publish(channel, JSON.stringify({ from: ownId, keys })));
		},
		close: () => subscriber.disconnect(),
	};
}
