import { describe, expect, it, onTestFinished } from 'vitest';
import { createEncryption, newSecret } from '../../../src/bff/session/encryption.ts';
import {
	type SessionStore,
	type StoreLimits,
	sessionLifetime,
	storeLimits,
} from '../../../src/bff/session/session-store.ts';

import { startRedis } from '../redis-server.ts';
import { openRedisStore } from '../redis-stores.ts';
import { backends, session, silent, tokens } from './backends.ts';

for (const [name, start] of Object.entries(backends)) {
	describe(`sessions in ${name}`, () => {
		const opened = async (clock?: () => number, limits?: StoreLimits) => {
			const backend = await start();
			const keys = [newSecret()];
			const open = async (otherKeys = keys) => {
				const store = await backend.open(otherKeys, clock, limits);
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
				unreadWrites: [],
				unpublishedWrites: [],
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

		it('have the last twenty events that the session has changed and not read, for an hour', async () => {
			let now = Date.now();
			const { store, open } = await opened(() => now);
			await store.create('an-id', session);
			const ids = Array.from({ length: 22 }, (_, index) => `event ${index}`);
			for (const id of ids) await store.noteWrite('an-id', id, true);
			await store.noteWrite('an-id', 'event 3', true);
			await store.noteWrite('gone', 'event 3', true);
			const other = await open();
			await other.forgetWrite('an-id', 'event 21', now);
			const unread = async () => (await other.get('an-id'))?.unreadWrites;
			const left = [...ids.slice(2, 3), ...ids.slice(4, 21), 'event 3'];
			expect(await unread()).toEqual(left);
			await store.create('another-id', session);
			expect((await other.get('another-id'))?.unreadWrites).toEqual([]);
			expect(await other.get('gone')).toBeUndefined();
			now += 3_600_000;
			expect(await unread()).toEqual([]);
		});

		it('say which of these changes are not published yet', async () => {
			const { store, open } = await opened();
			await store.create('an-id', session);
			await store.noteWrite('an-id', '1', false);
			await store.noteWrite('an-id', '2', false);
			const read = async () => (await (await open()).get('an-id'))?.unpublishedWrites;
			expect(await read()).toEqual(['1', '2']);
			await store.noteWrite('an-id', '1', true);
			expect(await read()).toEqual(['2']);
			await store.forgetWrite('an-id', '2', Date.now());
			await store.noteWrite('an-id', '2', true);
			expect(await read()).toEqual([]);
		});

		it('keep a change that was made after the read that would forget it', async () => {
			let now = Date.now();
			const { store } = await opened(() => now);
			await store.create('an-id', session);
			await store.noteWrite('an-id', '1', true);
			const readAt = now;
			now += 1;
			await store.noteWrite('an-id', '1', true);
			await store.forgetWrite('an-id', '1', readAt);
			expect((await store.get('an-id'))?.unreadWrites).toEqual(['1']);
			await store.forgetWrite('an-id', '1', now);
			await store.forgetWrite('an-id', '1', now);
			expect((await store.get('an-id'))?.unreadWrites).toEqual([]);
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
				unreadWrites: [],
				unpublishedWrites: [],
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
			now += sessionLifetime.absolute + 1;
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
			let now = Date.now();
			const limits = { sessionsOfUser: 3, sessionsOfUnknown: 5, logins: 10 };
			const { store } = await opened(() => now, limits);
			await store.create('of somebody else', { ...session, userId: '43' });
			for (let index = 0; index < 8; index++) {
				now += 1_000;
				await store.create(`known ${index}`, session);
				await store.create(`unknown ${index}`, { ...session, userId: '' });
			}
			// A session that was signed out leaves room for another.
			await store.delete('known 6');
			now += 1_000;
			await store.create('known 8', session);
			const kept = async (kind: string) => {
				const ids = Array.from({ length: 9 }, (_, index) => `${kind} ${index}`);
				const found = await Promise.all(ids.map((id) => store.get(id)));
				return ids.filter((_, index) => found[index] !== undefined);
			};
			expect(await kept('known')).toEqual(['known 5', 'known 7', 'known 8']);
			expect(await kept('unknown')).toEqual([3, 4, 5, 6, 7].map((index) => `unknown ${index}`));
			expect(await store.get('of somebody else')).toBeDefined();
		});

		it('take no more sign-ins under way than the bound, and keep the newest', async () => {
			const limits = { ...storeLimits, logins: 10 };
			const { store, backend } = await opened(undefined, limits);
			const endsAt = Date.now() + 60_000;
			for (let index = 0; index < 60; index++)
				await store.beginLogin(`nonce ${index}`, { stateHash: `state-${index}`, endsAt: endsAt + index });
			const kept = (await backend.dump()).match(/state-\d+/g) ?? [];
			expect(kept.length).toBeLessThanOrEqual(11);
			expect(kept).toContain('state-59');
			expect(await store.takeLogin('nonce 59')).toMatchObject({ stateHash: 'state-59' });
			expect(await store.takeLogin('nonce 0')).toBeUndefined();
		});

		it('report that they are ready', async () => {
			const { store } = await opened();
			expect(await store.isReady()).toBe(true);
		});
	});
}

describe('sessions in Redis, when it goes away', () => {
	it('a call fails with a reason, nothing is lost, and calls work again when it is back', async () => {
		const redis = await startRedis();
		const store = await openRedisStore(redis.url, createEncryption([newSecret()]), Date.now, silent);
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
		const opening = openRedisStore('redis://127.0.0.1:1', createEncryption([newSecret()]), Date.now, silent);
		await expect(opening).rejects.toThrow(/REDIS_URL/);
	});
});
