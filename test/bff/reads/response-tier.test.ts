/** The second tier of the shared cache, in a real Redis. */
import { createClient } from 'redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLocalChanges } from '../../../src/bff/reads/changes.ts';
import { createResponseTier, cutResponses } from '../../../src/bff/reads/response-tier.ts';
import type { CachedResponse } from '../../../src/bff/reads/shared-cache.ts';
import { createBestEffort } from '../../../src/bff/storage/best-effort.ts';
import { connectRedis } from '../../../src/bff/storage/redis.ts';
import { startRedis } from '../redis-server.ts';

const silent = { warn: () => undefined };
const listPath = '/v2/event/list?loc=1';
const eventPath = (index: number) => `/v2/event/${index}`;
const responseOf = (body: unknown): CachedResponse => ({ status: 200, body: JSON.stringify(body) });

/** A list with events inside, each with the same text. */
const listOf = (ids: readonly number[], text: string): CachedResponse => ({
	...responseOf({ ids, text }),
	alongside: ids.map((id) => ({ path: eventPath(id), response: responseOf({ id, text }) })),
});
const range = (size: number) => Array.from({ length: size }, (_, index) => index);

async function start(maxBytes = cutResponses.maxBytes) {
	const { url } = await startRedis();
	const redis = await connectRedis(url, silent);
	onTestFinished(redis.close);
	const admin = createClient({ url });
	await admin.connect();
	onTestFinished(() => admin.destroy());
	const clock = { now: 1_000_000 };
	const space = { ...cutResponses, maxBytes };
	const tier = createResponseTier(
		createBestEffort(redis, silent, 20_000),
		createLocalChanges(),
		() => clock.now,
		space,
	);
	const keep = (path: string, response: CachedResponse) =>
		tier.loadOnce(
			path,
			clock.now,
			async () => {
				clock.now += 1;
				return response;
			},
			() => true,
		);
	const textAt = async (path: string) => {
		const found = await tier.find(path, 0);
		return found && (JSON.parse(found.response.body) as { text?: string }).text;
	};
	const key = (name: string) => `${space.keys}${name}`;
	const sumOfSizes = async () =>
		Object.values(await admin.hGetAll(key('sizes'))).reduce((sum, size) => sum + Number(size), 0);
	return { admin, keep, textAt, key, sumOfSizes, clock };
}

describe('a list', () => {
	it('is stored with all events inside by one command', async () => {
		const { admin, keep, textAt } = await start();
		const commands = async () => {
			const stats = await admin.info('commandstats');
			return ['eval', 'evalsha'].map((name) =>
				Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? 0),
			);
		};
		await keep('/v2/event/list?loc=2', listOf([1_000], 'first'));
		await expect.poll(() => textAt(eventPath(1_000))).toBe('first');
		const [, before = 0] = await commands();
		await keep(listPath, listOf(range(99), 'new'));
		await expect.poll(() => textAt(eventPath(98))).toBe('new');
		expect(await textAt(listPath)).toBe('new');
		// One that says who fetches, and one that stores.
		expect((await commands())[1]).toBe(before + 2);
	});

	it('of any length is stored whole, an event that is in it twice counts once', async () => {
		const { admin, keep, textAt, key, sumOfSizes } = await start();
		await keep(listPath, listOf([...range(250), 7, 7], 'long'));
		await expect.poll(() => textAt(eventPath(249))).toBe('long');
		expect(await admin.zCard(key('index'))).toBe(251);
		expect(await admin.get(key('bytes'))).toBe(String(await sumOfSizes()));
	});

	it('replaces what is older and nothing that is newer, and the bytes are counted right', async () => {
		const { admin, keep, textAt, key, sumOfSizes, clock } = await start();
		clock.now += 10;
		await keep('/v2/event/list?loc=2', listOf([1], 'newer'));
		await expect.poll(() => textAt(eventPath(1))).toBe('newer');
		clock.now -= 10;
		await keep(listPath, listOf([1, 2], 'older'));
		await expect.poll(() => textAt(eventPath(2))).toBe('older');
		expect(await textAt(eventPath(1))).toBe('newer');
		clock.now += 20;
		await keep(listPath, listOf([1, 2], 'newest, and with a longer text'));
		await expect.poll(() => textAt(eventPath(2))).toMatch(/^newest/);
		expect(await textAt(eventPath(1))).toMatch(/^newest/);
		expect(await admin.get(key('bytes'))).toBe(String(await sumOfSizes()));
	});

	it('makes room by deleting what is oldest', async () => {
		const { admin, keep, textAt, key, sumOfSizes, clock } = await start(10_000);
		for (const round of range(30)) {
			clock.now += 1;
			await keep(`/v2/event/list?loc=${round}`, listOf([3 * round, 3 * round + 1, 3 * round + 2], 'x'));
			await expect.poll(() => textAt(eventPath(3 * round + 2))).toBe('x');
		}
		expect(await textAt(eventPath(0))).toBeUndefined();
		expect(Number(await admin.get(key('bytes')))).toBeLessThanOrEqual(10_000);
		expect(await admin.get(key('bytes'))).toBe(String(await sumOfSizes()));
		expect(await admin.keys(key('response:*'))).toHaveLength(await admin.zCard(key('index')));
	});
});
