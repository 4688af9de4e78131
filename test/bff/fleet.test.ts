/** Several processes on one Redis, which act as one (issue 16). */
import { createClient } from 'redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BffSettings } from '../../src/bff/settings.ts';
import type { SearchResponse } from '../../src/contract/bff-api/search.ts';
import type { WireEvent, WireEventList } from '../../src/contract/spec/resources.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';
import { alsoAt, signedInAt } from './browsers-at.ts';
import { redisTopologies, startRedis } from './redis-server.ts';
import { startTestBff, type TestBff } from './start-bff.ts';

const list = '/api/v2/event/list?loc=108288&day_type=future';

/** Starts BFFs that share one Redis and count their calls at one proxy in front of the sandbox. */
async function startFleet(
	size: number,
	settings: Partial<BffSettings> = {},
	seed: 'demo' | 'small' = 'small',
) {
	const sandbox = await startTestSandbox({ seed });
	const proxy = await startRecordingProxy(sandbox.origin);
	onTestFinished(proxy.close);
	const redis = await startRedis();
	const shared = { redisUrl: redis.url, sessionKeys: ['A'.repeat(43)], sharedPatience: 20_000, ...settings };
	const fleet = await Promise.all(Array.from({ length: size }, () => startTestBff(proxy.origin, shared)));
	const [first, second] = fleet;
	if (first === undefined || second === undefined) throw new Error('a fleet has two processes or more');
	return { sandbox, calls: proxy.calls, redis, fleet, first, second };
}

/** All keys at one server. */
async function keysAt(port: number): Promise<string[]> {
	const client = createClient({ url: `redis://127.0.0.1:${port}` });
	await client.connect();
	const keys = await client.keys('*');
	client.destroy();
	return keys;
}

const eventsOf = async (response: Response) => ((await response.json()) as WireEventList).events;

describe('a response that one process has fetched', () => {
	it('is fetched once for all, also when all ask for it at the same time', async () => {
		const { fleet, calls } = await startFleet(4);
		const responses = await Promise.all(
			fleet.flatMap((bff) => [bff.browser().get(list), bff.browser().get(list)]),
		);
		const bodies = new Set(await Promise.all(responses.map((response) => response.text())));
		expect(bodies.size).toBe(1);
		expect(calls).toHaveLength(1);
	});

	it('is a hit at another process, and so is each event that it contains', async () => {
		const { first, second, calls } = await startFleet(2);
		const [event] = await eventsOf(await first.browser().get(list));
		const browser = second.browser();
		await expect.poll(async () => (await browser.get(list)).headers.get('cache-status')).toBe('daybill; hit');
		await expect
			.poll(async () => (await browser.get(`/api/v2/event/${event?.id}`)).headers.get('cache-status'))
			.toBe('daybill; hit');
		expect(calls).toHaveLength(1);
	});

	it('is there for a process that starts later', async () => {
		const { first, calls, redis, sandbox } = await startFleet(2);
		await first.browser().get(list);
		const later = await startTestBff(sandbox.origin, { redisUrl: redis.url, sessionKeys: ['A'.repeat(43)] });
		expect((await later.browser().get(list)).headers.get('cache-status')).toBe('daybill; hit');
		expect(calls).toHaveLength(1);
	});

	it('is fetched by another process when the one that began has ended', async () => {
		const { first, calls, redis } = await startFleet(2);
		const client = createClient({ url: redis.url });
		await client.connect();
		onTestFinished(() => client.destroy());
		const lease = 'daybill:{cache}:1:lease:/v2/event/list?loc=108288&day_type=future';
		await client.set(lease, 'a process that has ended', { expiration: { type: 'PX', value: 1_500 } });
		expect((await first.browser().get(list)).status).toBe(200);
		expect(calls).toHaveLength(1);
	});

	it('says the same to all that wait for it when it is an error', async () => {
		const { fleet, calls, sandbox } = await startFleet(4);
		await sandbox.control('POST', '/faults', {
			path: '/v2/event/list',
			code: 112,
			delay_ms: 2_000,
			times: 1,
		});
		const responses = await Promise.all(fleet.map((bff) => bff.browser().get(list)));
		expect(responses.map(({ status }) => status)).toEqual(Array(4).fill(responses[0]?.status));
		expect(calls).toHaveLength(1);
	});
});

