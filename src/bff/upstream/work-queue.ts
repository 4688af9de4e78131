/** Work that takes the process's only thread for long, such as writing a page or searching. */
import { setTimeout as wait } from 'node:timers/promises';
import { bulkhead } from 'cockatiel';
import { createBulkheads, isOverloaded } from '../http/bulkheads.ts';
import { overloaded } from '../http/problem.ts';
import { currentVisitor } from './visitor.ts';

const limits = { running: 1, waiting: 256 };
const patienceMs = 10_000;
const maxWaiting = 10_000;
/** Enough for a file from the disk. */
const pauseMs = 5;

/**
 * Runs one piece of work at a time, and one of each visitor, so that everyone else waits for a few at most. Between
 * two pieces, requests that take no time are answered.
 *
 * @throws ProblemError overloaded
 */
export type WorkQueue = <Result>(work: () => Result | Promise<Result>) => Promise<Result>;

export function createWorkQueue(): WorkQueue {
	const runForVisitor = createBulkheads(limits);
	const all = bulkhead(1, maxWaiting);
	return async (work) => {
		const patience = AbortSignal.timeout(patienceMs);
		const runAlone = async () => {
			const result = await work();
			await wait(pauseMs);
			return result;
		};
		try {
			return await runForVisitor(currentVisitor() ?? '', patience, () => all.execute(runAlone, patience));
		} catch (error) {
			throw isOverloaded(error) ? overloaded() : error;
		}
	};
}
