/** Queues tasks that block the event loop or take much memory, such as rendering a page. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { networkOf } from '../../servers/visitor.ts';
import { createBulkheads } from './bulkheads.ts';
import { tasks } from './limits.ts';
import { currentVisitor } from './visitor.ts';

const maxWaiting = 10_000;
/** Pause between two tasks: long enough to serve a file from disk. */
const pauseMs = 5;
/** After a longer task, the visitor's next task waits for as long: a visitor uses at most half of the time. */
const longMs = 50;
/** How long a task of {@link mapInTurns} takes: as long as indexing one event in Chinese. */
const sliceMs = 5;

/**
 * Runs one task or a few at a time, at most one of each visitor (IPv6: /48). Pauses between two tasks, so that quick
 * requests are served in between.
 * @param turn whose turn it takes; by default, the current visitor's
 * @throws ProblemError overloaded
 */
export type WorkQueue = <Result>(work: () => Result | Promise<Result>, turn?: string) => Promise<Result>;

/** For work that several visitors may wait for: it needn't wait for other tasks of the visitor who asked first. */
export const ownTurn = (): string => randomUUID();

export function createWorkQueue({ running = 1, patienceMs = 10_000 } = {}): WorkQueue {
	const runForVisitor = createBulkheads(tasks);
	const runInProcess = createBulkheads({ running, waiting: maxWaiting });
	return (work, turn = currentVisitor() ?? '') =>
		new Promise((resolve, reject) => {
			const patience = AbortSignal.timeout(patienceMs);
			let tookMs = 0;
			// Returns the result before the pause.
			const runAlone = async () => {
				const begun = performance.now();
				await Promise.resolve().then(work).then(resolve, reject);
				tookMs = performance.now() - begun;
				await wait(pauseMs);
			};
			const begin = async () => {
				await runInProcess('', runAlone, patience);
				if (tookMs > longMs) await wait(tookMs);
			};
			runForVisitor(networkOf(turn) ?? turn, begin, patience).catch(reject);
		});
}

/** Maps a long list in several tasks of a few milliseconds, in a turn of its own. Other tasks run in between. */
export async function mapInTurns<Item, Result>(
	runInTurn: WorkQueue,
	items: readonly Item[],
	map: (item: Item) => Result,
): Promise<Result[]> {
	const results: Result[] = [];
	const mapSome = () => {
		const until = performance.now() + sliceMs;
		do results.push(map(items[results.length] as Item));
		while (results.length < items.length && performance.now() < until);
	};
	const turn = ownTurn();
	while (results.length < items.length) await runInTurn(mapSome, turn);
	return results;
}