describe.each(Object.entries(redisTopologies()))('processes on %s', (_, start) => {
	it('fetch a response once for all, share their sessions, and see what a person writes at another', async () => {
		const sandbox = await startTestSandbox();
		const proxy = await startRecordingProxy(sandbox.origin);
		onTestFinished(proxy.close);
		const { url, ports } = await start();
		const settings = {
			redisUrl: url,
			redisPrefix: 'one-of-two:',
			sessionKeys: ['A'.repeat(43)],
			sharedPatience: 20_000,
		};
		const [first, second] = await Promise.all([
			startTestBff(proxy.origin, settings),
			startTestBff(proxy.origin, settings),
		]);
		await Promise.all([first, second].map((bff) => bff.browser().get(list)));
		expect(proxy.calls).toHaveLength(1);
		const here = await signedInAt(first.origin, sandbox);
		const there = alsoAt(second.origin, here);
		const [event] = await eventsOf(await there.get(list));
		expect((await here.post(`/api/v2/event/${event?.id}/wishers`)).status).toBe(202);
		const [counted] = await eventsOf(await there.get(list));
		expect(counted?.wisher_count).toBe(Number(event?.wisher_count) + 1);
		const keys = (await Promise.all(ports.map(keysAt))).flat();
		expect(keys).not.toEqual([]);
		expect(keys.filter((key) => !key.startsWith('one-of-two:daybill:'))).toEqual([]);
	});
});

describe('the search index of a city', () => {
	const search = '/search/cities/beijing?q=a';
	const searchAt = async (bff: TestBff) => (await (await bff.browser().get(search)).json()) as SearchResponse;
	const untilComplete = async (bff: TestBff) => {
		await expect.poll(async () => (await searchAt(bff)).is_complete).toBe(true);
		return searchAt(bff);
	};

	it('is built by all processes from the same calls, each made once', async () => {
		const { fleet, calls } = await startFleet(3, {}, 'demo');
		const found = await Promise.all(fleet.map(untilComplete));
		expect(new Set(found.map(({ indexed }) => indexed)).size).toBe(1);
		expect(found[0]?.indexed).toBeGreaterThan(100);
		const pages = calls.filter((call) => call.includes('day_type=future'));
		expect(pages.length).toBeGreaterThan(1);
		expect(new Set(pages).size).toBe(pages.length);
	});

	it('is built without a call by a process that starts later, and is as old as what it is built from', async () => {
		const { first, calls, redis, sandbox } = await startFleet(2);
		const { indexed, indexed_at } = await untilComplete(first);
		const before = calls.length;
		const later = await startTestBff(sandbox.origin, {
			redisUrl: redis.url,
			sessionKeys: ['A'.repeat(43)],
			eventsBaseUrl: 'http://127.0.0.1:1',
		});
		expect(await untilComplete(later)).toMatchObject({ indexed, indexed_at });
		expect(calls).toHaveLength(before);
	});

	it('is read again once for all when it is too old', async () => {
		let now = Date.now();
		const { fleet, calls } = await startFleet(2, { clock: () => now });
		await Promise.all(fleet.map(untilComplete));
		const pages = calls.filter((call) => call.includes('count=100&'));
		now += 3_600_000;
		const isNew = async (bff: TestBff) => {
			const text = (await searchAt(bff)).indexed_at;
			return Date.parse(text) === now;
		};
		for (const bff of fleet) await expect.poll(() => isNew(bff)).toBe(true);
		expect(calls.filter((call) => call.includes('count=100&'))).toHaveLength(2 * pages.length);
	});
});

