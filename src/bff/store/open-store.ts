/** Opens the store: in Redis if configured, else in SQLite in the data folder. */
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { BffSettings } from '../settings.ts';
import { connectRedis, createRedisStore, type RedisClient } from './redis.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { createStore, type Store } from './store.ts';

/** In DATA_DIR. */
export const databaseName = 'daybill.sqlite';

/** @returns the store, and the connection to Redis for the shared cache and limits */
export async function openStore(
	settings: Pick<BffSettings, 'redisUrl' | 'dataDir'> &
		Partial<Pick<BffSettings, 'storePrefix' | 'redisSentinelName'>>,
	clock: () => number,
	log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<{ store: Store; redis: RedisClient | undefined }> {
	const { redisUrl, dataDir } = settings;
	if (redisUrl === null) {
		const file = dataDir === ':memory:' ? dataDir : path.join(dataDir, databaseName);
		return { store: createStore(openSqliteStore(file, clock, settings.storePrefix)), redis: undefined };
	}
	const redis = await connectRedis({ ...settings, redisUrl }, log);
	return { store: createStore(createRedisStore(redis, redisUrl)), redis };
}
