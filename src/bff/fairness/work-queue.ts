/** Queues work that occupies the process's only thread or much memory, such as rendering a page. */
import { setTimeout as wait } from 'node:timers/promises';
import { networkOf } from '../../servers/visitor.ts';
import { createBulkheads } from './bulkheads.ts';
import { tasks } from './limits.ts';
import { currentVisitor } from './visitor.ts';

const maxWaiting = 10_000;
/** Long enough to serve a file from disk in between. */
const pauseMs = 5;
/** How long a turn of {@link mapInTurns} takes. Indexing one event in Chinese takes as long. */
const sliceMs = 5;

/**
 * Runs a few tasks at a time, one per visitor (IPv6: /48), so that other visitors wait for a few at most.
 * Pauses between two tasks, so that quick requests can run in between.
 * @throws ProblemError overloaded
 */
export type WorkQueue = <Result>(work: () => Result | Promise<Result>) => Promise<Result>;

export function createWorkQueue({ running = 1, patienceMs = 10_000 } = {}): WorkQueue {
	const runForVisitor = createBulkheads(tasks);
	const runInProcess = createBulkheads({ running, waiting: maxWaiting });
	return (work) =>
		new Promise((resolve, reject) => {
			const patience = AbortSignal.timeout(patienceMs);
			// The caller doesn't wait for the pause.
			const runAlone = async () => {
				await Promise.resolve().then(work).then(resolve, reject);
				await wait(pauseMs);
			};
			const visitor = currentVisitor() ?? '';
			const begin = () => runInProcess('', runAlone, patience);
			runForVisitor(networkOf(visitor) ?? visitor, begin, patience).catch(reject);
		});
}

/** Maps a long list in turns of a few milliseconds. Other tasks run between the turns. */
export async function mapInTurns<Item, Result>(
	runInTurn: WorkQueue,
	items: readonly Item[],
	map: (item: Item) => Result,
): Promise<Result[]> {
	const results: Result[] = [];
	while (results.length < items.length)
		await runInTurn(() => {
			const until = performance.now() + sliceMs;
			do results.push(map(items[results.length] as Item));
			while (results.length < items.length && performance.now() < until);
		});
	return results;
}
