import { DatabaseSync } from 'node:sqlite';
import { createClient } from 'redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CalendarStore, maxRevisions } from '../../../src/bff/feeds/calendar-store.ts';

import { openSqliteCalendarStore } from '../../../src/bff/feeds/sqlite-calendar-store.ts';
import { createEncryption, newSecret } from '../../../src/bff/session/encryption.ts';
import { redisTopologies } from '../redis-server.ts';
import { openRedisCalendarStore } from '../redis-stores.ts';
import { temporaryFolder } from '../start-bff.ts';

type Open = (clock: () => number, keys?: readonly string[], max?: number) => Promise<CalendarStore>;

interface Backend {
	/** Opens a store over the same data, as another process would. */
	open: Open;
	/** Everything that is stored for people's calendars, as text. */
	dump(): Promise<string>;
}

const sharedKeys = [newSecret()];

const overRedis =
	(start: () => Promise<{ url: string; ports: readonly number[] }>) => async (): Promise<Backend> => {
		const { url, ports } = await start();
		const log = { warn: () => undefined };
		return {
			open: (clock, keys = sharedKeys, max = maxRevisions) =>
				openRedisCalendarStore(url, createEncryption(keys), clock, log, max),
			async dump() {
				const hashes: unknown[] = [];
				for (const port of ports) {
					const client = createClient({ url: `redis://127.0.0.1:${port}` });
					await client.connect();
					for (const key of await client.keys('daybill:*calendars*')) hashes.push(await client.hGetAll(key));
					client.destroy();
				}
				return JSON.stringify(hashes);
			},
		};
	};

const backends: Record<string, () => Promise<Backend>> = {
	async SQLite() {
		const file = `${await temporaryFolder()}/calendars.sqlite`;
		return {
			open: async (clock, keys = sharedKeys, max = maxRevisions) =>
				openSqliteCalendarStore(file, createEncryption(keys), clock, max),
			async dump() {
				const database = new DatabaseSync(file);
				const rows = database.prepare('SELECT * FROM own_calendars').all();
				database.close();
				return JSON.stringify(rows);
			},
		};
	},
	...Object.fromEntries(Object.entries(redisTopologies()).map(([name, start]) => [name, overRedis(start)])),
};

