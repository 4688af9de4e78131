import { ProblemError } from '../problems/problem.ts';
import { currentVisitor, isOwnLimit } from './visitor.ts';

/** Whether a load failed because of its visitor: their session has ended, or a limit may affect only them. */
export const isAboutVisitor = (error: unknown): boolean =>
	isOwnLimit(error) || (error instanceof ProblemError && error.problem.status === 401);

/**
 * Waits for a load that another visitor's request may have started. If it fails because of the other visitor, loads
 * again for the current visitor.
 * @param join starts the load, or waits for the one in progress
 */
export async function joinLoad<Value>(
	load: () => Promise<Value>,
	join: (load: () => Promise<Value>) => Promise<Value>,
): Promise<Value> {
	let isOwn = false;
	try {
		return await join(() => {
			isOwn = true;
			return load();
		});
	} catch (error) {
		if (isOwn || !isAboutVisitor(error)) throw error;
		return load();
	}
}

export function joinRunning<Value>(
	running: Map<string, Promise<Value>>,
	key: string,
	start: () => Promise<Value>,
): Promise<Value> {
	const promise = running.get(key) ?? start().finally(() => running.delete(key));
	running.set(key, promise);
	return promise;
}

/** Runs work in the current visitor's turn. `begun` ends the wait. */
type InTurn = <Result>(work: () => Promise<Result>, begun: AbortSignal) => Promise<Result>;

export type SharedWork<Result> = (inTurn: InTurn) => Promise<Result>;

/**
 * Work that several visitors wait for, each in their own queue. It runs once, in the turn that comes first: if it waited
 * only in the queue of the visitor who asked first, everyone would wait for all tasks of that visitor.
 */
export function shareWork<Result>(work: () => Promise<Result>): SharedWork<Result> {
	const begun = new AbortController();
	const { promise: result, resolve } = Promise.withResolvers<Result>();
	const begin = () => {
		if (!begun.signal.aborted) resolve(work());
		begun.abort();
		return result;
	};
	const visitors = new Set<string | undefined>();
	return async (inTurn) => {
		const visitor = currentVisitor();
		if (visitors.has(visitor)) return result;
		visitors.add(visitor);
		try {
			return await inTurn(begin, begun.signal);
		} catch (error) {
			if (!begun.signal.aborted) throw error;
			return result;
		}
	};
}
