/**
 * Calls per hour that a part of the BFF may make, so that it cannot use up what people's own calls need. Processes on one
 * Redis have one allowance; while Redis is away, each of them has its own.
 */
import { LRUCache } from 'lru-cache';
import type { BestEffort } from '../storage/best-effort.ts';
import { createRedisScript } from '../storage/redis-script.ts';

export interface Allowance {
	/** @returns whether one more call is allowed, which then counts as made */
	take(): boolean | Promise<boolean>;
}

/** @returns the allowance with a name; the same for the same name */
export type Allowances = (name: string, perHour: number) => Allowance;

const hour = 3_600_000;
/** Allowances of persons that are kept at once, in the memory of a process. */
const maxAllowances = 10_000;

/**
 * A token bucket that fills evenly: after an hour without calls it is full.
 *
 * @param perHour calls
 * @param clock milliseconds since 1970
 */
export function createAllowance(perHour: number, clock: () => number): { take(): boolean } {
	let left = perHour;
	let countedAt = clock();
	return {
		take() {
			const now = clock();
			left = Math.min(perHour, left + (Math.max(0, now - countedAt) / hour) * perHour);
			countedAt = now;
			if (left < 1) return false;
			left -= 1;
			return true;
		},
	};
}

/** The same bucket in Redis. Arguments: calls per hour, now, milliseconds of an hour. */
const takeScript = createRedisScript(`
local most, now, hour = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local left = tonumber(redis.call('HGET', KEYS[1], 'left') or most)
local at = tonumber(redis.call('HGET', KEYS[1], 'at') or now)
left = math.min(most, left + math.max(0, now - at) / hour * most)
local taken = 0
if left >= 1 then
  left = left - 1
  taken = 1
end
redis.call('HSET', KEYS[1], 'left', left, 'at', string.format('%.0f', math.max(at, now)))
redis.call('PEXPIRE', KEYS[1], hour)
return taken`);

/**
 * @param clock milliseconds since 1970
 * @param attempt for allowances that processes share
 * @param workers among which an allowance is divided where they do not share it
 */
export function createAllowances(clock: () => number, attempt?: BestEffort, workers = 1): Allowances {
	const here = new LRUCache<string, { take(): boolean }>({ max: maxAllowances });
	return (name, perHour) => {
		const own = here.get(name) ?? createAllowance(perHour / workers, clock);
		here.set(name, own);
		if (attempt === undefined) return own;
		const keys = [`daybill:allowance:${name}`];
		return {
			async take() {
				const args = [perHour, clock(), hour].map(String);
				const taken = await attempt((client) => takeScript(client, { keys, arguments: args }));
				return taken === undefined ? own.take() : taken === 1;
			},
		};
	};
}
