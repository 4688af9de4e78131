/** Queues work that takes the process's only thread or memory for long, such as writing a page. */
import { setTimeout as wait } from 'node:timers/promises';
import { bulkhead } from 'cockatiel';
import { networkOf } from '../../servers/visitor.ts';
import { createBulkheads, isOverloaded } from '../http/bulkheads.ts';
import { overloaded } from '../http/problem.ts';
import { currentVisitor } from './visitor.ts';

const ofVisitor = { running: 1, waiting: 256 };
const maxWaiting = 10_000;
/** Enough for a file from the disk. */
const pauseMs = 5;

/**
 * Runs few pieces of work at a time, one per visitor (IPv6: /48), so that everyone else waits for a few
 * at most. Between two pieces, requests that take no time are answered.
 * @throws ProblemError overloaded
 */
export type WorkQueue = <Result>(work: () => Result | Promise<Result>) => Promise<Result>;

export function createWorkQueue({ running = 1, patienceMs = 10_000 } = {}): WorkQueue {
	const runForVisitor = createBulkheads(ofVisitor);
	const all = bulkhead(running, maxWaiting);
	return (work) =>
		new Promise((resolve, reject) => {
			const patience = AbortSignal.timeout(patienceMs);
			// Whoever asked doesn't wait for the pause.
			const runAlone = async () => {
				await Promise.resolve().then(work).then(resolve, reject);
				await wait(pauseMs);
			};
			const visitor = currentVisitor() ?? '';
			runForVisitor(networkOf(visitor) ?? visitor, patience, () => all.execute(runAlone, patience)).catch(
				(error: unknown) => reject(isOverloaded(error) ? overloaded() : error),
			);
		});
}
