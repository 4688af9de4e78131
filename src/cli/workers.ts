/** The primary process of several workers (`WORKERS`): starts them, replaces one that ends, and stops all. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry } from 'prom-client';
import { createPrimaryTasks, type PrimaryTasks } from '../bff/reads/primary.ts';
import { isOurs, type ToPrimary, type ToWorker } from './worker-messages.ts';

/** Milliseconds before a worker is replaced: the first one at once, each further one within a minute after twice as long. */
const pause = { first: 250, longest: 30_000, memory: 60_000 };

/**
 * How long to wait before a worker is replaced.
 *
 * @param ends monotonic milliseconds of the ends of workers, the last one included
 */
export function pauseAfter(ends: readonly number[]): number {
	const last = ends.at(-1) ?? 0;
	const before = ends.filter((end) => last - end < pause.memory).length - 1;
	return before === 0 ? 0 : Math.min(pause.first * 2 ** (before - 1), pause.longest);
}

const send = (worker: Worker, message: ToWorker) => {
	if (worker.isConnected()) worker.send(message);
};

/** Does what a worker asks for. */
function serve(worker: Worker, tasks: PrimaryTasks, onReady: () => void): void {
	worker.on('message', (message: unknown) => {
		if (!isOurs<ToPrimary>(message)) return;
		if (message.kind === 'ready') {
			onReady();
			return;
		}
		const { id, task, args } = message;
		const reply = (result: { value?: unknown; error?: string }) =>
			send(worker, { daybill: true, kind: 'reply', id, ...result });
		(tasks[task] as (...args: unknown[]) => Promise<unknown>)(...args).then(
			(value) => reply({ value }),
			(error: unknown) => reply({ error: String(error) }),
		);
	});
}

/**
 * Starts workers, which run this same program.
 *
 * @param environment variables in place of this process's own
 * @param report what an operator should know
 * @returns once all of them listen
 * @throws Error when one ends before that; it has printed why
 */
export async function startWorkers(
	count: number,
	environment: Record<string, string>,
	report: (line: string) => void,
): Promise<{ close(): Promise<void> }> {
	const registry = new AggregatorRegistry();
	const tasksOf = createPrimaryTasks(() => registry.clusterMetrics());
	const all = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
	let ends: number[] = [];
	let isStarted = false;
	let isStopping = false;

	const start = (): Promise<void> => {
		const worker = cluster.fork(environment);
		// A message to a worker that was killed a moment ago fails; its end is what counts.
		worker.on('error', () => undefined);
		const ready = Promise.withResolvers<void>();
		const passOn: Parameters<typeof tasksOf>[0] = (change) => {
			for (const other of all()) if (other !== worker) send(other, { daybill: true, kind: 'change', change });
		};
		serve(worker, tasksOf(passOn), ready.resolve);
		worker.once('exit', (status, signal) => {
			const how = signal === null ? `with status ${status}` : `by ${signal}`;
			ready.reject(new Error(`a worker ended ${how} before it listened`));
			if (isStopping || !isStarted) return;
			ends = [...ends.slice(-20), performance.now()];
			const milliseconds = pauseAfter(ends);
			report(
				`A worker (process ${worker.process.pid}) ended ${how}; the next one starts in ${milliseconds} ms.`,
			);
			setTimeout(() => {
				// Its end is seen above.
				if (!isStopping) start().catch(() => undefined);
			}, milliseconds);
		});
		return ready.promise;
	};
	const close = async () => {
		isStopping = true;
		const ended = all().map((worker) => once(worker, 'exit'));
		for (const worker of all()) send(worker, { daybill: true, kind: 'stop' });
		await Promise.all(ended);
	};

	try {
		// The first alone, so that what is wrong is printed once.
		await start();
		await Promise.all(Array.from({ length: count - 1 }, start));
	} catch (error) {
		await close();
		throw error;
	}
	isStarted = true;
	return { close };
}
