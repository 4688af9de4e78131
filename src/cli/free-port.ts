/** A free port for `PORT=0`: the public URL contains the port, so it must be known before the servers start. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems use for outgoing connections (32768 on Linux, 49152 elsewhere): any of these connections
 * could have a port of that range at the moment when a server wants it.
 */
const usualRange = { from: 20_000, to: 30_000 };
const given = new Set<number>();

async function isFree(port: number, host: string): Promise<boolean> {
	const server = createServer().listen(port, host);
	try {
		await once(server, 'listening');
	} catch (error) {
		if ((error as { code?: string }).code === 'EADDRINUSE') return false;
		throw error;
	}
	server.close();
	await once(server, 'close');
	return true;
}

/**
 * A port that nothing uses now, and that no connection takes by chance. No two calls in a process return the same.
 *
 * @param range from, included, and to, excluded
 * @throws Error when every port of the range is in use, or the system's error for a host that is not of this machine
 */
export async function freePort(host: string, range = usualRange): Promise<number> {
	for (let attempt = 1; attempt <= 1_000; attempt += 1) {
		const port = randomInt(range.from, range.to);
		if (given.has(port) || !(await isFree(port, host))) continue;
		given.add(port);
		return port;
	}
	throw new Error(`no free port from ${range.from} to ${range.to} on ${host}`);
}
