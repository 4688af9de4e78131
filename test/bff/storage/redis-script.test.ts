/** Scripts in Redis, which are sent whole only where they are not known. */
import { createClient } from 'redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectRedis } from '../../../src/bff/storage/redis.ts';
import { createRedisScript } from '../../../src/bff/storage/redis-script.ts';
import { redisTopologies } from '../redis-server.ts';

const setScript = createRedisScript(`return redis.call('SET', KEYS[1], ARGV[1])`);
const wrongScript = createRedisScript(`return redis.call('INCR', KEYS[1])`);

/** How often all servers together got a command. */
async function countOf(ports: readonly number[], command: string): Promise<number> {
	const counts = ports.map(async (port) => {
		const client = createClient({ url: `redis://127.0.0.1:${port}` });
		await client.connect();
		const [, calls = 0] =
			new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(await client.info('commandstats')) ?? [];
		client.destroy();
		return Number(calls);
	});
	return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

describe.each(Object.entries(redisTopologies()))('a script at %s', (_, start) => {
	it('is sent whole once, and again to a server that has lost it', async () => {
		const { url, ports } = await start();
		const { client, run, close } = await connectRedis(url, { warn: () => undefined });
		onTestFinished(close);
		const before = await countOf(ports, 'eval');
		const set = (value: string) => run(() => setScript(client, { keys: ['{a}key'], arguments: [value] }));
		const wholeOnes = async () => (await countOf(ports, 'eval')) - before;
		for (const value of ['1', '2', '3']) await set(value);
		expect(await client.get('{a}key')).toBe('3');
		expect(await wholeOnes()).toBe(1);
		for (const port of ports) {
			const admin = createClient({ url: `redis://127.0.0.1:${port}` });
			await admin.connect();
			await admin.scriptFlush();
			admin.destroy();
		}
		for (const value of ['4', '5']) await set(value);
		expect(await client.get('{a}key')).toBe('5');
		expect(await wholeOnes()).toBe(2);
	});

	it('fails with its own error', async () => {
		const { url } = await start();
		const { client, close } = await connectRedis(url, { warn: () => undefined });
		onTestFinished(close);
		await client.set('{a}key', 'no number');
		await expect(wrongScript(client, { keys: ['{a}key'], arguments: [] })).rejects.toThrow(/integer/);
	});
});
