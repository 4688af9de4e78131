import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/bff/store/open-store.ts';
import { openSqliteStore } from '../../../src/bff/store/sqlite-store.ts';
import { createStore, type Store } from '../../../src/bff/store/store.ts';
import { createCalendar } from '../browser.ts';
import { startFakeService } from '../fake-service.ts';
import { startRedis } from '../redis-server.ts';
import { startTestBff, type TestBff, temporaryFolder } from '../start-bff.ts';

const minute = 60_000;

async function openOne(settings: Parameters<typeof openStore>[0]): Promise<Store> {
	const { store } = await openStore(settings, Date.now, { warn: () => undefined });
	onTestFinished(() => store.close());
	return store;
}

/** A store in a file, to which another program writes. */
async function openBeside() {
	const file = `${await temporaryFolder()}/daybill.sqlite`;
	const store = createStore(openSqliteStore(file, Date.now));
	const other = new DatabaseSync(file);
	onTestFinished(async () => {
		other.close();
		await store.close();
	});
	other.exec('BEGIN IMMEDIATE');
	return { store, other };
}

// For Redis behind a Sentinel, see redis-trouble.test.ts, and for a Cluster, processes.test.ts.
describe.each([
	['SQLite', async () => ({ redisUrl: null, dataDir: await temporaryFolder() })],
	['Redis', async () => ({ redisUrl: (await startRedis()).url, dataDir: ':memory:' })],
])('a store in %s', (_, start) => {
	const open = async () => {
		const settings = await start();
		return { store: await openOne(settings), other: await openOne(settings) };
	};

	it('drops an entry whose lifetime is over', async () => {
		const { store } = await open();
		await store.set('a', '1', 1);
		await expect.poll(() => store.get('a')).toBeUndefined();
		expect(await store.compareAndSet('a', '1', '2', minute)).toBe(false);
		expect(await store.compareAndSet('a', undefined, '3', minute)).toBe(true);
		expect(await store.get('a')).toBe('3');
	});

	it('lets only one of several concurrent changes to an entry succeed', async () => {
		const { store, other } = await open();
		for (const round of ['first', 'second']) {
			const before = await store.get('a');
			const changes = [store, other].map((each, index) =>
				each.compareAndSet('a', before, `${round} ${index}`, minute),
			);
			expect((await Promise.all(changes)).toSorted()).toEqual([false, true]);
		}
	});

	it('grants a lock to one holder at a time, and releases it if the work fails', async () => {
		const { store, other } = await open();
		await expect(store.withLock('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
		let inside = 0;
		let most = 0;
		const enter = (each: Store) =>
			each.withLock('a', async () => {
				most = Math.max(most, ++inside);
				// Give the others several rounds of the event loop, so that they would run if the lock failed.
				for (let round = 0; round < 5; round++) await each.get('a');
				inside--;
			});
		await Promise.all(Array.from({ length: 20 }, (_, index) => enter(index % 2 === 0 ? store : other)));
		expect(most).toBe(1);
	});
});

it('a store in SQLite keeps apart what belongs to different services', async () => {
	const dataDir = await temporaryFolder();
	const [demo, real] = [await startFakeService(), await startFakeService()];
	const start = (service: typeof demo) =>
		startTestBff(service.origin, { dataDir, storePrefix: service === demo ? 'daybill:1:' : 'daybill:2:' });
	const before = await start(demo);
	const browser = await before.member();
	const calendar = await createCalendar(browser);
	const expectWorking = async (bff: TestBff) => {
		expect(await bff.browser(browser).session()).toMatchObject({ signed_in: true });
		expect((await bff.browser().get(calendar)).status).toBe(200);
		await bff.close();
	};
	await expectWorking(before);
	const other = await start(real);
	expect(await other.browser(browser).session()).toMatchObject({ signed_in: false });
	// A person with the same id at another service.
	await other.member();
	expect((await other.browser().get(calendar)).status).toBe(404);
	await other.close();
	await expectWorking(await start(demo));
});

it('a store in SQLite reports when another program writes for too long', async () => {
	const { store, other } = await openBeside();
	await expect(store.set('a', '1', minute)).rejects.toMatchObject({
		problem: { reason: 'store_unreachable', status: 503 },
	});
	expect(await store.get('a')).toBeUndefined();
	other.exec('COMMIT');
	await store.set('a', '2', minute);
	expect(await store.get('a')).toBe('2');
});
