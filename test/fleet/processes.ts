/** Several Daybill processes behind a real proxy, which can be killed and replaced. */
import type { BffSettings } from '../../src/bff/settings.ts';
import { type Child, startChild } from '../child.ts';
import { freePort } from '../free-port.ts';
import { launchHaproxy } from './haproxy.ts';

/** Seconds that the proxy has to take a process out before it stops: more than the second between its checks. */
const drainSeconds = 3;

/** Settings that are plain data, since they go to another process. */
export type ProcessSettings = BffSettings & { clockFile?: string };

export interface Fleet {
	/** Of the proxy. */
	origin: string;
	/** Ends a process with SIGKILL. @returns the monotonic milliseconds in which it ended */
	kill(index: number): Promise<{ from: number; to: number }>;
	/** Starts a process that was killed. @returns once the proxy sends requests to it */
	restart(index: number): Promise<void>;
	/** Stops a process as a deployment does, and starts one with these settings in its place. */
	replace(index: number, settings: ProcessSettings): Promise<void>;
	/** Bytes of memory of each process, from its own figures. */
	memory(): Promise<number[]>;
	/** Ends everything. */
	stop(): Promise<void>;
}

/** @param size number of processes */
export async function startFleet(size: number, settings: ProcessSettings): Promise<Fleet> {
	const ports: number[] = [];
	while (ports.length < size) {
		const port = await freePort();
		if (!ports.includes(port)) ports.push(port);
	}
	const start = (port: number | undefined, own: ProcessSettings) =>
		startChild('test/bff/bff-process.ts', { ...own, port, drainSeconds });
	const running = new Map<number, Child>();
	const endAll = () => Promise.all([...running.values()].map((child) => child.kill()));
	const at = (index: number) => {
		const child = running.get(index);
		if (child === undefined) throw new Error(`process ${index} does not run`);
		return child;
	};
	try {
		await Promise.all(ports.map(async (port, index) => void running.set(index, await start(port, settings))));
		const proxy = await launchHaproxy(ports);
		const startAt = async (index: number, own: ProcessSettings) => {
			running.set(index, await start(ports[index], own));
			await proxy.untilReady(index);
		};
		return {
			origin: proxy.origin,
			async kill(index) {
				const from = performance.now();
				await at(index).kill();
				return { from, to: performance.now() };
			},
			restart: (index) => startAt(index, settings),
			async replace(index, own) {
				await at(index).stop();
				await startAt(index, own);
			},
			memory: () =>
				Promise.all(
					[...running.values()].map(async ({ origin }) => {
						const figures = await (await fetch(`${origin}/metrics`)).text();
						return Number(/^process_resident_memory_bytes (\d+)/m.exec(figures)?.[1]);
					}),
				),
			async stop() {
				await proxy.stop();
				await endAll();
			},
		};
	} catch (error) {
		await endAll();
		throw error;
	}
}
