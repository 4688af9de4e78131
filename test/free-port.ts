/** Ports for test servers that must restart on the same port, or whose port must be known beforehand. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Each Vitest process has its own range of ports. */
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 19;
const portsOfWorker = 500;
/** Above 10080, which browsers block, and below the ephemeral ports of common systems. */
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

/** An unused port, which no other test and no outgoing connection can take by chance. */
export async function freePort(): Promise<number> {
	for (let attempt = 1; attempt <= 1_000; attempt += 1) {
		const port = first + randomInt(portsOfWorker);
		if (given.has(port) || !(await isFree(port))) continue;
		given.add(port);
		return port;
	}
	throw new Error(`no free port from ${first} on`);
}
