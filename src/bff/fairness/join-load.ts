import { isOwnLimit } from './visitor.ts';

/**
 * Waits for a load that another visitor's request may have started. If that load fails because of a limit that may
 * affect only the other visitor, loads again for the current visitor.
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
		if (isOwn || !isOwnLimit(error)) throw error;
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
