/** A real Redis (or Valkey) server for one test. */
import { createClient } from 'redis';
import { afterAll, onTestFinished } from 'vitest';
import { launchRedis } from '../redis-process.ts';
import { launchCluster, launchSentinel } from '../redis-topologies.ts';

/** As {@link launchRedis}; the server stops when the test ends. */
export async function startRedis() {
	const server = await launchRedis();
	onTestFinished(server.stop);
	return server;
}

interface Shared {
	url: string;
	ports: readonly number[];
	stop(): Promise<void>;
}

/** Launches the servers for the first test that needs them, and empties them for each test. */
function shareServers(launch: () => Promise<Shared>) {
	let launched: Promise<Shared> | undefined;
	return async () => {
		launched ??= launch();
		const { url, ports } = await launched;
		for (const port of ports) {
			const client = createClient({ url: `redis://127.0.0.1:${port}` });
			await client.connect();
			await client.flushAll();
			client.destroy();
		}
		return { url, ports };
	};
}

/** Starts Redis alone, behind a Sentinel, or as a Cluster, and returns its URL and the ports of all servers that hold data. */
export function redisTopologies() {
	const servers: Shared[] = [];
	const keeping = (launch: () => Promise<Shared>) => async () => {
		const server = await launch();
		servers.push(server);
		return server;
	};
	afterAll(() => Promise.all(servers.map(({ stop }) => stop())));
	const startAlone = async () => {
		const { url, port } = await startRedis();
		return { url, ports: [port] };
	};
	return {
		Redis: startAlone,
		'Redis behind a Sentinel': shareServers(keeping(launchSentinel)),
		'a Redis Cluster': shareServers(keeping(launchCluster)),
	};
}
