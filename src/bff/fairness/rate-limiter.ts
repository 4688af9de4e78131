/** Counts by key and period, such as a visitor's requests in a minute. */
import type { Cluster, Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../../servers/visitor.ts';
import { tooManyRequests } from '../problems/problem.ts';
import { createBriefWait } from './brief-wait.ts';
import { visitorsPerNetwork } from './limits.ts';

/** Counts (200 bytes each) to keep for each length of period. The least recently used ones are dropped. */
const maxCounts = 50_000;

/** A quota that a request or call counts against. `times`: its size, as a multiple of one visitor's. */
export interface Share {
	key: string;
	times: number;
}

/** The share of the visitor's IPv6 /48, and the visitor's own: if the first is used up, the second isn't counted. */
export function sharesOf(visitor: string, times = 1): Share[] {
	const network = networkOf(visitor);
	const own = { key: visitor, times };
	return network === undefined ? [own] : [{ key: network, times: times * visitorsPerNetwork }, own];
}

export type RateLimiters = ReturnType<typeof createRateLimiters>;

/** Counts in Redis; in this process if Redis is not configured, fails or is slow. */
export function createRateLimiters(redis: Redis | Cluster | undefined, clock: () => number) {
	const attempt = createBriefWait();
	// rate-limiter-flexible would keep a timer for each count in memory, which takes more memory than the count.
	// The option `max` would allocate every entry in advance.
	const createCounts = () =>
		new LRUCache<string, { points: number; endsAt: number }>({
			maxSize: maxCounts,
			sizeCalculation: () => 1,
		});
	/** By length of period, so that a flood of requests, counted per minute, doesn't evict counts of calls per hour. */
	const countsOf = new Map<number, ReturnType<typeof createCounts>>();
	const countHere = (key: string, points: number, periodMs: number) => {
		const counts = countsOf.get(periodMs) ?? createCounts();
		countsOf.set(periodMs, counts);
		const now = clock();
		const last = counts.get(key);
		const current = last !== undefined && now < last.endsAt ? last : { points: 0, endsAt: now + periodMs };
		current.points += points;
		if (current !== last) counts.set(key, current);
		return { consumedPoints: current.points, msBeforeNext: current.endsAt - now };
	};
	/** Limits a key to `points` in `seconds`. No two limiters have the same name. */
	return ({ points: limit, seconds, name }: { points: number; seconds: number; name: string }) => {
		const shared =
			redis &&
			new RateLimiterRedis({ points: limit, duration: seconds, keyPrefix: name, storeClient: redis });
		/** Counts even above the limit. @param points negative to take counts back */
		const count = async (
			key: string,
			points = 1,
		): Promise<Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'>> => {
			// `penalty` rejects only if Redis fails; `consume` rejects above the limit, too.
			const counted = shared && (await attempt(shared.penalty(key, points)));
			return counted ?? countHere(`${name}:${key}`, points, seconds * 1000);
		};
		return {
			points: limit,
			count,
			/**
			 * Counts against all of the shares. If one is used up, counts against none, so that rejected requests and reads
			 * take nothing from a network's other visitors, or from writes.
			 * @throws ProblemError too_many_requests, with `Retry-After`
			 */
			async spend(shares: readonly Share[], maxOf = (times: number) => times * limit): Promise<void> {
				for (const [index, { key, times }] of shares.entries()) {
					const { consumedPoints, msBeforeNext } = await count(key);
					if (consumedPoints <= maxOf(times)) continue;
					for (const counted of shares.slice(0, index + 1)) await count(counted.key, -1);
					throw tooManyRequests(msBeforeNext);
				}
			},
		};
	};
}
