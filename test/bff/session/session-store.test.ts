import { describe, expect, it, onTestFinished } from 'vitest';
import { newSecret } from '../../../src/bff/session/encryption.ts';
import {
	maxSessionsOfUser,
	type SessionStore,
	sessionLifetimeMs,
} from '../../../src/bff/session/session-store.ts';
import { openRedisSessions } from '../open-sessions.ts';
import { startRedis } from '../redis-server.ts';
import { session, sessionBackends, tokens } from './backends.ts';

for (const [name, start] of sessionBackends) {
	describe(`sessions in ${name}`, () => {
		const opened = async (clock?: () => number) => {
			const backend = await start();
			const keys = [newSecret()];
			const open = async (otherKeys = keys) => {
				const store = await backend.open(otherKeys, clock);
				onTestFinished(() => store.close());
				return store;
			};
			return { backend, keys, open, store: await open() };
		};

		it('are read as they were stored, in another process too', async () => {
			const { store, open } = await opened();
			await store.create('an-id', session);
			const other = await open();
			expect(await other.get('an-id')).toEqual({
				...session,
				version: 1,
			});
			expect(await other.get('another-id')).toBeUndefined();
		});

		it('are stored without their id, nonce or tokens in readable form', async () => {
			const { store, backend } = await opened();
			await store.create('the-session-id', session);
			await store.beginLogin('the-nonce', { stateHash: 'h', endsAt: Date.now() + 60_000 });
			const kept = await backend.dump();
			for (const secret of ['the-session-id', 'the-nonce', 'the-access-token', 'the-refresh-token'])
				expect(kept).not.toContain(secret);
		});

		it('save a new pair only if the version that was read is unchanged', async () => {
			const { store } = await opened();
			await store.create('an-id', session);
			const renewed = { ...tokens, accessToken: 'second' };
			expect(await store.saveTokens('an-id', renewed, 1)).toBe(true);
			expect(await store.saveTokens('an-id', { ...tokens, accessToken: 'late' }, 1)).toBe(false);
			expect(await store.get('an-id')).toEqual({
				...session,
				tokens: renewed,
				version: 2,
			});
			expect(await store.saveTokens('gone', renewed, 1)).toBe(false);
			expect(await store.get('gone')).toBeUndefined();
		});

		it('can be read with an older key after the keys have rotated, and with no other', async () => {
			const { store, keys, open } = await opened();
			await store.create('an-id', session);
			const rotated = await open([newSecret(), ...keys]);
			expect(await rotated.get('an-id')).toMatchObject({ userId: '42' });
			const stranger = await open([newSecret()]);
			expect(await stranger.get('an-id')).toBeUndefined();
		});

		it('end after their maximum lifetime', async () => {
			let now = Date.now();
			const { store } = await opened(() => now);
			await store.create('an-id', session);
			now += sessionLifetimeMs.absolute + 1;
			expect(await store.get('an-id')).toBeUndefined();
		});

		it('are gone once deleted', async () => {
			const { store } = await opened();
			await store.create('an-id', session);
			await store.delete('an-id');
			await store.delete('an-id');
			expect(await store.get('an-id')).toBeUndefined();
		});

		it('grant the lock to one holder at a time, across processes', async () => {
			const { store, open } = await opened();
			const other = await open();
			let inside = 0;
			let most = 0;
			const enter = (each: SessionStore) =>
				each.withLock('an-id', async () => {
					most = Math.max(most, ++inside);
					await new Promise((resolve) => setTimeout(resolve, 3));
					inside--;
				});
			await Promise.all(Array.from({ length: 20 }, (_, index) => enter(index % 2 === 0 ? store : other)));
			expect(most).toBe(1);
		});

		it('release the lock when the work fails', async () => {
			const { store } = await opened();
			const failing = store.withLock('an-id', () => Promise.reject(new Error('no')));
			await expect(failing).rejects.toThrow('no');
			expect(await store.withLock('an-id', async () => 'in')).toBe('in');
		});

		it('return a pending login once', async () => {
			const { store, open } = await opened();
			const endsAt = Date.now() + 60_000;
			await store.beginLogin('a-nonce', { stateHash: 'a-hash', endsAt });
			const other = await open();
			const taken = await Promise.all([store.takeLogin('a-nonce'), other.takeLogin('a-nonce')]);
			expect(taken.filter((each) => each !== undefined)).toEqual([{ stateHash: 'a-hash', endsAt }]);
		});

		it('end, the oldest first, when one person has too many, and those of nobody else', async () => {
			const { store } = await opened();
			await store.create('of somebody else', { ...session, userId: '43' });
			for (let index = 0; index <= maxSessionsOfUser; index++) await store.create(`own ${index}`, session);
			expect(await store.get('own 0')).toBeUndefined();
			expect(await store.get('own 1')).toBeDefined();
			expect(await store.get('of somebody else')).toBeDefined();
		});

		it('end all at once for one person, and for nobody else', async () => {
			const { store } = await opened();
			for (const [id, userId] of [
				['phone', '42'],
				['laptop', '42'],
				['of somebody else', '43'],
			] as const)
				await store.create(id, { ...session, userId });
			expect([await store.deleteAll('42'), await store.deleteAll('42')]).toEqual([2, 0]);
			expect([await store.get('phone'), await store.get('laptop')]).toEqual([undefined, undefined]);
			expect(await store.get('of somebody else')).toBeDefined();
		});
	});
}

describe('sessions in Redis, when it goes away', () => {
	it('a call fails with a reason, nothing is lost, and calls work again when it is back', async () => {
		const redis = await startRedis();
		const store = await openRedisSessions(redis.url, [newSecret()]);
		onTestFinished(() => store.close());
		await store.create('an-id', session);
		redis.process.kill('SIGSTOP');
		await expect(store.get('an-id')).rejects.toMatchObject({ problem: { reason: 'store_unreachable' } });
		redis.process.kill('SIGCONT');
		await expect
			.poll(() => store.get('an-id').catch(() => undefined))
			.toMatchObject({
				userId: '42',
			});
	});

	it('a start without Redis fails with a readable message', async () => {
		const opening = openRedisSessions('redis://127.0.0.1:1', [newSecret()]);
		await expect(opening).rejects.toThrow(/REDIS_URL/);
	});
});
