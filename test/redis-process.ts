/** A real Redis (or Valkey) server, on a free port, with nothing on disk. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';
import { findProgram, redis, remedyOf } from './programs.ts';

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

/** @returns the server, once it has printed that it is ready; what it printed if it ends before that */
function spawnUntil(args: readonly string[], isReady: RegExp): Promise<ChildProcess | string> {
	const server = spawn(redisProgram(), args, { stdio: ['ignore', 'pipe', 'ignore'] });
	let printed = '';
	const { promise, resolve } = Promise.withResolvers<ChildProcess | string>();
	server.stdout.on('data', (chunk: Buffer) => {
		printed += chunk;
		if (isReady.test(printed)) resolve(server);
	});
	server.once('close', () => resolve(printed));
	return promise;
}

/**
 * Starts a server.
 *
 * @param argsFor a port
 * @param port defaults to any free one
 * @param isReady what it prints when it has loaded its data and accepts connections
 */
export async function spawnServer(
	argsFor: (port: number) => readonly string[] | Promise<readonly string[]>,
	isReady = /ready to accept connections/i,
	port?: number,
) {
	for (;;) {
		const listenAt = port ?? (await freePort());
		const server = await spawnUntil(await argsFor(listenAt), isReady);
		if (typeof server !== 'string') return { port: listenAt, process: server, stop: () => end(server) };
		// Another process can take a free port first. Where the port is given, that is a mistake of the test.
		if (port !== undefined || !/in use/i.test(server)) throw new Error(`Redis did not start:\n${server}`);
	}
}

/**
 * @param port defaults to any free one
 * @param folder where every write is stored; without one nothing is on disk
 * @returns the URL for REDIS_URL, and the server's process to stop or kill
 */
export async function launchRedis(port?: number, folder?: string) {
	const onDisk = ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', folder ?? ''];
	const server = await spawnServer(
		(listenAt) => [
			...['--port', String(listenAt), '--bind', '127.0.0.1', '--save', '', '--daemonize', 'no'],
			...(folder === undefined ? ['--appendonly', 'no'] : onDisk),
		],
		undefined,
		port,
	);
	return { url: `redis://127.0.0.1:${server.port}`, ...server };
}
