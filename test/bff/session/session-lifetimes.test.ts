/** What sessions, sign-ins and locks are kept for, and how long. */
import { createClient } from 'redis';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newSecret } from '../../../src/bff/session/encryption.ts';
import { sessionLifetimeMs } from '../../../src/bff/session/session-store.ts';
import { openRedisSessions } from '../open-sessions.ts';
import { startRedis } from '../redis-server.ts';
import { backends, session, sessionBackends } from './backends.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.parse('2026-11-21T12:00:00Z');

for (const [name, startBackend] of sessionBackends) {
	describe(`a store in ${name}`, () => {
		const setUp = async () => {
			let now = start;
			const backend = await startBackend();
			const store = await backend.open([newSecret()], () => now);
			onTestFinished(() => store.close());
			return { backend, store, pass: (ms: number) => (now += ms) };
		};

		it('keeps sessions, sign-ins and locks apart by their ids', async () => {
			const { store } = await setUp();
			await store.create('a', session);
			await store.create('b', { ...session, userId: '43' });
			await store.beginLogin('nonce-a', { stateHash: 'state-a', endsAt: start + hour });
			await store.beginLogin('nonce-b', { stateHash: 'state-b', endsAt: start + hour });
			expect((await store.get('a'))?.userId).toBe('42');
			expect((await store.get('b'))?.userId).toBe('43');
			await store.delete('b');
			expect(await store.get('a')).toBeDefined();
			expect((await store.takeLogin('nonce-a'))?.stateHash).toBe('state-a');
			expect((await store.takeLogin('nonce-b'))?.stateHash).toBe('state-b');
			const inner = await store.withLock('a', () => store.withLock('b', async () => 'inside both'));
			expect(inner).toBe('inside both');
		});

		it('keeps a session that is used for 180 days and no longer', async () => {
			const { store, pass } = await setUp();
			await store.create('a', session);
			for (let month = 0; month < 6; month++) {
				pass(30 * day);
				expect(await store.get('a')).toBeDefined();
			}
			pass(1);
			expect(await store.get('a')).toBeUndefined();
		});

		it('lets a call that waits for a lock fail in time, with a reason', async () => {
			const { store } = await setUp();
			const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
			const holder = store.withLock('a', () => {
				held.resolve();
				return release.promise;
			});
			await held.promise;
			const clock = performance.now.bind(performance);
			let ahead = 0;
			vi.spyOn(performance, 'now').mockImplementation(() => clock() + ahead);
			const waiting = store.withLock('a', async () => 'inside');
			ahead = 31_000;
			await expect(waiting).rejects.toMatchObject({
				problem: { reason: 'store_unreachable', detail: expect.stringMatching(/try again/) },
			});
			release.resolve();
			await holder;
		});
	});
}

describe('a store in SQLite', () => {
	const open = async () => {
		let now = start;
		const backend = await backends.SQLite?.();
		const store = await backend?.open([newSecret()], () => now);
		if (backend === undefined || store === undefined) throw new Error('there is no store in SQLite');
		onTestFinished(() => store.close());
		return { store, pass: (ms: number) => (now += ms) };
	};

	it('keeps a session that nobody uses for 60 days', async () => {
		const { store, pass } = await open();
		await store.create('a', session);
		await store.create('b', session);
		pass(sessionLifetimeMs.idle - 1);
		expect(await store.get('a')).toBeDefined();
		pass(1);
		expect(await store.get('b')).toBeUndefined();
		expect(await store.get('a')).toBeDefined();
	});
});

describe('a store in Redis', () => {
	const open = async () => {
		let now = start;
		const redis = await startRedis();
		const store = await openRedisSessions(redis.url, [newSecret()], () => now);
		onTestFinished(() => store.close());
		/** Seconds for which Redis keeps the one key with this prefix. */
		const secondsLeft = async (prefix: string) => {
			const client = createClient({ url: redis.url });
			await client.connect();
			const keys = await client.keys(`daybill:${prefix}:*`);
			expect(keys).toHaveLength(1);
			const seconds = await client.ttl(keys[0] ?? '');
			client.destroy();
			return seconds;
		};
		return { redis, store, secondsLeft, pass: (ms: number) => (now += ms) };
	};

	it('lets Redis forget a session that nobody uses for 60 days', async () => {
		const { store, secondsLeft } = await open();
		await store.create('a', session);
		expect(await secondsLeft('session')).toBeGreaterThan(60 * 86_400 - 60);
		expect(await secondsLeft('session')).toBeLessThanOrEqual(60 * 86_400);
	});

	it('lets Redis forget a sign-in when it is over', async () => {
		const { store, secondsLeft } = await open();
		await store.beginLogin('a', { stateHash: 'a', endsAt: start + 600_000 });
		expect(await secondsLeft('login')).toBeGreaterThan(540);
		expect(await secondsLeft('login')).toBeLessThanOrEqual(600);
	});
});
