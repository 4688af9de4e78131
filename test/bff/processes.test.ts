/** Several processes on one Redis act as one. */
import { expect, it, onTestFinished } from 'vitest';
import type { SearchResponse } from '../../src/contract/bff-api/search.ts';
import type { Event } from '../../src/contract/event/event.ts';
import type { List } from '../../src/contract/event/lists.ts';
import type { Person } from '../../src/contract/event/schemas.ts';
import { startChild } from '../program.ts';
import { launchCluster } from '../redis-topologies.ts';
import { type Browser, createBrowser, outcomeOf } from './browser.ts';
import { sessionKeys, signedInAt, startTwo } from './browsers-at.ts';
import { startFakeService } from './fake-service.ts';
import { openAdmin, startRedis } from './redis-server.ts';
import { signInWithCode } from './sign-in.ts';
import { bffSettings, publicUrl, startTestBff } from './start-bff.ts';

const list = '/api/cities/108288/events?day_type=future';

/** All keys on one server. */
const keysAt = async (port: number) => (await openAdmin(`redis://127.0.0.1:${port}`)).keys('*');

// For Redis behind a Sentinel, see redis-trouble.test.ts.
it('processes on a Redis Cluster fetch each response only once, share sessions, and show writes made through another process', async () => {
	const { url, ports, stop } = await launchCluster();
	onTestFinished(stop);
	const { sandbox, calls, first, second } = await startTwo(url, { storePrefix: 'one-of-two:' });
	await Promise.all([first, second].map((bff) => bff.browser().get(list)));
	expect(calls).toHaveLength(1);
	const here = await signedInAt(first.origin, sandbox);
	const there = second.browser(here);
	const { id } = await sandbox.someEvent();
	const path = `/api/events/${id}`;
	const countAt = async (browser: Browser) => (await browser.json<Event>(path)).wisherCount;
	const people = async () =>
		(await there.json<List<Person>>(`${path}/wishers?start=0&count=30`)).items.length;
	const foundAt = async (browser: Browser) => {
		const response = await browser.get('/search/cities/beijing?from=2000-01-01%2000:00:00&count=99');
		const { hits } = (await response.json()) as SearchResponse;
		return hits.find(({ event }) => event.id === id)?.event.wisherCount;
	};
	const [count, named] = [await countAt(there), await people()];
	await expect.poll(() => foundAt(second.browser())).toBe(count);
	expect((await here.post(`${path}/wishers`)).status).toBe(202);
	// Nobody has read the event again at the second process.
	await expect.poll(() => foundAt(second.browser())).toBe(count + 1);
	for (const browser of [there, first.browser(), second.browser()])
		await expect.poll(() => countAt(browser)).toBe(count + 1);
	await expect.poll(people).toBe(named + 1);
	const keys = (await Promise.all(ports.map(keysAt))).flat();
	expect(keys).not.toEqual([]);
	expect(keys.filter((key) => !key.startsWith('one-of-two:'))).toEqual([]);
});

it('one hundred calls with an expired token cause one refresh across two processes on one Redis', async () => {
	const { sandbox, calls, first, second } = await startTwo((await startRedis()).url);
	const browser = await signedInAt(first.origin, sandbox);
	const browsers = [browser, second.browser(browser)];
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

const join = '/api/events/10/participants';

it('in Redis, the lock of a process that was killed during a refresh expires: the session ends immediately, and no request gets 503', async () => {
	const service = await startFakeService();
	// The token endpoint invalidates the old refresh token but never responds.
	service.handler = (call) => {
		if (!call.body.includes('grant_type=refresh_token')) return undefined;
		service.refreshToken = 'the-next-one';
		return true;
	};
	const settings = { redisUrl: (await startRedis()).url, sessionKeys };
	const child = await startChild('test/bff/bff-process.ts', await bffSettings(service.origin, settings));
	onTestFinished(async () => void (await child.kill()));
	const browser = createBrowser(child.origin, publicUrl);
	expect((await signInWithCode(browser)).status).toBe(200);
	service.valid.clear();
	const underWay = browser.post(join).catch(() => undefined);
	await expect.poll(() => service.tokenCalls('refresh_token').length).toBe(1);
	await child.kill();
	await underWay;
	service.handler = () => undefined;

	const next = (await startTestBff(service.origin, settings)).browser(browser);
	const responses = Promise.all(Array.from({ length: 5 }, () => next.post(join)));
	// Expires the dead process's lock now instead of after eight seconds.
	const redis = await openAdmin(settings.redisUrl);
	const [lock = ''] = await redis.keys('daybill:lock:*');
	expect(await redis.pTTL(lock)).toBeGreaterThan(0);
	await redis.pExpire(lock, 1);
	for (const response of await responses) expect(await outcomeOf(response)).toEqual([401, 'session_expired']);
	expect(service.tokenCalls('refresh_token')).toHaveLength(2);
	expect(await next.session()).toMatchObject({ signed_in: false });
});
