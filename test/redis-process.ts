/** A real Redis (or Valkey) server, on a free port, with nothing on disk. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { findProgram, redis, remedyOf } from './checks/programs.ts';
import { freePort } from './free-port.ts';

function redisProgram(): string {
	const found = findProgram(redis);
	if (found === undefined) throw new Error(`The tests need Redis. ${remedyOf([redis])}`);
	return found;
}

async function end(server: ChildProcess): Promise<void> {
	if (server.exitCode !== null || server.signalCode !== null) return;
	server.kill('SIGKILL');
	await once(server, 'exit');
}

/** @returns the server, once it has loaded its data and accepts connections; what it printed if it ends before that */
function spawnRedis(port: number, folder: string | undefined): Promise<ChildProcess | string> {
	const onDisk = ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', folder ?? ''];
	const server = spawn(
		redisProgram(),
		[
			...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--daemonize', 'no'],
			...(folder === undefined ? ['--appendonly', 'no'] : onDisk),
		],
		{ stdio: ['ignore', 'pipe', 'ignore'] },
	);
	let printed = '';
	const { promise, resolve } = Promise.withResolvers<ChildProcess | string>();
	server.stdout.on('data', (chunk: Buffer) => {
		printed += chunk;
		if (/ready to accept connections/i.test(printed)) resolve(server);
	});
	server.once('close', () => resolve(printed));
	return promise;
}

/**
 * @param port defaults to any free one
 * @param folder where every write is stored; without one nothing is on disk
 * @returns the URL for REDIS_URL, and the server's process to stop or kill
 */
export async function launchRedis(port?: number, folder?: string) {
	for (;;) {
		const listenAt = port ?? (await freePort());
		const server = await spawnRedis(listenAt, folder);
		if (typeof server !== 'string')
			return {
				url: `redis://127.0.0.1:${listenAt}`,
				port: listenAt,
				process: server,
				stop: () => end(server),
			};
		// Another process can take a free port first. Where the port is given, that is a mistake of the test.
		if (port !== undefined || !/in use/i.test(server)) throw new Error(`Redis did not start:\n${server}`);
	}
}
