/** Connects to Redis or Valkey (`REDIS_URL`): one server, Sentinels or a Cluster. Implements the store there. */
import type { FastifyBaseLogger } from 'fastify';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { BffSettings } from '../settings.ts';
import type { Driver } from './store.ts';

export type RedisClient = Redis | Cluster;

type RedisSettings = Partial<Pick<BffSettings, 'storePrefix' | 'redisSentinelName'>> & { redisUrl: string };

const startPatienceMs = 5_000;

/** Commands fail after two seconds. A silent connection is closed sooner, so that not every command waits that long. */
const options = {
	lazyConnect: true,
	enableOfflineQueue: false,
	maxRetriesPerRequest: 1,
	connectTimeout: 3_000,
	commandTimeout: 2_000,
	socketTimeout: 1_500,
	retryStrategy: (attempts: number) => Math.min(50 * 2 ** attempts, 1_000) * (0.5 + Math.random()),
} satisfies RedisOptions;

function openRedis({ redisUrl, storePrefix = 'daybill:', redisSentinelName }: RedisSettings): RedisClient {
	const urls = redisUrl.split(',');
	const [url = ''] = urls;
	const shared = { ...options, keyPrefix: storePrefix };
	if (redisSentinelName == null && urls.length === 1) return new Redis(url, shared);
	const nodes = urls.map((each) => {
		const { hostname, port } = new URL(each);
		const defaultPort = redisSentinelName == null ? 6379 : 26_379;
		return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || defaultPort };
	});
	const { username, password, protocol } = new URL(url);
	const credentials = {
		username: decodeURIComponent(username),
		password: decodeURIComponent(password),
		...(protocol === 'rediss:' ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
	};
	if (redisSentinelName == null)
		return new Cluster(nodes, {
			keyPrefix: shared.keyPrefix,
			lazyConnect: true,
			enableOfflineQueue: false,
			clusterRetryStrategy: options.retryStrategy,
			redisOptions: { ...options, ...credentials },
		});
	return new Redis(url, {
		...shared,
		...credentials,
		sentinels: nodes,
		name: redisSentinelName,
		sentinelRetryStrategy: options.retryStrategy,
	});
}

export function duplicateRedis(client: RedisClient): RedisClient {
	const copy =
		client instanceof Cluster ? client.duplicate([]) : client.duplicate({ autoResubscribe: false });
	// The main client already logs that Redis is unreachable.
	copy.on('error', () => undefined);
	return copy;
}

/**
 * Returns a function that copies an error's name, code and message, and removes passwords: a server's error may repeat
 * the command. Other properties, such as the cause, may contain commands, too, so they are left out.
 */
function createErrorRedaction(redisUrl: string): (error: unknown) => Error {
	const passwords = redisUrl
		.split(',')
		.map((url) => new URL(url).password)
		.flatMap((password) => (password === '' ? [] : [password, decodeURIComponent(password)]));
	return (error) => {
		const { name = 'Error', code, message = String(error) } = error as Partial<NodeJS.ErrnoException>;
		const text = passwords.reduce((redacted, password) => redacted.replaceAll(password, '***'), message);
		const redacted = new Error(text || code || name);
		return Object.assign(redacted, { name, stack: `${name}: ${redacted.message}` }, code && { code });
	};
}

/** Connects, and reconnects in the background. @throws Error, without passwords, if Redis is unreachable at startup */
export async function connectRedis(
	settings: RedisSettings,
	log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<RedisClient> {
	const redacted = createErrorRedaction(settings.redisUrl);
	const client = openRedis(settings);
	let lastError: unknown = new Error('no reply');
	let isStarted = false;
	client.on('error', (error: unknown) => {
		lastError = error;
		if (isStarted) log.warn({ err: redacted(error) }, 'Redis cannot be reached');
	});
	const ready = new Promise<void>((resolve) => client.once('ready', resolve));
	const { promise: late, reject } = Promise.withResolvers<never>();
	// Sentinels and Clusters have no primary for a moment while they elect one, so keep trying.
	client.connect().catch(() => {
		if (client instanceof Redis && client.options.sentinels == null) reject(lastError);
	});
	const timer = setTimeout(() => reject(lastError), startPatienceMs);
	try {
		await Promise.race([ready, late]);
	} catch (error) {
		client.disconnect();
		throw new Error(`Redis at REDIS_URL cannot be used: ${redacted(error).message}`);
	} finally {
		clearTimeout(timer);
	}
	isStarted = true;
	return client;
}

/** The largest entries are the events of people's lists (1 MB encrypted) and people's records (up to 800 KB). */
const maxEntryBytes = 1024 * 1024;

/** Reads an entry; undefined if there is none. Deletes an entry that isn't a string or is longer than `maxBytes`. */
export async function readEntry(
	client: RedisClient,
	key: string,
	maxBytes: number,
): Promise<string | undefined> {
	const text = await client.getrange(key, 0, maxBytes).catch((error: Error) => {
		if (!error.message.startsWith('WRONGTYPE')) throw error;
		return undefined;
	});
	if (text !== undefined && Buffer.byteLength(text) <= maxBytes) return text || undefined;
	await client.del(key);
	return undefined;
}

/** KEYS[1]: the entry. ARGV: the expected value or '', the new value, and its lifetime in milliseconds; 0 deletes it. */
const replaceScript = `
if redis.pcall('GETRANGE', KEYS[1], 0, #ARGV[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

/**
 * Replaces an entry if it has the expected value.
 * @param expected undefined: there must be no entry
 * @returns false if the entry has another value
 */
export async function replaceEntry(
	client: RedisClient,
	key: string,
	expected: string | undefined,
	value: string,
	ttlMs: number,
): Promise<boolean> {
	const lifetimeMs = Math.max(0, Math.ceil(ttlMs));
	return (await client.eval(replaceScript, 1, key, expected ?? '', value, lifetimeMs)) === 1;
}

/** @param redisUrl its passwords are removed from errors */
export const createRedisStore = (client: RedisClient, redisUrl: string): Driver => ({
	redacted: createErrorRedaction(redisUrl),
	get: (key) => readEntry(client, key, maxEntryBytes),
	set: (key, value, ttlMs) => client.set(key, value, 'PX', Math.ceil(ttlMs)),
	delete: (key) => client.del(key),
	compareAndSet: (...change) => replaceEntry(client, ...change),
	close: async () => client.disconnect(),
});
