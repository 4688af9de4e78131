/** Stores in Redis with a connection of their own, which they close. */
import type { FastifyBaseLogger } from 'fastify';
import { createRedisCalendarStore } from '../../src/bff/feeds/redis-calendar-store.ts';
import type { Encryption } from '../../src/bff/session/encryption.ts';
import { createRedisSessionStore } from '../../src/bff/session/redis-session-store.ts';
import type { StoreLimits } from '../../src/bff/session/session-store.ts';
import { connectRedis } from '../../src/bff/storage/redis.ts';

type Log = Pick<FastifyBaseLogger, 'warn'>;

/** @param clock milliseconds since 1970 */
export async function openRedisStore(
	url: string,
	encryption: Encryption,
	clock: () => number,
	log: Log,
	limits?: StoreLimits,
) {
	const redis = await connectRedis(url, log);
	const store = createRedisSessionStore(redis, encryption, clock, log, limits);
	return { ...store, close: async () => redis.close() };
}

/** @param clock milliseconds since 1970 */
export async function openRedisCalendarStore(
	url: string,
	encryption: Encryption,
	clock: () => number,
	log: Log,
	max?: number,
) {
	const redis = await connectRedis(url, log);
	return { ...createRedisCalendarStore(redis, encryption, clock, max), close: async () => redis.close() };
}
