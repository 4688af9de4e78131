/**
 * A thread that requests a page every ten milliseconds, without waiting for earlier responses: if the process blocks
 * for half a second, fifty visitors wait. Each request comes from a different address (any of 127.0.0.0/8 on Linux),
 * because rate limits are per address. Sends the waits in milliseconds when it receives a message.
 */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { pagePatterns } from '../../src/contract/paths.ts';

const { origin, host } = workerData as { origin: string; host: string };
const agent = new Agent({ keepAlive: true });
let waits: number[] = [];
let requests = 0;
/** Requests without a response. */
const open = new Set<{ startedAt: number }>();

setInterval(() => {
	const request = { startedAt: performance.now() };
	open.add(request);
	const end = () => {
		if (open.delete(request)) waits.push(performance.now() - request.startedAt);
	};
	const localAddress = `127.0.0.${2 + (requests++ % 250)}`;
	get(`${origin}${pagePatterns.cities}`, { agent, localAddress, headers: { host } }, (response) => {
		if (response.statusCode !== 200) throw new Error(`a page is ${response.statusCode}`);
		response.resume();
		response.on('end', end);
	}).on('error', end);
}, 10);

parentPort?.on('message', () => {
	parentPort?.postMessage([...waits, ...[...open].map(({ startedAt }) => performance.now() - startedAt)]);
	waits = [];
});