describe('what a person writes at one process', () => {
	it('is in their lists and in the event at the next read from another', async () => {
		const { first, second, sandbox } = await startFleet(2);
		const [here, there] = await (async () => {
			const browser = await signedInAt(first.origin, sandbox);
			return [browser, alsoAt(second.origin, browser)] as const;
		})();
		const { id } = await sandbox.someEvent();
		const countIn = async (browser: typeof here) =>
			(await eventsOf(await browser.get(list))).find((event) => event.id === id)?.wisher_count;
		const peopleAt = async (browser: typeof here) =>
			((await (await browser.get(`/api/v2/event/${id}/wishers`)).json()) as { users: { id: string }[] })
				.users;
		const before = Number(await countIn(here));
		expect(await countIn(there)).toBe(before);
		const peopleBefore = (await peopleAt(there)).length;
		expect((await here.post(`/api/v2/event/${id}/wishers`)).status).toBe(202);
		expect(await countIn(there)).toBe(before + 1);
		expect((await peopleAt(there)).length).toBe(peopleBefore + 1);
		const event = (await (await there.get(`/api/v2/event/${id}`)).json()) as WireEvent;
		expect(event.wisher_count).toBe(before + 1);
		const stranger = second.browser();
		await expect.poll(() => countIn(stranger)).toBe(before + 1);
		await expect.poll(() => countIn(first.browser())).toBe(before + 1);
	});
});

describe("a person's own lists", () => {
	const idsOf = async (response: Response) => (await eventsOf(response)).map(({ id }) => id);

	it('are kept for the next visit to any process, with what the person did at another', async () => {
		const { first, second, sandbox, calls } = await startFleet(2);
		const here = await signedInAt(first.origin, sandbox);
		const there = await signedInAt(second.origin, sandbox);
		const { service_user_id: userId } = (await here.session()) as { service_user_id: string };
		const own = `/api/v2/event/user_wished/${userId}?start=0&count=100`;
		const before = await idsOf(await here.get(own));
		const event = (await eventsOf(await here.get(list))).find(({ id }) => !before.includes(id));
		const path = `/api/v2/event/${event?.id}/wishers`;
		await expect.poll(async () => (await there.get(own)).headers.get('cache-status')).toBe('daybill; hit');
		calls.length = 0;
		expect((await here.post(path)).status).toBe(202);
		await expect.poll(async () => idsOf(await there.get(own))).toEqual([event?.id, ...before]);
		expect(await idsOf(await here.get(own))).toContain(event?.id);
		expect((await there.fetch(path, { method: 'DELETE' })).status).toBe(202);
		expect(await idsOf(await there.get(own))).toEqual(before);
		await expect.poll(async () => idsOf(await here.get(own))).toEqual(before);
		expect(calls.filter((call) => call.includes('user_wished'))).toEqual([]);
	});
});

describe("a person's own lists after a sign-out", () => {
	it('are in no process and not in Redis, whichever part of them was read, and those of others are', async () => {
		const { first, second, sandbox, redis, calls } = await startFleet(2, { redisPrefix: 'site*[1]:' });
		const [here, there] = [await signedInAt(first.origin, sandbox), await signedInAt(second.origin, sandbox)];
		const other = await signedInAt(first.origin, sandbox, 'bob');
		const listsOf = async (browser: typeof here) => {
			const { service_user_id: id } = (await browser.session()) as { service_user_id: string };
			return [`user_wished/${id}`, `user_participated/${id}?start=0&count=100`, `user_wished/${id}?count=5`];
		};
		const readAll = async (browser: typeof here) => {
			for (const name of await listsOf(browser))
				expect((await browser.get(`/api/v2/event/${name}`)).status).toBe(200);
		};
		for (const browser of [here, there, other]) await readAll(browser);
		const keptLists = async () => (await keysAt(redis.port)).filter((key) => key.includes(':own:response:'));
		await expect.poll(async () => (await keptLists()).length).toBe(6);
		const [ofOther = ''] = await listsOf(other);

		expect((await here.post('/auth/logout')).status).toBe(204);
		const rest = await keptLists();
		expect(rest).toHaveLength(3);
		expect(rest.filter((key) => key.includes(`/v2/event/${ofOther}`))).toHaveLength(2);
		// The person is still signed in elsewhere, and that process has to ask the service again.
		calls.length = 0;
		await expect
			.poll(async () => {
				await readAll(there);
				return calls.filter((call) => call.includes('/event/user_')).length;
			})
			.toBe(3);
	});
});

