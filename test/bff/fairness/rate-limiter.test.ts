import { expect, it } from 'vitest';
import { createRateLimiters } from '../../../src/bff/fairness/rate-limiter.ts';
import { startRedisProxy } from '../redis-proxy.ts';
import { connect, startRedis } from '../redis-server.ts';

it('a count starts again when its time is over, and points can be taken back', async () => {
	let now = 0;
	const { count } = createRateLimiters(undefined, () => now)({ points: 2, seconds: 60, name: 'a' });
	await count('visitor');
	now = 20_000;
	expect(await count('visitor', 2)).toEqual({ consumedPoints: 3, msBeforeNext: 40_000 });
	expect(await count('visitor', -1)).toMatchObject({ consumedPoints: 2 });
	expect(await count('other')).toMatchObject({ consumedPoints: 1 });
	now = 60_000;
	expect(await count('visitor')).toEqual({ consumedPoints: 1, msBeforeNext: 60_000 });
});

it('a flood of requests, counted per minute, evicts no counts of calls per hour', async () => {
	const limiters = createRateLimiters(undefined, () => 0);
	const calls = limiters({ points: 2, seconds: 3_600, name: 'calls' });
	const requests = limiters({ points: 2, seconds: 60, name: 'requests' });
	await calls.count('visitor');
	for (let visitor = 0; visitor <= 50_000; visitor++) await requests.count(`${visitor}`);
	expect(await calls.count('visitor')).toMatchObject({ consumedPoints: 2 });
});

it('processes with one Redis share counts', async () => {
	const redis = await connect((await startRedis()).url, '');
	const [one, other] = [1, 2].map(() =>
		createRateLimiters(redis, () => 0)({ points: 2, seconds: 60, name: 'a' }),
	);
	expect(await one?.count('visitor', 3)).toMatchObject({ consumedPoints: 3 });
	expect(await other?.count('visitor', -1)).toMatchObject({ consumedPoints: 2 });
});

it('while Redis is slow, this process counts by itself; afterwards, the shared counts include its counts', async () => {
	const { port } = await startRedis();
	const proxy = await startRedisProxy(port);
	const redis = await connect(proxy.url);
	const { count } = createRateLimiters(redis, () => 0)({ points: 2, seconds: 60, name: 'a' });
	await count('visitor', 1_000);
	proxy.delayReplies(1_000);
	const { length } = await Promise.all([count('visitor'), count('visitor')]);
	expect(await count('visitor')).toMatchObject({ consumedPoints: length + 1 });
	proxy.delayReplies(0);
	await expect.poll(async () => (await count('visitor')).consumedPoints).toBeGreaterThan(1_000);
});
