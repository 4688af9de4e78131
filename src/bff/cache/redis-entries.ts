/**
 * The part of the shared cache that is in Redis: entries, leases (the right to load an entry), and messages that tell
 * other processes which entries have changed. If Redis fails or is slow, functions find nothing and return undefined.
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
}

/** An entry, and its text in Redis, by which {@link RedisEntries.replace} notices changes by other processes. */
export interface StoredEntry {
	entry: Entry<unknown>;
	text: string;
}

interface Change {
	/** The process that made it. */
	from: string;
	key: string;
	entry?: Entry<unknown> | undefined;
}

export type RedisEntries = ReturnType<typeof createRedisEntries>;

/** Longer than almost any load takes. If a process is killed while it loads, the others wait this long, then load. */
export const leaseMs = 15_000;

/** Part of keys and channel. Increase it when a type in Redis changes: releases must not read each other's values. */
const format = 3;

/** Length of an entry's JSON. The service's responses have up to 4 MB, an event with its text less than 256 KB. */
export const maxEntryBytes = 6 * 1024 * 1024;
const maxEventBytes = 256 * 1024;
/** Entries to read at a time. Few, because another program may have written long ones, which take time to check. */
const keysAtOnce = 8;
const maxLeaseBytes = 100;
const maxMessageLength = 64 * 1024;

export const eventKey = (id: string) => `event:${id}`;
const entryKey = (key: string) => `entry:${format}:${key}`;
const leaseKey = (key: string) => `lease:${key}`;

/**
 * Signs entries and messages, so that their readers need not check the types. Ignores entries and messages without a
 * valid signature, and those that are too long.
 * @param sessionKeys the same for all processes
 * @param onChange called with the key of an entry that another process has changed, and the entry if it sent one
 * @param onReady called after each connect and reconnect: until then, messages may have been missed
 */
export function createRedisEntries(
	client: RedisClient,
	sessionKeys: readonly string[],
	onChange: (key: string, entry: Entry<unknown> | undefined) => void,
	onReady: () => void,
) {
	const channel = `${client.options.keyPrefix ?? ''}changes:${format}`;
	const ownId = randomUUID();
	const signer = createSigner(sessionKeys, 'daybill cache entries');
	const signed = (name: string, json: string) => `${signer.sign(`${name} ${json}`)} ${json}`;
	/** Returns undefined if the signature is invalid. */
	const open = <Value>(name: string, text: string): Value | undefined => {
		const [signature = ''] = text.split(' ', 1);
		const json = text.slice(signature.length + 1);
		return signer.verify(`${name} ${json}`, signature) ? JSON.parse(json) : undefined;
	};
	const attempt = createBriefWait();
	const subscriber = duplicateRedis(client);
	const subscribe = async () => {
		await subscriber.subscribe(channel).catch(() => undefined);
		onReady();
	};
	subscriber.on('ready', () => void subscribe());
	subscriber.on('message', (_channel: string, message: string) => {
		if (message.length > maxMessageLength) return;
		const change = open<Change>(channel, message);
		if (change !== undefined && change.from !== ownId) onChange(change.key, change.entry);
	});
	// The subscriber sends nothing, so it doesn't notice a dead connection. Reconnect it whenever the client reconnects.
	client.on('ready', () => subscriber.disconnect(true));
	void subscriber.connect().catch(() => undefined);
	const release = (key: string, lease: string) => attempt(replaceEntry(client, leaseKey(key), lease, '', 0));
	return {
		async find(keys: readonly string[]): Promise<Map<string, StoredEntry>> {
			const found = new Map<string, StoredEntry>();
			const read = async (key: string) => {
				const maxBytes = key.startsWith(eventKey('')) ? maxEventBytes : maxEntryBytes;
				const text = await attempt(readEntry(client, entryKey(key), maxBytes));
				if (text === undefined) return;
				const entry = open<Entry<unknown>>(entryKey(key), text);
				if (entry !== undefined) found.set(key, { entry, text });
				// Delete an entry that isn't valid: `replace` can't replace what `find` doesn't return.
				else await attempt(client.del(entryKey(key)));
			};
			// One command per key, because a Cluster may keep the keys on different nodes.
			for (let from = 0; from < keys.length; from += keysAtOnce)
				await Promise.all(keys.slice(from, from + keysAtOnce).map(read));
			return found;
		},
		/** @returns false if the entry has another text; undefined if Redis fails or is slow */
		replace: (key: string, expected: string | undefined, json: string, ttlMs: number) =>
			attempt(replaceEntry(client, entryKey(key), expected, signed(entryKey(key), json), ttlMs)),
		/** @returns the lease; null if another load has it; undefined if Redis fails or is slow */
		async takeLease(key: string): Promise<string | null | undefined> {
			const lease = randomUUID();
			const taking = replaceEntry(client, leaseKey(key), undefined, lease, leaseMs, leaseMs);
			const taken = await attempt(taking);
			if (taken === undefined) void taking.then(() => release(key, lease)).catch(() => undefined);
			return taken === false ? null : taken && lease;
		},
		holderOf: (key: string) => attempt(readEntry(client, leaseKey(key), maxLeaseBytes)),
		releaseLease: release,
		/** Tells the other processes that an entry has changed. @param entry set if Redis could not store it */
		announce(key: string, entry: Entry<unknown> | undefined) {
			const change: Change = { from: ownId, key, entry };
			return attempt(client.publish(channel, signed(channel, JSON.stringify(change))));
		},
		close: () => subscriber.disconnect(),
	};
}
