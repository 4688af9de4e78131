import type { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CacheRead, SharedCache } from '../../../src/bff/cache/shared-cache.ts';
import { newSecret } from '../../../src/bff/session/encryption.ts';
import { startRedisProxy } from '../redis-proxy.ts';
import { connect, startRedis } from '../redis-server.ts';

const minute = 60_000;

function open(options: ConstructorParameters<typeof SharedCache>[0] = {}) {
	const cache = new SharedCache(options);
	onTestFinished(() => cache.close());
	return cache;
}

const channel = 'daybill:changes:5';
const sessionKeys = [newSecret()];

/** Caches of two processes on one Redis. */
async function openTwo(clock = Date.now) {
	const server = await startRedis();
	const openOne = async (subscribers: number) => {
		const redis = await connect(server.url);
		const cache = open({ redis, sessionKeys, clock });
		// `open` returns before Redis has confirmed the subscription.
		await expect.poll(async () => redis.pubsub('NUMSUB', channel)).toContain(subscribers);
		return cache;
	};
	const redis = await connect(server.url);
	return { server, redis, caches: [await openOne(1), await openOne(2)] as const };
}

/** A service that counts its calls; responses are held back while `isHolding`. */
function startCounter(isHolding = false) {
	const held: (() => void)[] = [];
	const counter = { calls: 0, isDown: false, isHolding, version: 1, held };
	const load = async () => {
		counter.calls += 1;
		const { version } = counter;
		if (counter.isHolding) await new Promise<void>((resolve) => held.push(resolve));
		if (counter.isDown) throw new Error('down');
		return version;
	};
	const release = () => {
		counter.isHolding = false;
		for (const go of held.splice(0)) go();
	};
	const options: CacheRead<number> = { ttlMs: minute, load };
	return Object.assign(counter, { options, release });
}

describe('the cache in one process', () => {
	/** A cache that has read `a`. */
	async function start(options: ConstructorParameters<typeof SharedCache>[0] = {}) {
		let now = Date.now();
		const cache = open({ clock: () => now, ...options });
		const service = startCounter();
		await cache.read('a', service.options);
		return { cache, service, pass: (ms: number) => (now += ms) };
	}

	it('returns a recent stale value immediately, and reloads it', async () => {
		const { cache, service, pass } = await start();
		pass(2 * minute - 1);
		service.version = 2;
		expect(await cache.read('a', service.options)).toMatchObject({ value: 1, result: 'hit; detail=stale' });
		await expect.poll(async () => (await cache.read('a', service.options)).value).toBe(2);
	});

	it('reloads an old value before it is used, except while the service is down, for a day', async () => {
		const { cache, service, pass } = await start();
		pass(22 * 60 * minute);
		service.version = 2;
		expect(await cache.read('a', service.options)).toMatchObject({ value: 2, result: 'fwd=miss' });
		pass(23 * 60 * minute);
		service.isDown = true;
		expect(await cache.read('a', service.options)).toMatchObject({ value: 2, result: 'hit; detail=stale' });
		pass(2 * 60 * minute);
		await expect(cache.read('a', service.options)).rejects.toThrow('down');
	});

	it('waits for an old value no longer than three seconds', async () => {
		const { cache, service, pass } = await start();
		pass(22 * 60 * minute);
		service.isHolding = true;
		expect(await cache.read('a', service.options)).toMatchObject({ value: 1, result: 'hit; detail=stale' });
		service.release();
	});

	it('keeps values fresh longer as the budget is spent', async () => {
		const { cache, service, pass } = await start({ stretch: () => 6 });
		pass(5 * minute);
		expect((await cache.read('a', service.options)).result).toBe('hit');
	});
});

