/** Several processes on one Redis, which act as one. */
import { createClient } from 'redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BffSettings } from '../../src/bff/settings.ts';
import type { Written } from '../../src/contract/bff-api/api.ts';
import type { SearchResponse } from '../../src/contract/bff-api/search.ts';
import type { Event } from '../../src/contract/event/event.ts';
import type { List } from '../../src/contract/event/lists.ts';
import type { Person } from '../../src/contract/event/person.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';
import { alsoAt, signedInAt } from './browsers-at.ts';
import { redisTopologies, startRedis } from './redis-server.ts';
import { startTestBff, type TestBff } from './start-bff.ts';

const list = '/api/cities/108288/events?day_type=future';

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
	const shared = { redisUrl: redis.url, sessionKeys: ['A'.repeat(43)], ...settings };
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

const eventsOf = async (response: Response) => ((await response.json()) as List<Event>).items;

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
		expect((await here.post(`/api/events/${event?.id}/wishers`)).status).toBe(202);
		const countThere = async () =>
			((await (await there.get(`/api/events/${event?.id}`)).json()) as Event).wisherCount;
		await expect.poll(countThere).toBe(Number(event?.wisherCount) + 1);
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
		const { fleet, calls } = await startFleet(2, {}, 'demo');
		const found = await Promise.all(fleet.map(untilComplete));
		expect(new Set(found.map(({ indexed }) => indexed)).size).toBe(1);
		expect(found[0]?.indexed).toBeGreaterThan(100);
		const pages = calls.filter((call) => call.includes('day_type=future'));
		expect(pages.length).toBeGreaterThan(1);
		expect(new Set(pages).size).toBe(pages.length);
	});
});

describe('what a person writes at one process', () => {
	it('is in the event and its people at every process', async () => {
		const { first, second, sandbox } = await startFleet(2);
		const [here, there] = await (async () => {
			const browser = await signedInAt(first.origin, sandbox);
			return [browser, alsoAt(second.origin, browser)] as const;
		})();
		const { id } = await sandbox.someEvent();
		const path = `/api/events/${id}`;
		const countIn = async (browser: typeof here) =>
			((await (await browser.get(path)).json()) as Event).wisherCount;
		const peopleAt = async (browser: typeof here) =>
			((await (await browser.get(`${path}/wishers?start=0&count=30`)).json()) as List<Person>).items;
		const before = await countIn(here);
		expect(await countIn(there)).toBe(before);
		const peopleBefore = (await peopleAt(there)).length;
		const written = (await (await here.post(`${path}/wishers`)).json()) as Written;
		expect(written.event?.wisherCount).toBe(before + 1);
		await expect.poll(() => countIn(there)).toBe(before + 1);
		await expect.poll(async () => (await peopleAt(there)).length).toBe(peopleBefore + 1);
		await expect.poll(() => countIn(second.browser())).toBe(before + 1);
		await expect.poll(() => countIn(first.browser())).toBe(before + 1);
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
});
