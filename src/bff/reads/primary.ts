/**
 * Workers on one machine without Redis (`WORKERS`): what they must know of each other is in the memory of the primary
 * process, which starts and replaces them. Messages between two processes arrive in their order.
 */
import { createWindowCounter, type WindowCounter } from '../http/window-counter.ts';
import type { Change, Changes } from './changes.ts';

/** What the primary does for its workers. */
export interface PrimaryTasks {
	/** Counts a request, for limits over all workers. */
	countVisit: WindowCounter;
	/** Passes a change on to all other workers. */
	publish(change: Change): Promise<void>;
	/** Resolves after every change that was passed on to this worker before. */
	catchUp(): Promise<void>;
	/** Figures of all workers together, in Prometheus' text format. */
	metrics(): Promise<string>;
}

/** The primary, as a worker sees it. */
export interface Primary extends PrimaryTasks {
	/** How many workers there are. */
	workers: number;
	/** Called with each change of another worker. */
	onChange(apply: (change: Change) => void): void;
}

/**
 * @param passOn sends a change to all workers but the one that publishes it
 * @param metrics of all workers
 * @returns what one worker may call
 */
export function createPrimaryTasks(metrics: () => Promise<string>) {
	const countVisit = createWindowCounter();
	return (passOn: (change: Change) => void): PrimaryTasks => ({
		countVisit,
		publish: async (change) => passOn(change),
		catchUp: async () => undefined,
		metrics,
	});
}

/** Changes of a worker. */
export function createWorkerChanges(primary: Primary): Changes {
	let apply: ((change: Change) => void) | undefined;
	return {
		async follow(follower) {
			apply = follower.apply;
			primary.onChange(follower.apply);
		},
		async publish(change) {
			apply?.(change);
			await primary.publish(change);
			return true;
		},
		catchUp: primary.catchUp,
		since: () => [],
		close: () => undefined,
	};
}
