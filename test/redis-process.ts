/** A real Redis (or Valkey) server on a free port, without persistence. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';
import { pathOf, redis } from './programs.ts';

async function end(server: ChildProcess): Promise<void> {
	if (server.exitCode !== null || server.signalCode !== null) return;
	server.kill('SIGKILL');
	await once(server, 'exit');
}

/** @returns the server once it is ready, or its output if it ends earlier */
function spawnUntil(args: readonly string[], isReady: RegExp): Promise<ChildProcess | string> {
	const server = spawn(pathOf(redis), args, { stdio: ['ignore', 'pipe', 'ignore'] });
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
 * Starts a server, on another port if the first one is taken.
 *
 * @param argsFor returns the arguments for a port
 * @param isReady matches the output once the server accepts connections
 */
export async function spawnServer(
	argsFor: (port: number) => readonly string[] | Promise<readonly string[]>,
	isReady = /ready to accept connections/i,
) {
	for (;;) {
		const port = await freePort();
		const server = await spawnUntil(await argsFor(port), isReady);
		if (typeof server !== 'string') return { port, stop: () => end(server) };
		// Another process may have taken the port since it was found free.
		if (!/in use/i.test(server)) throw new Error(`Redis did not start:\n${server}`);
	}
}

/** @returns the URL for REDIS_URL, and a function that stops the server */
export async function launchRedis() {
	const server = await spawnServer((port) => [
		...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
	]);
	return { url: `redis://127.0.0.1:${server.port}`, ...server };
}
