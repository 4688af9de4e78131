/**
 * A visitor in a thread of their own who requests /healthz every ten milliseconds, whether or not the requests before have
 * a response: a process that does nothing else for half a second makes fifty of them wait. Sends the waits in milliseconds
 * when it gets a message.
 */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { origin, host } = workerData as { origin: string; host: string };
const agent = new Agent({ keepAlive: true });
let waits: number[] = [];
/** When the requests that have no response yet were sent. */
const open = new Set<{ startedAt: number }>();

setInterval(() => {
	const request = { startedAt: performance.now() };
	open.add(request);
	const end = () => {
		if (open.delete(request)) waits.push(performance.now() - request.startedAt);
	};
	get(`${origin}/healthz`, { agent, headers: { host } }, (response) => {
		response.resume();
		response.on('end', end);
	}).on('error', end);
}, 10);

parentPort?.on('message', () => {
	parentPort?.postMessage([...waits, ...[...open].map(({ startedAt }) => performance.now() - startedAt)]);
	waits = [];
});
