/** The shared cache, in one process and in several processes on one Redis. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectRedis } from '../../../src/bff/store/redis.ts';
import { type CacheRead, createSharedCache } from '../../../src/bff/upstream/cache.ts';
import { createWorkQueue } from '../../../src/bff/upstream/work-queue.ts';
import { startRedis } from '../redis-server.ts';

const minute = 60_000;

function open(options: Partial<Parameters<typeof createSharedCache>[0]> = {}) {
	const cache = createSharedCache({ runInTurn: createWorkQueue(), ...options });
	onTestFinished(() => cache.close());
	return cache;
}

/** Caches of two processes on one Redis. */
async function openTwo(clock = Date.now) {
	const server = await startRedis();
	const openOne = async (subscribers: number) => {
		const redis = await connectRedis(server.url, '', { warn: () => undefined });
		onTestFinished(() => redis.disconnect());
		const cache = open({ redis, clock });
		// `open` returns before Redis has confirmed the subscription.
		await expect
			.poll(async () => redis.pubsub('NUMSUB', 'bentocache.notifications:shared'))
			.toContain(subscribers);
		return cache;
	};
	const redis = await connectRedis(server.url, '', { warn: () => undefined });
	onTestFinished(() => redis.disconnect());
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
	it('loads once for all waiting reads, and not again while the value is fresh', async () => {
		const cache = open();
		const service = startCounter(true);
		const reads = Array.from({ length: 50 }, () => cache.read('a', service.options));
		await expect.poll(() => service.held.length).toBe(1);
		service.release();
		for (const { value } of await Promise.all(reads)) expect(value).toBe(1);
		expect(await cache.read('a', service.options)).toMatchObject({ value: 1, result: 'hit' });
		expect(service.calls).toBe(1);
	});

	it('returns a stale value immediately, reloads it, and serves it for a day while the service is down', async () => {
		let now = Date.now();
		const cache = open({ clock: () => now });
		const service = startCounter();
		await cache.read('a', service.options);
		now += 2 * minute;
		service.version = 2;
		expect(await cache.read('a', service.options)).toMatchObject({ value: 1, result: 'hit; detail=stale' });
		await expect.poll(async () => (await cache.read('a', service.options)).value).toBe(2);
		now += 23 * 60 * minute;
		service.isDown = true;
		expect(await cache.read('a', service.options)).toMatchObject({ value: 2, result: 'hit; detail=stale' });
		await expect(cache.read('b', service.options)).rejects.toThrow('down');
	});

	it('keeps values fresh longer as the budget is spent', async () => {
		let now = Date.now();
		const cache = open({ clock: () => now, stretch: () => 6 });
		const service = startCounter();
		await cache.read('a', service.options);
		now += 5 * minute;
		expect((await cache.read('a', service.options)).result).toBe('hit');
		await cache.delete(['a']);
		await cache.read('a', service.options);
		now += 15_000;
		expect((await cache.read('a', service.options)).result).toBe('hit');
	});

	it('queues the reading of a long value with other long work', async () => {
		const runInTurn = createWorkQueue();
		const cache = open({ runInTurn });
		const options = { ttlMs: minute, load: async () => 'a text of a page '.repeat(20_000) };
		await cache.read('long', options);
		const order: string[] = [];
		const writing = runInTurn(async () => {
			await setImmediate();
			order.push('page');
		});
		const reading = cache.read('long', options).then(({ result }) => order.push(result));
		await Promise.all([writing, reading]);
		expect(order).toEqual(['page', 'hit']);
	});

	it('holds more than a thousand small values', async () => {
		const cache = open();
		const service = startCounter();
		for (let key = 0; key < 1_500; key++) await cache.read(`key ${key}`, service.options);
		expect(service.calls).toBe(1_500);
		expect((await cache.read('key 0', service.options)).result).toBe('hit');
	});

	it('stays within its memory limit', async () => {
		const cache = open({ maxSize: '100kb' });
		const load = async () => 'x'.repeat(10_000);
		for (let key = 0; key < 50; key++) await cache.read(`key ${key}`, { ttlMs: minute, load });
		expect((await cache.read('key 49', { ttlMs: minute, load })).result).toBe('hit');
		expect((await cache.read('key 0', { ttlMs: minute, load })).result).toBe('fwd=miss');
	});

	it('keeps a value for longer each time it is deleted again soon, up to half a minute', async () => {
		let now = Date.now();
		const cache = open({ clock: () => now });
		const service = startCounter();
		for (const seconds of [3, 6, 12, 24, 30, 30]) {
			await cache.delete(['a']);
			await cache.read('a', service.options);
			now += seconds * 1_000;
			expect((await cache.read('a', service.options)).result).toBe('hit');
		}
		now += minute;
		await cache.delete(['a']);
		await cache.read('a', service.options);
		now += 3_001;
		expect((await cache.read('a', service.options)).result).toBe('fwd=miss');
		// Half a minute after the last delete, the TTL is the normal one again.
		now += 30_000;
		await cache.read('a', service.options);
		now += 50_000;
		expect((await cache.read('a', service.options)).result).toBe('hit');
	});

	it('returns a value that the visitor may not store, and stores it for the next', async () => {
		let mayStore = false;
		const cache = open({ mayStore: async () => mayStore });
		const service = startCounter();
		expect((await cache.read('a', service.options)).value).toBe(1);
		mayStore = true;
		expect((await cache.read('a', service.options)).result).toBe('fwd=miss');
		expect((await cache.read('a', service.options)).result).toBe('hit');
	});

	it('discards a value whose load began before a delete', async () => {
		const cache = open();
		const service = startCounter(true);
		const reading = cache.read('a', service.options);
		await expect.poll(() => service.held.length).toBe(1);
		service.version = 2;
		await cache.delete(['a']);
		service.release();
		expect((await reading).value).toBe(2);
		expect((await cache.read('a', service.options)).value).toBe(2);
	});
});

