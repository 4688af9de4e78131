/** Ports for servers that must be started again on the same one, or that cannot choose a free one themselves. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems use for outgoing connections (32768 on Linux, 49152 elsewhere): any of these connections
 * could have a port of that range at the moment when a server wants it.
 */
const range = { from: 20_000, to: 30_000 };
const given = new Set<number>();

async function isFree(port: number): Promise<boolean> {
	const server = createServer().listen(port, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch {
		return false;
	}
	server.close();
	await once(server, 'close');
	return true;
}

/** A port that nothing uses now, and that no connection takes by chance. No two calls in a process return the same. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(range.from, range.to);
		if (given.has(port) || !(await isFree(port))) continue;
		given.add(port);
		return port;
	}
}
