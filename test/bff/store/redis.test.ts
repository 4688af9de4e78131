import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/bff/store/open-store.ts';
import { connectRedis } from '../../../src/bff/store/redis.ts';
import { startRedisProxy } from '../redis-proxy.ts';
import { openAdmin, startRedis } from '../redis-server.ts';

const silent = { warn: () => undefined };
const password = 'hunter2-the-password';

/** Connects, and returns everything that an error or a log line could show. */
async function everythingShown(url: string): Promise<string> {
	const shown: unknown[] = [];
	const log = { warn: (...line: unknown[]) => void shown.push(...line) };
	try {
		(await connectRedis({ redisUrl: url }, log)).disconnect();
	} catch (error) {
		shown.push(error);
	}
	return inspect(shown, { depth: null, showHidden: true });
}

describe('no error and no log line shows the password of REDIS_URL', () => {
	it('when the server rejects it', async () => {
		const { port } = await startRedis();
		expect(await everythingShown(`redis://somebody:${password}@127.0.0.1:${port}`)).not.toContain(password);
	});

	it('when the connection is lost later', async () => {
		const redis = await startRedis();
		await (await openAdmin(redis.url)).configSet('requirepass', password);
		const shown: unknown[] = [];
		const log = { warn: (...line: unknown[]) => void shown.push(...line) };
		const redisUrl = `redis://:${password}@127.0.0.1:${redis.port}`;
		const { store } = await openStore({ redisUrl, dataDir: ':memory:' }, Date.now, log);
		onTestFinished(store.close);
		await store.set('probe', '', 60_000);
		await redis.stop();
		const failure: unknown = await store.get('a key').catch((error: unknown) => error);
		expect(failure).toMatchObject({ problem: { reason: 'store_unreachable' } });
		shown.push(failure);
		const text = () => inspect(shown, { depth: null, showHidden: true });
		await expect.poll(text).toContain('Redis cannot be reached');
		expect(text()).not.toContain(password);
	});
});

it('only the first command waits for a silent Redis; later ones fail immediately', async () => {
	const proxy = await startRedisProxy((await startRedis()).port);
	const { store } = await openStore({ redisUrl: proxy.url, dataDir: ':memory:' }, Date.now, silent);
	onTestFinished(store.close);
	await store.set('probe', '', 60_000);
	proxy.delayReplies(600_000);
	const failureOf = () => store.get('a key').catch((error: Error) => String(error.cause));
	expect(await failureOf()).toContain('timed out');
	expect(await failureOf()).toContain("Stream isn't writeable");
});