describe('the cache in two processes on one Redis', () => {
	it('loads once for both', async () => {
		const { caches } = await openTwo();
		const service = startCounter(true);
		const reads = caches.flatMap((cache) => [cache, cache].map((same) => same.read('a', service.options)));
		await expect.poll(() => service.held.length).toBe(1);
		service.release();
		for (const { value } of await Promise.all(reads)) expect(value).toBe(1);
		for (const cache of caches) expect((await cache.read('a', service.options)).result).toBe('hit');
		expect(service.calls).toBe(1);
	});

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

	it('extends its lease for as long as a load takes', async () => {
		const { caches, redis } = await openTwo();
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
		const service = startCounter(true);
		const reading = caches[0].read('a', service.options);
		await expect.poll(() => service.held.length).toBe(1);
		const lease = 'lease:a';
		await redis.pexpire(lease, 10_000);
		vi.advanceTimersByTime(5_000);
		await expect.poll(() => redis.pttl(lease)).toBeGreaterThan(10_000);
		service.release();
		expect((await reading).value).toBe(1);
		expect(service.calls).toBe(1);
		vi.advanceTimersByTime(5_000);
		expect(await redis.pttl(lease)).toBeLessThan(2_000);
	});

	it('compresses long values in Redis', async () => {
		const { redis, caches } = await openTwo();
		const value = 'a text of a page '.repeat(20_000);
		const read = (cache: (typeof caches)[number]) =>
			cache.read('long', { ttlMs: minute, load: async () => value });
		for (const cache of caches) expect((await read(cache)).value).toBe(value);
		const keys = (await redis.keys('*cache*long')).map((key) => key.replace('daybill:', ''));
		const sizes = await Promise.all(keys.map((key) => redis.strlen(key)));
		expect(sizes).toHaveLength(1);
		expect(sizes[0]).toBeLessThan(value.length / 10);
	});

	it('soon reloads deleted values in both processes, because a write may take effect late', async () => {
		let now = Date.now();
		const { caches } = await openTwo(() => now);
		const service = startCounter();
		for (const cache of caches) await cache.read('a', service.options);
		await caches[0].delete(['a']);
		await expect.poll(async () => (await caches[1].read('a', service.options)).result).toBe('fwd=miss');
		service.version = 2;
		now += 3_001;
		for (const cache of [...caches].reverse())
			await expect.poll(async () => (await cache.read('a', service.options)).value).toBe(2);
	});

	it('discards a value whose load in one process began before a delete in the other', async () => {
		const { caches } = await openTwo();
		const service = startCounter(true);
		const reading = caches[0].read('a', service.options);
		await expect.poll(() => service.held.length).toBe(1);
		service.version = 2;
		await caches[1].delete(['a']);
		service.release();
		expect((await reading).value).toBe(2);
		for (const cache of caches) expect((await cache.read('a', service.options)).value).toBe(2);
	});

	it('falls back to memory when Redis is down', async () => {
		const { server, caches } = await openTwo();
		const service = startCounter();
		await caches[0].read('a', service.options);
		await server.stop();
		expect((await caches[0].read('a', service.options)).result).toBe('hit');
		expect((await caches[0].read('b', service.options)).value).toBe(1);
		expect((await caches[0].read('b', service.options)).result).toBe('hit');
		await caches[0].delete(['b']);
		service.version = 2;
		expect((await caches[0].read('b', service.options)).value).toBe(2);
	});
});
