/** A real Redis (or Valkey) server for one test. */
import { onTestFinished } from 'vitest';
import { launchRedis } from '../redis-process.ts';

/** As {@link launchRedis}; the server stops when the test ends. */
export async function startRedis() {
	const server = await launchRedis();
	onTestFinished(server.stop);
	return server;
}
