/** Counters of requests in Redis, for limits over all processes. */
import { createWindowCounter, type WindowCounter } from '../http/window-counter.ts';
import type { BestEffort } from './best-effort.ts';
import { createRedisScript } from './redis-script.ts';

const countScript = createRedisScript(`
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`);

/** Counts for all processes. While Redis is away, each process counts by itself. */
export function createSharedWindowCounter(attempt: BestEffort): WindowCounter {
	const countHere = createWindowCounter();
	return async (key, window) => {
		const reply = await attempt((client) =>
			countScript(client, { keys: [`daybill:limit:${key}`], arguments: [String(window)] }),
		);
		if (reply === undefined) return countHere(key, window);
		const [count, endsIn] = reply as [number, number];
		return { count, endsIn: Math.max(0, endsIn) };
	};
}