describe('what is left of the hourly budget', () => {
	it('is the same at every process', async () => {
		const { first, second, sandbox } = await startFleet(2);
		const remaining = async (bff: typeof first) => {
			const text = await (await bff.browser().get('/metrics')).text();
			return /^daybill_budget_remaining (\d+)$/m.exec(text)?.[1];
		};
		expect(await remaining(second)).toBeUndefined();
		const browser = await signedInAt(first.origin, sandbox);
		const { id } = await sandbox.someEvent();
		await browser.post(`/api/v2/event/${id}/wishers`);
		// A call may come between two looks.
		await expect
			.poll(async () => {
				const known = await remaining(first);
				return known !== undefined && (await remaining(second)) === known;
			})
			.toBe(true);
	});
});

describe('the limit towards a visitor', () => {
	const visitorLimits = { perAddress: 20, perSession: 20 };
	const statusesOf = async (browsers: readonly { get(path: string): Promise<Response> }[], times: number) => {
		const statuses: number[] = [];
		for (let index = 0; index < times; index++)
			statuses.push((await browsers[index % browsers.length]?.get('/auth/session'))?.status ?? 0);
		return statuses;
	};

	it('counts requests to all processes', async () => {
		const { fleet } = await startFleet(4, { visitorLimits });
		const statuses = await statusesOf(
			fleet.map((bff) => bff.browser()),
			40,
		);
		expect(statuses.filter((status) => status === 200)).toHaveLength(20);
		expect(statuses.at(-1)).toBe(429);
	});

	it('is counted by each process while Redis is away', async () => {
		const { first, redis } = await startFleet(2, { visitorLimits, sharedPatience: 500 });
		redis.process.kill('SIGSTOP');
		onTestFinished(() => void redis.process.kill('SIGCONT'));
		const browser = first.browser();
		const statuses: number[] = [];
		for (let index = 0; index < 25; index++) statuses.push((await browser.get('/robots.txt')).status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(20);
		expect(statuses.at(-1)).toBe(429);
	});
});

describe('without Redis for a while', () => {
	it('signed-out people go on reading, from memory and from the service, and nothing is wrong afterwards', async () => {
		const { first, second, redis } = await startFleet(2);
		const other = '/api/v2/event/list?loc=108288&day_type=future&type=music';
		expect((await first.browser().get(list)).status).toBe(200);
		await redis.stop();
		expect((await first.browser().get(list)).status).toBe(200);
		expect((await second.browser().get(list)).status).toBe(200);
		expect((await first.browser().get(other)).status).toBe(200);
		await startRedis(redis.port);
		await expect.poll(async () => (await first.browser().get('/readyz')).status).toBe(200);
		expect((await second.browser().get(other)).status).toBe(200);
	});

	it('a process says that it is not ready while Redis is there and does not reply', async () => {
		const { first, redis } = await startFleet(2);
		expect((await first.browser().get('/readyz')).status).toBe(200);
		redis.process.kill('SIGSTOP');
		onTestFinished(() => void redis.process.kill('SIGCONT'));
		const response = await first.browser().get('/readyz');
		expect(response.status).toBe(503);
		expect(await response.json()).toMatchObject({ store: 'unreachable', draining: false });
	});
});
