/** Counters of requests by key in windows of time, for limits: in this process, or in Redis for all of them. */
import { LRUCache } from 'lru-cache';
import type { BestEffort } from '../storage/best-effort.ts';

/** Keys that are counted in this process at once; those that were not seen for longest are forgotten. */
const maxCounted = 50_000;

export interface WindowCount {
	/** Requests in this window, with the one just counted. */
	count: number;
	/** Milliseconds until the window ends. */
	endsIn: number;
}

/** Counts one request. @param window milliseconds from the first request on */
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

const countScript = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`;

/** Counts for all processes. While Redis is away, each process counts by itself. */
export function createSharedWindowCounter(attempt: BestEffort): WindowCounter {
	const countHere = createWindowCounter();
	return async (key, window) => {
		const reply = await attempt((client) =>
			client.eval(countScript, { keys: [`daybill:limit:${key}`], arguments: [String(window)] }),
		);
		if (reply === undefined) return countHere(key, window);
		const [count, endsIn] = reply as [number, number];
		return { count, endsIn: Math.max(0, endsIn) };
	};
}
