/** A real Redis (or Valkey) server for one test. */
import { onTestFinished } from 'vitest';
import { connectRedis } from '../../src/bff/store/redis.ts';
import { launchRedis } from '../redis-process.ts';

/** As {@link launchRedis}; the server stops when the test ends. */
export async function startRedis() {
	const server = await launchRedis();
	onTestFinished(server.stop);
	return server;
}

/** Connects as a BFF does, until the test ends. */
export async function connect(redisUrl: string, redisPrefix?: string) {
	const settings = { redisUrl, ...(redisPrefix !== undefined && { redisPrefix }) };
	const redis = await connectRedis(settings, { warn: () => undefined });
	onTestFinished(() => redis.disconnect());
	return redis;
}
