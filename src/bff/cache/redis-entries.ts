/**
 * The shared cache in Redis: entries, leases for loading them, and messages with the keys of changed entries. While
 * Redis fails, every function behaves as if Redis were empty.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createSigner } from '../hash.ts';
import { duplicateRedis, type RedisClient, replaceEntry } from '../store/redis.ts';
import { parseEntry } from '../store/store.ts';

/** Milliseconds since 1970. */
export interface Entry<Value> {
	value: Value;
	/** When the read of the value began. */
	readAt: number;
	freshUntil: number;
}

/** An entry and its text, which {@link RedisEntries.replace} expects. */
export interface StoredEntry {
	entry: Entry<unknown>;
	text: string;
}

export type RedisEntries = ReturnType<typeof createRedisEntries>;

/** Longer than a call to the service takes. Others wait this long for a process that was killed. */
export const leaseMs = 15_000;

/** Increase it if a cached type changes: releases that share Redis don't read each other's entries then. */
const format = 1;

const entryKey = (key: string) => `entry:${format}:${key}`;
const leaseKey = (key: string) => `lease:${key}`;

const changesSchema = z.object({ from: z.string(), keys: z.array(z.string()) });

/** Undefined if Redis fails. */
const attempt = <Result>(command: Promise<Result>): Promise<Result | undefined> =>
	command.catch(() => undefined);

/**
 * Signs entries, because the code that reads them relies on their shape. An entry without a valid signature counts as
 * absent.
 * @param sessionKeys the same for all processes
 * @param onChange called with the keys of entries that another process has changed
 * @param onReady called after each (re)connection: messages may have been missed before
 */
export function createRedisEntries(
	client: RedisClient,
	sessionKeys: readonly string[],
	onChange: (keys: readonly string[]) => void,
	onReady: () => void,
) {
	const channel = `${client.options.keyPrefix ?? ''}changes`;
	const ownId = randomUUID();
	const signer = createSigner(sessionKeys, 'daybill cache entries');
	const signed = (key: string, json: string) => `${signer.sign(`${entryKey(key)} ${json}`)} ${json}`;
	const open = (key: string, text: string): StoredEntry | undefined => {
		const [signature = ''] = text.split(' ', 1);
		const json = text.slice(signature.length + 1);
		return signer.verify(`${entryKey(key)} ${json}`, signature)
			? { entry: JSON.parse(json), text }
			: undefined;
	};
	const subscriber = duplicateRedis(client);
	const subscribe = async () => {
		await attempt(subscriber.subscribe(channel));
		onReady();
	};
	subscriber.on('ready', () => void subscribe());
	subscriber.on('message', (_channel: string, message: string) => {
		const changes = parseEntry(changesSchema, message);
		if (changes !== undefined && changes.from !== ownId) onChange(changes.keys);
	});
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
				if (text == null) continue;
				const stored = open(key, text);
				if (stored !== undefined) found.set(key, stored);
				// Otherwise `replace` would never find what it expects.
				else await attempt(client.del(entryKey(key)));
			}
			return found;
		},
		/** @returns false if the entry has another text; undefined if Redis fails */
		replace: (key: string, expected: string | undefined, json: string, ttlMs: number) =>
			attempt(replaceEntry(client, entryKey(key), expected, signed(key, json), ttlMs)),
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
