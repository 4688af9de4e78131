/** The connection to Redis or Valkey (`REDIS_URL`): one server, Sentinels or a Cluster. */
import type { FastifyBaseLogger } from 'fastify';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { createErrorRedaction } from './redaction.ts';
import { readRedisUrl } from './redis-url.ts';

export type RedisClient = Redis | Cluster;

const startPatienceMs = 5_000;

/**
 * Without a connection, commands fail immediately; without a reply, after two seconds. A silent connection is
 * reopened before that, so that a request which sends several commands waits only once.
 */
const options = {
	lazyConnect: true,
	enableOfflineQueue: false,
	maxRetriesPerRequest: 1,
	connectTimeout: 3_000,
	commandTimeout: 2_000,
	socketTimeout: 1_500,
	retryStrategy: (attempts: number) => Math.min(50 * 2 ** attempts, 1_000) * (0.5 + Math.random()),
} satisfies RedisOptions;

function openRedis(url: string, keyPrefix: string): RedisClient {
	const topology = readRedisUrl(url);
	if (topology === null) throw new Error('REDIS_URL cannot be used: it is not a Redis URL');
	if (topology.kind === 'single') return new Redis(url, { ...options, keyPrefix });
	const { nodes, credentials, isEncrypted } = topology;
	const tls = isEncrypted ? { tls: {} } : {};
	if (topology.kind === 'cluster')
		return new Cluster(nodes, {
			keyPrefix,
			lazyConnect: true,
			enableOfflineQueue: false,
			clusterRetryStrategy: options.retryStrategy,
			redisOptions: { ...options, ...credentials, ...tls },
		});
	return new Redis({
		...options,
		keyPrefix,
		...credentials,
		...tls,
		sentinels: nodes,
		name: topology.name,
		db: topology.database,
		sentinelRetryStrategy: options.retryStrategy,
		...(isEncrypted ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
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
 * Connects, and reconnects in the background.
 * @param prefix precedes every key, so that several sites can share one Redis
 * @throws Error, without credentials, for an invalid URL, or if Redis is unreachable at startup
 */
export async function connectRedis(
	url: string,
	prefix: string,
	log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<RedisClient> {
	const redacted = createErrorRedaction(url);
	const client = openRedis(url, `${prefix}daybill:`);
	let lastError: unknown = new Error('no reply');
	let isStarted = false;
	client.on('error', (error: unknown) => {
		lastError = error;
		if (isStarted) log.warn({ err: redacted(error) }, 'Redis cannot be reached');
	});
	const ready = new Promise<void>((resolve) => client.once('ready', resolve));
	const { promise: late, reject } = Promise.withResolvers<never>();
	// Sentinels and Clusters briefly have no primary while they elect one.
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
