/** Counters of requests by key in windows of time, for limits. */
import { LRUCache } from 'lru-cache';

/** Keys that are counted in this process at once; those that were not seen for longest are forgotten. */
const maxCounted = 50_000;

interface WindowCount {
	/** Requests in this window, with the one just counted. */
	count: number;
	/** Milliseconds until the window ends. */
	endsIn: number;
}

/** Counts one request, in this process or over all of them. @param window milliseconds from the first request on */
export type WindowCounter = (key: string, window: number) => Promise<WindowCount>;

/** @param clock milliseconds since 1970 */
export function createWindowCounter(clock: () => number = Date.now): WindowCounter {
	const windows = new LRUCache<string, { count: number; endsAt: number }>({ max: maxCounted });
	return async (key, window) => {
		const now = clock();
		const known = windows.get(key);
		const current = known !== undefined && now < known.endsAt ? known : { count: 0, endsAt: now + window };
		current.count++;
		windows.set(key, current);
		return { count: current.count, endsIn: current.endsAt - now };
	};
}
