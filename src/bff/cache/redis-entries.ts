/**
 * The part of the shared cache that is in Redis: entries, leases (the right to load an entry), and messages that tell
 * other processes which entries have changed. If Redis fails or is slow, functions return undefined.
 */
import { randomUUID } from 'node:crypto';
import { createBriefWait } from '../fairness/brief-wait.ts';
import { createSigner } from '../hash.ts';
import { duplicateRedis, type RedisClient, readEntry, replaceEntry } from '../store/redis.ts';

/** A cached value. Times are in milliseconds since 1970. */
export interface Entry<Value> {
	value: Value;
	/** When the read of the value began. */
	readAt: number;
	/** Until then, reads return the value without loading it again. */
	freshUntil: number;
	/** When the cache stored it. Of two entries of a key, the one stored later counts. */
	storedAt?: number | undefined;
}

/** An entry, and its text in Redis, by which {@link RedisEntries.replace} notices changes by other processes. */
export interface StoredEntry {
	entry: Entry<unknown>;
	text: string;
}

export type RedisEntries = ReturnType<typeof createRedisEntries>;

/** Longer than almost any load takes. If a process is killed during a load, others start one after this time. */
export const leaseMs = 15_000;

/** Part of keys and channel. Increase it when a type in Redis changes: releases must not read each other's values. */
const format = 5;

/** Length of an entry's JSON. The service's responses have up to 4 MB. */
export const maxEntryBytes = 6 * 1024 * 1024;

const entryKey = (key: string) => `entry:${format}:${key}`;
const leaseKey = (key: string) => `lease:${key}`;

/**
 * Signs entries, so that their readers need not check the types. Ignores entries without a valid signature, and those
 * that are too long.
 * @param sessionKeys the same for all processes
 * @param onChange called with an entry that a process has changed
 * @param onReady called after each connect and reconnect: until then, messages may have been missed
 */
export function createRedisEntries(
	client: RedisClient,
	sessionKeys: readonly string[],
	onChange: (key: string, entry: Entry<unknown>, text: string) => void,
	onReady: () => void,
) {
	const channel = `${client.options.keyPrefix ?? ''}changes:${format}`;
	const signer = createSigner(sessionKeys, 'daybill cache entries');
	const signed = (key: string, json: string) => `${signer.sign(`${entryKey(key)} ${json}`)} ${json}`;
	/** Returns undefined if the signature is invalid. */
	const open = (key: string, text: string): Entry<unknown> | undefined => {
		const [signature = ''] = text.split(' ', 1);
		const json = text.slice(signature.length + 1);
		return signer.verify(`${entryKey(key)} ${json}`, signature) ? JSON.parse(json) : undefined;
	};
	const attempt = createBriefWait();
	const subscriber = duplicateRedis(client);
	const subscribe = async () => {
		await subscriber.subscribe(channel).catch(() => undefined);
		onReady();
	};
	subscriber.on('ready', () => void subscribe());
	subscriber.on('message', (_channel: string, message: string) => {
		if (message.length > maxEntryBytes) return;
		// The key may contain line breaks; the entry is one line of JSON.
		const keyEnd = message.lastIndexOf('\n');
		const [key, text] = [message.slice(0, keyEnd), message.slice(keyEnd + 1)];
		const entry = open(key, text);
		if (entry !== undefined) onChange(key, entry, text);
	});
	// The subscriber sends nothing, so it doesn't notice a dead connection. Reconnect it whenever the client reconnects.
	client.on('ready', () => subscriber.disconnect(true));
	void subscriber.connect().catch(() => undefined);
	const release = (key: string, lease: string) => attempt(replaceEntry(client, leaseKey(key), lease, '', 0));
	return {
		/** @returns null for each key without a valid entry in Redis; leaves out keys that could not be read */
		async find(keys: readonly string[]): Promise<Map<string, StoredEntry | null>> {
			const found = new Map<string, StoredEntry | null>();
			const read = async (key: string) => {
				const reading = readEntry(client, entryKey(key), maxEntryBytes);
				const text = await attempt(reading.then((value) => value ?? null));
				if (text === undefined) return;
				const entry = text === null ? undefined : open(key, text);
				found.set(key, text === null || entry === undefined ? null : { entry, text });
				// Delete an entry that isn't valid: `replace` can't replace what `find` doesn't return.
				if (text !== null && entry === undefined) await attempt(client.del(entryKey(key)));
			};
			// One command per key, because a Cluster may keep the keys on different nodes.
			await Promise.all(keys.map(read));
			return found;
		},
		/**
		 * @param isSent whether to send the entry to all processes
		 * @returns whether the entry had the expected text and was replaced; undefined if Redis fails or is slow
		 */
		async replace(key: string, expected: string | undefined, json: string, ttlMs: number, isSent: boolean) {
			const text = signed(key, json);
			const replaced = await attempt(replaceEntry(client, entryKey(key), expected, text, ttlMs));
			// Redis may be full. Other processes must not read the outdated entry.
			if (replaced === undefined) await attempt(client.del(entryKey(key)));
			if (isSent && replaced !== false) await attempt(client.publish(channel, `${key}\n${text}`));
			return replaced;
		},
		/** @returns the lease; null if another load has it; undefined if Redis fails or is slow */
		async takeLease(key: string): Promise<string | null | undefined> {
			const lease = randomUUID();
			const taking = client.set(leaseKey(key), lease, 'PX', leaseMs, 'NX');
			const taken = await attempt(taking);
			if (taken === undefined) void taking.then(() => release(key, lease)).catch(() => undefined);
			return taken && lease;
		},
		isLeased: async (key: string) => (await attempt(client.exists(leaseKey(key)))) === 1,
		releaseLease: release,
		close: () => subscriber.disconnect(),
	};
}