describe('the cache in two processes on one Redis', () => {
	it('loads in the second process when the first one fails', async () => {
		const { caches } = await openTwo();
		const service = startCounter(true);
		const first = caches[0].read('a', {
			...service.options,
			load: () => service.options.load().then(() => Promise.reject(new Error('failed'))),
		});
		const failed = expect(first).rejects.toThrow('failed');
		await expect.poll(() => service.held.length).toBe(1);
		const second = caches[1].read('a', service.options);
		service.release();
		await failed;
		expect((await second).value).toBe(1);
	});

	it('shows a change of one process in the other, even if both change the same entry at once', async () => {
		const { caches } = await openTwo();
		const service = startCounter();
		for (const cache of caches) await cache.read('a', service.options);
		const add = (cache: SharedCache) =>
			cache.update<number>('a', (before) => before && { ...before, value: before.value + 1 });
		await Promise.all(Array.from({ length: 50 }, () => caches.map(add)).flat());
		for (const cache of caches)
			await expect.poll(async () => (await cache.read('a', service.options)).value).toBe(101);
	});

	it('ignores messages and entries in Redis that no process of Daybill wrote', async () => {
		const { caches, redis } = await openTwo();
		const service = startCounter();
		await caches[0].read('a', service.options);
		const [stored = ''] = await redis.keys('daybill:entry:*');
		const keyOf = (key: string) => stored.replace('daybill:', '').replace(/a$/, key);
		const other = (await redis.get(keyOf('a'))) ?? '';
		await redis.del(keyOf('a'));
		for (const message of ['junk', '', 'null', '7', '{"key":null}', '{"from":"x","key":"a"}'])
			await redis.publish(channel, message);
		const wrong = JSON.stringify({ value: {}, readAt: Date.now(), freshUntil: Date.now() + minute });
		const texts = ['junk', '{}', wrong, other, other.replace(/ .*/, ` ${wrong}`)];
		const writes = [
			...texts.map((text) => (key: string) => redis.set(key, text)),
			(key: string) => redis.setrange(key, 100_000_000, 'x'),
			(key: string) => redis.lpush(key, 'x'),
		];
		service.version = 2;
		for (const [index, write] of writes.entries()) {
			const key = `b${index}`;
			await write(keyOf(key));
			await expect(caches[1].read(key, service.options)).resolves.toMatchObject({ value: 2 });
			await expect(caches[0].read(key, service.options)).resolves.toMatchObject({ value: 2, result: 'hit' });
		}
		expect((await caches[0].read('a', service.options)).result).toBe('hit');
	});

	it('shows a change in every process even if Redis has lost the entry or is full, and keeps no outdated entry there', async () => {
		const { caches, redis } = await openTwo();
		const service = startCounter();
		await caches[1].read('a', service.options);
		const change = (value: number) =>
			caches[0].update('a', () => ({ value, readAt: Date.now() + value, freshUntil: 0 }));
		await redis.del('entry:5:a');
		await change(2);
		await expect.poll(() => caches[1].peek('a')?.value).toBe(2);
		await (redis as Redis).config('SET', 'maxmemory', '1');
		await change(3);
		await expect.poll(() => caches[1].peek('a')?.value).toBe(3);
		expect(await redis.exists('entry:5:a')).toBe(0);
		for (const cache of caches) {
			const kept = await cache.update<number>('a', (before) => before && { ...before, freshUntil: 1 });
			expect(kept?.value).toBe(3);
		}
	});

	it('exchanges the changes of both processes once Redis is back', async () => {
		const { server, caches } = await openTwo();
		const proxy = await startRedisProxy(server.port);
		const cut = open({ redis: await connect(proxy.url), sessionKeys });
		const service = startCounter();
		for (const key of ['a', 'b'])
			for (const cache of [...caches, cut]) await cache.read(key, service.options);
		proxy.goAway();
		await caches[0].update<number>('a', (before) => before && { ...before, value: 2 });
		await cut.update<number>('b', (before) => before && { ...before, value: 3 });
		await proxy.comeBack();
		await expect.poll(() => cut.peek('a')?.value).toBe(2);
		for (const cache of caches) await expect.poll(() => cache.peek('b')?.value).toBe(3);
	});
});
