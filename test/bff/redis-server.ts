/** A real Redis (or Valkey) server for one test. */
import { createClient } from 'redis';
import { onTestFinished } from 'vitest';
import { connectRedis } from '../../src/bff/store/redis.ts';
import { launchRedis } from '../redis-process.ts';

/** As {@link launchRedis}; the server stops when the test ends. */
export async function startRedis() {
	const server = await launchRedis();
	onTestFinished(server.stop);
	return server;
}

/** A client independent of the BFF's, until the test ends. */
export async function openAdmin(url: string, database = 0) {
	const client = createClient({ url, database });
	// Without a listener, the client would throw when the server ends.
	client.on('error', () => undefined);
	await client.connect();
	onTestFinished(() => client.destroy());
	return client;
}

/** Connects as a BFF does, until the test ends. */
export async function connect(redisUrl: string, storePrefix?: string) {
	const settings = { redisUrl, ...(storePrefix !== undefined && { storePrefix }) };
	const redis = await connectRedis(settings, { warn: () => undefined });
	onTestFinished(() => redis.disconnect());
	return redis;
}