for (const [name, start] of Object.entries(backends)) {
	describe(`calendars in ${name}`, () => {
		const opened = async (clock: () => number = Date.now) => {
			const backend = await start();
			const open = async (keys?: readonly string[], max?: number) => {
				const store = await backend.open(clock, keys, max);
				onTestFinished(() => store.close());
				return store;
			};
			return { ...backend, open, stores: [await open(), await open()] as const };
		};
		const openTwo = async (clock?: () => number) => (await opened(clock)).stores;

		it('share a URL between processes until it is revoked', async () => {
			const [one, other] = await openTwo();
			expect(await other.hasSecret('42')).toBe(false);
			await one.setSecret('42', 'a-secret', 'a-session');
			expect(await other.find('a-secret')).toEqual({ userId: '42', sessionId: 'a-session' });
			expect(await other.hasSecret('42')).toBe(true);
			expect(await other.find('another')).toBeUndefined();
			await other.revoke('42');
			expect(await one.find('a-secret')).toBeUndefined();
			expect(await one.hasSecret('42')).toBe(false);
		});

		it('replace the previous URL of the same person, and of nobody else', async () => {
			const [one, other] = await openTwo();
			await one.setSecret('42', 'first', 'a-session');
			await one.setSecret('43', 'of somebody else', 'their-session');
			await other.setSecret('42', 'second', 'a-session');
			expect(await one.find('first')).toBeUndefined();
			expect(await one.find('second')).toMatchObject({ userId: '42' });
			expect(await one.find('of somebody else')).toEqual({ userId: '43', sessionId: 'their-session' });
		});

		it('are one for each person, however many are created', async () => {
			const { stores, dump } = await opened();
			const countKept = async () => (JSON.parse(await dump()) as unknown[]).length;
			await stores[0].setSecret('42', 'secret 0', 'a-session');
			const before = await countKept();
			for (let index = 1; index <= 200; index++)
				await stores[index % 2 === 0 ? 0 : 1].setSecret('42', `secret ${index}`, 'a-session');
			expect(await countKept()).toBe(before);
			expect(await stores[0].find('secret 0')).toBeUndefined();
			expect(await stores[0].find('secret 200')).toMatchObject({ userId: '42' });
		});

		it('attach another session to an existing calendar, and create none', async () => {
			const [one, other] = await openTwo();
			await one.attachSession('42', 'early');
			expect(await one.hasSecret('42')).toBe(false);
			await one.setSecret('42', 'a-secret', 'first');
			await one.setSecret('43', 'of somebody else', 'their-session');
			await other.attachSession('42', 'second');
			expect(await one.find('a-secret')).toEqual({ userId: '42', sessionId: 'second' });
			expect(await one.find('of somebody else')).toEqual({ userId: '43', sessionId: 'their-session' });
		});

		it('are stored with secret and session encrypted, and cannot be read with another key', async () => {
			const { stores, dump, open } = await opened();
			await stores[0].setSecret('42', 'the-secret', 'the-session');
			const kept = await dump();
			expect(kept).toContain('42');
			expect(kept).not.toMatch(/the-secret|the-session/);
			const rotated = await open([newSecret(), ...sharedKeys]);
			expect(await rotated.find('the-secret')).toEqual({ userId: '42', sessionId: 'the-session' });
			const stranger = await open([newSecret()]);
			expect(await stranger.find('the-secret')).toEqual({ userId: '42', sessionId: undefined });
		});

		it('delete the session of a calendar that is revoked', async () => {
			const { stores, dump } = await opened();
			await stores[0].setSecret('42', 'the-secret', 'the-session');
			await stores[1].revoke('42');
			expect(await dump()).not.toContain('42');
		});

		it('increase a revision when an event has changed, and only then', async () => {
			let now = 1_700_000_000_123;
			const [one, other] = await openTwo(() => now);
			const event = (fingerprint: string) => [{ id: '10', fingerprint }];
			expect(await one.revise(event('a'))).toEqual([{ sequence: 0, stamp: 1_700_000_000_000 }]);
			now += 60_000;
			expect(await other.revise(event('a'))).toEqual([{ sequence: 0, stamp: 1_700_000_000_000 }]);
			expect(await other.revise(event('b'))).toEqual([{ sequence: 1, stamp: 1_700_000_060_000 }]);
			expect(await one.revise([{ id: '11', fingerprint: 'x' }, ...event('c')])).toEqual([
				{ sequence: 0, stamp: 1_700_000_060_000 },
				{ sequence: 2, stamp: 1_700_000_060_000 },
			]);
		});

		it('forget the revisions of events that changed longest ago when there are too many', async () => {
			let now = 1_700_000_000_000;
			const { open } = await opened(() => now);
			const store = await open(undefined, 20);
			for (let index = 0; index < 100; index++) {
				now += 1_000;
				await store.revise([{ id: `${index}`, fingerprint: 'before' }]);
			}
			const [first, last] = await store.revise([
				{ id: '0', fingerprint: 'after' },
				{ id: '99', fingerprint: 'after' },
			]);
			expect([first?.sequence, last?.sequence]).toEqual([0, 1]);
		});

		it('count each change once, however many processes see it', async () => {
			const stores = await openTwo();
			await stores[0].revise([{ id: '10', fingerprint: 'a' }]);
			const seen = await Promise.all(
				Array.from({ length: 20 }, (_, index) =>
					stores[index % 2 === 0 ? 0 : 1].revise([{ id: '10', fingerprint: 'b' }]),
				),
			);
			expect(new Set(seen.flat().map(({ sequence }) => sequence))).toEqual(new Set([1]));
		});
	});
}
