import { ProblemError } from '../problems/problem.ts';
import { isOwnLimit } from './visitor.ts';

/** Whether a load failed because of its visitor: their session has ended, or a limit may affect only them. */
const isAboutVisitor = (error: unknown): boolean =>
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
