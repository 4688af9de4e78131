/** What one process learns of the service, others on the same Redis know (issue 16). */
import { describe, expect, it } from 'vitest';
import { type FakeService, fakeEvent, sendError, sendJson, startFakeService } from './fake-service.ts';
import { startRedis } from './redis-server.ts';
import { signInWithCode } from './sign-in.ts';
import { startTestBff } from './start-bff.ts';

/** Two BFFs on one Redis in front of one service. */
async function startPair() {
	const service = await startFakeService();
	const redis = await startRedis();
	const settings = { redisUrl: redis.url, sessionKeys: ['A'.repeat(43)], sharedPatience: 20_000 };
	const [first, second] = await Promise.all([
		startTestBff(service.origin, settings),
		startTestBff(service.origin, settings),
	]);
	let reads = 0;
	/** Another list each time, which nobody has read. */
	const list = () => `/api/v2/event/list?loc=${++reads}&start=0&count=100`;
	return { service, redis, first, second, list };
}

/** Calls that are made while something is done. */
async function callsOf({ calls }: FakeService, act: () => Promise<unknown>) {
	calls.length = 0;
	await act();
	return calls.map(({ url, headers }) => ({
		count: new URL(url, 'http://service.invalid').searchParams.get('count'),
		hasToken: headers.authorization !== undefined,
	}));
}

const eventList = { count: 1, start: 0, total: 1, events: [fakeEvent] };

describe('another process knows within a second', () => {
	it('that an operation needs a token (102)', async () => {
		const { service, first, second, list } = await startPair();
		service.handler = (call, response) =>
			call.url.includes('/event/list') &&
			call.headers.authorization === undefined &&
			sendError(response, call, 102);
		const member = second.browser();
		await signInWithCode(member);
		for (let read = 0; read < 2; read++) await first.browser().get(list());
		const read = async () => (await callsOf(service, () => member.get(list()))).map((call) => call.hasToken);
		await expect.poll(read).toEqual([true]);
	});

	it('how long a page may be', async () => {
		const { service, first, second, list } = await startPair();
		service.handler = (call, response) => {
			if (!call.url.includes('/event/list')) return false;
			const count = Number(new URL(call.url, service.origin).searchParams.get('count'));
			return count > 20 ? sendError(response, call, 113) : sendJson(response, 200, eventList);
		};
		const countsAt = async (bff: typeof first) =>
			(await callsOf(service, () => bff.browser().get(list()))).map(({ count }) => count);
		expect(await countsAt(first)).toEqual(['100', '50', '20']);
		await expect.poll(() => countsAt(second)).toEqual(['20']);
	});

	it('that this server has to wait (112 with Retry-After), and tells visitors how long', async () => {
		const { service, first, second, list } = await startPair();
		service.handler = (call, response) =>
			call.url.includes('/event/list') &&
			sendJson(
				response,
				400,
				{ code: 112, msg: 'rate_limit_exceeded2', request: 'GET /' },
				{ 'Retry-After': '300' },
			);
		await first.browser().get(list());
		await expect.poll(() => callsOf(service, () => second.browser().get(list()))).toEqual([]);
		for (const bff of [first, second]) {
			const response = await bff.browser().get(list());
			expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 112 })]);
			const seconds = Number(response.headers.get('retry-after'));
			expect(seconds).toBeGreaterThan(200);
			expect(seconds).toBeLessThanOrEqual(300);
		}
	});

	it('that one person has to wait (111 with Retry-After), and nobody else', async () => {
		const { service, first, second } = await startPair();
		const [limited, other] = [second.browser(), second.browser()];
		await signInWithCode(limited);
		const [token] = service.valid;
		await signInWithCode(other);
		service.handler = (call, response) =>
			call.headers.authorization === `Bearer ${token}` &&
			sendJson(
				response,
				400,
				{ code: 111, msg: 'rate_limit_exceeded1', request: 'GET /' },
				{ 'Retry-After': '60' },
			);
		const own = '/api/v2/event/user_wished/42';
		const elsewhere = first.browser();
		for (const [name, value] of limited.cookies) elsewhere.cookies.set(name, value);
		await limited.get(own);
		await expect.poll(() => callsOf(service, () => elsewhere.get(own))).toEqual([]);
		expect((await elsewhere.get(own)).headers.get('retry-after')).toMatch(/^\d+$/);
		expect((await other.get(own)).status).toBe(200);
	});
});

describe('while Redis is away', () => {
	it('each process uses what it knows and learns itself, and tells the others later', async () => {
		const { service, redis, first, second, list } = await startPair();
		service.handler = (call, response) =>
			call.url.includes('/event/list') &&
			sendJson(
				response,
				400,
				{ code: 112, msg: 'rate_limit_exceeded2', request: 'GET /' },
				{ 'Retry-After': '300' },
			);
		await redis.stop();
		await first.browser().get(list());
		expect(await callsOf(service, () => first.browser().get(list()))).toEqual([]);
		expect(await callsOf(service, () => second.browser().get(list()))).not.toEqual([]);
		service.handler = () => false;
		await startRedis(redis.port);
		const third = await startTestBff(service.origin, {
			redisUrl: redis.url,
			sessionKeys: ['A'.repeat(43)],
			sharedPatience: 20_000,
		});
		await expect.poll(() => callsOf(service, () => third.browser().get(list()))).toEqual([]);
	});
});
