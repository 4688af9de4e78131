/** A real Redis (or Valkey) server for one test, on a free port, with nothing on disk. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'redis';
import { onTestFinished } from 'vitest';
import { freePort } from '../free-port.ts';

function redisProgram(): string {
	const names = ['redis-server', 'valkey-server'];
	const found = [
		process.env.REDIS_SERVER_PATH,
		...(process.env.PATH ?? '').split(path.delimiter).flatMap((dir) => names.map((n) => path.join(dir, n))),
	].find((file) => file !== undefined && existsSync(file));
	if (found === undefined)
		throw new Error('redis-server is missing: run `npm test`, which installs it, or set REDIS_SERVER_PATH');
	return found;
}

/**
 * @param port defaults to any free one
 * @param folder where every write is stored; without one nothing is on disk
 * @returns the URL for REDIS_URL, and the server's process to stop or kill
 */
export async function startRedis(port?: number, folder?: string) {
	const listenAt = port ?? (await freePort());
	const server = spawn(
		redisProgram(),
		[
			'--port',
			String(listenAt),
			'--bind',
			'127.0.0.1',
			'--save',
			'',
			...(folder === undefined
				? ['--appendonly', 'no']
				: ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', folder]),
			'--daemonize',
			'no',
		],
		{ stdio: 'ignore' },
	);
	const stop = async () => {
		if (server.exitCode !== null || server.signalCode !== null) return;
		server.kill('SIGKILL');
		await once(server, 'exit');
	};
	onTestFinished(stop);
	const url = `redis://127.0.0.1:${listenAt}`;
	const probe = createClient({ url, socket: { reconnectStrategy: 20 } });
	probe.on('error', () => undefined);
	await probe.connect();
	// With much data on disk the server listens before it has loaded all of it, and replies LOADING.
	while ((await probe.ping().catch(() => '')) !== 'PONG') await wait(20);
	probe.destroy();
	return { url, port: listenAt, process: server, stop };
}
