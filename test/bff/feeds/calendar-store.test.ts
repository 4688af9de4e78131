import { describe, expect, it, onTestFinished } from 'vitest';
import type { CalendarStore } from '../../../src/bff/feeds/calendar-store.ts';
import { openRedisCalendarStore } from '../../../src/bff/feeds/redis-calendar-store.ts';
import { openSqliteCalendarStore } from '../../../src/bff/feeds/sqlite-calendar-store.ts';
import { startRedis } from '../redis-server.ts';
import { temporaryFolder } from '../start-bff.ts';

/** What opens stores over the same data, as several processes would. */
const backends: Record<string, () => Promise<(clock: () => number) => Promise<CalendarStore>>> = {
	async SQLite() {
		const file = `${await temporaryFolder()}/calendars.sqlite`;
		return async (clock) => openSqliteCalendarStore(file, clock);
	},
	async Redis() {
		const { url } = await startRedis();
		return (clock) => openRedisCalendarStore(url, clock, { warn: () => undefined });
	},
};

for (const [name, start] of Object.entries(backends)) {
	describe(`calendars in ${name}`, () => {
		const openTwo = async (clock: () => number = Date.now) => {
			const open = await start();
			const stores = [await open(clock), await open(clock)] as const;
			onTestFinished(async () => {
				for (const store of stores) await store.close();
			});
			return stores;
		};

		it('give an address made by one process to another, until it is taken back', async () => {
			const [one, other] = await openTwo();
			expect(await other.hasAddress('42')).toBe(false);
			await one.setAddress('42', 'a-secret');
			expect(await other.ownerOf('a-secret')).toBe('42');
			expect(await other.hasAddress('42')).toBe(true);
			expect(await other.ownerOf('another')).toBeUndefined();
			await other.revoke('42');
			expect(await one.ownerOf('a-secret')).toBeUndefined();
			expect(await one.hasAddress('42')).toBe(false);
		});

		it('let a new address end the one before, of that person only', async () => {
			const [one, other] = await openTwo();
			await one.setAddress('42', 'first');
			await one.setAddress('43', 'of somebody else');
			await other.setAddress('42', 'second');
			expect(await one.ownerOf('first')).toBeUndefined();
			expect(await one.ownerOf('second')).toBe('42');
			expect(await one.ownerOf('of somebody else')).toBe('43');
		});

		it('count a revision up when an event has changed, and only then', async () => {
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
