/** Ports for servers of tests that must start again on the same one, or whose port others must know beforehand. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Vitest numbers its processes. Each takes ports of its own. */
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 19;
const portsOfWorker = 500;
/** Above 10080, which browsers refuse to open, and below the ports that systems use for outgoing connections. */
const first = 10_500 + worker * portsOfWorker;
const given = new Set<number>();

async function isFree(port: number): Promise<boolean> {
	const server = createServer().listen(port, '127.0.0.1');
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

/** A port that nothing uses now, and that neither another test nor a connection takes by chance. */
export async function freePort(): Promise<number> {
	for (let attempt = 1; attempt <= 1_000; attempt += 1) {
		const port = first + randomInt(portsOfWorker);
		if (given.has(port) || !(await isFree(port))) continue;
		given.add(port);
		return port;
	}
	throw new Error(`no free port from ${first} on`);
}
