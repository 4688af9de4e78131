/** A real Redis (or Valkey) server for one test. */
import { onTestFinished } from 'vitest';
import { launchRedis } from '../redis-process.ts';

/** As {@link launchRedis}; the server ends with the test. */
export async function startRedis(port?: number, folder?: string) {
	const server = await launchRedis(port, folder);
	onTestFinished(server.stop);
	return server;
}
