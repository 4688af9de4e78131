/** Several processes on one Redis act as one. */
import { createClient } from 'redis';
import { expect, it, onTestFinished } from 'vitest';
import type { BffSettings } from '../../src/bff/settings.ts';
import type { Event } from '../../src/contract/event/event.ts';
import type { List } from '../../src/contract/event/lists.ts';
import type { Person } from '../../src/contract/event/person.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { launchCluster } from '../redis-topologies.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';
import type { Browser } from './browser.ts';
import { alsoAt, signedInAt } from './browsers-at.ts';
import { startRedis } from './redis-server.ts';
import { startTestBff } from './start-bff.ts';

const list = '/api/cities/108288/events?day_type=future';
const sessionKeys = ['A'.repeat(43)];

/** Two BFFs on one Redis that call the sandbox through a recording proxy. */
async function startTwo(redisUrl: string, settings: Partial<BffSettings> = {}) {
	const sandbox = await startTestSandbox();
	const proxy = await startRecordingProxy(sandbox.origin);
	const shared = { redisUrl, sessionKeys, ...settings };
	const first = await startTestBff(proxy.origin, shared);
	const second = await startTestBff(proxy.origin, shared);
	return { sandbox, calls: proxy.calls, first, second };
}

/** All keys on one server. */
async function keysAt(port: number): Promise<string[]> {
	const client = createClient({ url: `redis://127.0.0.1:${port}` });
	await client.connect();
	const keys = await client.keys('*');
	client.destroy();
	return keys;
}

// For Redis behind a Sentinel, see redis-trouble.test.ts.
it('processes on a Redis Cluster fetch each response only once, share sessions, and show writes made through another process', async () => {
	const { url, ports, stop } = await launchCluster();
	onTestFinished(stop);
	const { sandbox, calls, first, second } = await startTwo(url, { redisPrefix: 'one-of-two:' });
	await Promise.all([first, second].map((bff) => bff.browser().get(list)));
	expect(calls).toHaveLength(1);
	const here = await signedInAt(first.origin, sandbox);
	const there = alsoAt(second.origin, here);
	const { id } = await sandbox.someEvent();
	const path = `/api/events/${id}`;
	const countAt = async (browser: Browser) => ((await (await browser.get(path)).json()) as Event).wisherCount;
	const people = async () =>
		((await (await there.get(`${path}/wishers?start=0&count=30`)).json()) as List<Person>).items.length;
	const [count, named] = [await countAt(there), await people()];
	expect((await here.post(`${path}/wishers`)).status).toBe(202);
	for (const browser of [there, first.browser(), second.browser()])
		await expect.poll(() => countAt(browser)).toBe(count + 1);
	await expect.poll(people).toBe(named + 1);
	const keys = (await Promise.all(ports.map(keysAt))).flat();
	expect(keys).not.toEqual([]);
	expect(keys.filter((key) => !key.startsWith('one-of-two:daybill:'))).toEqual([]);
});

it('the visitor limit counts requests across all processes', async () => {
	const visitorLimits = { perAddress: 20, perSession: 20 };
	const { first, second } = await startTwo((await startRedis()).url, { visitorLimits });
	const browsers = [first.browser(), second.browser()];
	const statuses: (number | undefined)[] = [];
	for (let index = 0; index < 24; index++)
		statuses.push((await browsers[index % 2]?.get('/auth/session'))?.status);
	expect(statuses.filter((status) => status === 200)).toHaveLength(20);
	expect(statuses.at(-1)).toBe(429);
});

it('one hundred calls with an expired token cause one refresh across two processes on one Redis', async () => {
	const { sandbox, calls, first, second } = await startTwo((await startRedis()).url);
	const browser = await signedInAt(first.origin, sandbox);
	const browsers = [browser, alsoAt(second.origin, browser)];
	await sandbox.advance(7 * 86_400 + 10);
	const { id } = await sandbox.someEvent();
	calls.length = 0;
	const responses = await Promise.all(
		Array.from({ length: 100 }, (_, index) => {
			const each = browsers[index % browsers.length];
			return index % 3 === 0 ? each?.post(`/api/events/${id}/wishers`) : each?.get(`/api/events/${id}`);
		}),
	);
	expect(new Set(responses.map((response) => response?.status))).toEqual(new Set([200, 202]));
	expect(calls.filter((call) => call.includes('/auth2/token'))).toHaveLength(1);
});
