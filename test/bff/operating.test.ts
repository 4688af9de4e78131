import { describe, expect, it } from 'vitest';
import { startFakeService } from './fake-service.ts';
import { signInWithCode } from './sign-in.ts';
import { startTestBff } from './start-bff.ts';

describe('limits for visitors', () => {
	const visitorLimits = { perAddress: 30, perSession: 10 };

	it('one session has to wait (429, Retry-After), and others are not affected', async () => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin, { visitorLimits });
		const [greedy, other] = [bff.browser(), bff.browser()];
		await signInWithCode(greedy);
		const responses = [];
		for (let call = 0; call < 12; call++) responses.push(await greedy.get('/auth/session'));
		const limited = responses.at(-1);
		expect(limited?.status).toBe(429);
		expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
		expect(await limited?.json()).toMatchObject({ reason: 'too_many_requests', status: 429 });
		expect((await other.get('/auth/session')).status).toBe(200);
	});

	it('one IP address is limited however many sessions it makes up; health checks are not', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin, { visitorLimits })).browser();
		const statuses = [];
		for (let call = 0; call < 32; call++) {
			browser.cookies.set('daybill', `made-up-${call}`);
			statuses.push((await browser.get('/auth/session')).status);
		}
		expect(statuses.slice(0, 30)).not.toContain(429);
		expect(statuses.slice(30)).toEqual([429, 429]);
		expect((await browser.get('/healthz')).status).toBe(200);
	});
});

describe('figures and logs for operators', () => {
	it('/metrics counts calls by operation and outcome, cache results, refreshes and times', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		await signInWithCode(browser);
		await browser.get('/api/cities');
		await browser.get('/api/cities');
		service.valid.clear();
		await browser.post('/api/events/10/wishers');
		const text = await (await browser.get('/metrics')).text();
		for (const line of [
			'daybill_service_calls_total{operation="listLocs",outcome="200"} 1',
			'daybill_service_calls_total{operation="wishEvent",outcome="400 106"} 1',
			'daybill_service_calls_total{operation="token refresh_token",outcome="200"} 1',
			'daybill_cache_results_total{operation="listLocs",result="hit"} 1',
			'daybill_refreshes_total{outcome="renewed"} 1',
		])
			expect(text.split('\n')).toContain(line);
		expect(text).toMatch(/daybill_http_request_seconds_bucket\{.*route="\/api\/cities"/);
	});

	it('every response and its log lines have the same request id', async () => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin);
		const id = (await bff.browser().get('/healthz')).headers.get('x-request-id') ?? '';
		expect(id).toMatch(/^[\da-f-]{36}$/);
		expect(bff.log.some((line) => line.includes(id))).toBe(true);
	});

	it('a BFF that is draining reports that it is not ready, and still responds to requests', async () => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin, { drainSeconds: 1 });
		const browser = bff.browser();
		expect((await browser.get('/readyz')).status).toBe(200);
		const closing = bff.close();
		expect((await browser.get('/readyz')).status).toBe(503);
		expect((await browser.get('/cities')).status).toBe(200);
		await closing;
		await expect(browser.get('/healthz')).rejects.toThrow();
	});
});
