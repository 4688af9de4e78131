import type { Cluster, Redis } from 'ioredis';
import {
	type RateLimiterAbstract,
	RateLimiterMemory,
	RateLimiterRedis,
	RateLimiterRes,
} from 'rate-limiter-flexible';

/**
 * Counts in Redis, or in this process if Redis is not configured or fails.
 * @param points per `seconds`
 */
export function createRateLimiter(
	{ points, seconds, name }: { points: number; seconds: number; name: string },
	redis: Redis | Cluster | undefined,
): RateLimiterAbstract {
	const options = { points, duration: seconds, keyPrefix: name };
	const memory = new RateLimiterMemory(options);
	return redis === undefined
		? memory
		: new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory });
}

/** Counts beyond the limit too, instead of rejecting. */
export const count = (limiter: RateLimiterAbstract, key: string, points = 1): Promise<RateLimiterRes> =>
	limiter.consume(key, points).catch((rejected: unknown) => {
		if (rejected instanceof RateLimiterRes) return rejected;
		throw rejected;
	});
