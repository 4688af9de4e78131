import { describe, expect, it } from 'vitest';
import type { BffSettings } from '../../../src/bff/settings.ts';
import type { ConformanceReport } from '../../../src/contract/bff-api/conformance.ts';
import { startTestSandbox } from '../../sandbox/start-sandbox.ts';
import { rawRequest } from '../raw-request.ts';
import { publicUrl, startTestBff } from '../start-bff.ts';
import { startSite } from '../start-site.ts';

/** A BFF with an embedded sandbox. */
async function start({
	checkConformance = () => Promise.reject<ConformanceReport>(new Error('the check ran')),
	...settings
}: { checkConformance?: () => Promise<ConformanceReport> } & Partial<BffSettings> = {}) {
	const sandbox = await startTestSandbox();
	const bff = await startTestBff(sandbox.origin, {
		sandbox: { origin: sandbox.origin, checkConformance },
		...settings,
	});
	const browser = bff.browser();
	const statusOf = async (
		method: string,
		path: string,
		headers: Record<string, string | undefined> = {},
		body?: object,
	) => (await browser.fetch(path, { method, headers, ...(body && { body }) })).status;
	return { bff, browser, statusOf };
}

describe('the sandbox controls of the console', () => {
	it('are limited to those that the console offers', async () => {
		const { bff, browser, statusOf } = await start();
		expect(await browser.json('/developers/sandbox/state')).toMatchObject({ faults: 0 });
		const clock = '/developers/sandbox/clock';
		expect(await statusOf('POST', clock, {}, { advance_seconds: 60 })).toBe(200);
		expect(await statusOf('POST', clock, {}, { advance: 60 })).toBe(400);
		const tokens = { client_id: 'a', user_id: '1' };
		expect(await statusOf('POST', '/developers/sandbox/tokens', {}, tokens)).toBe(404);
		expect(await statusOf('GET', '/developers/sandbox/../healthz')).toBe(404);
		const headers = { host: new URL(publicUrl).host, origin: publicUrl };
		const { body } = await rawRequest(bff.port, '/developers/sandbox/users/..', headers, 'PATCH');
		expect(body).toContain('There is no such control.');
	});

	it('run the conformance check', async () => {
		const report = { counts: { conforms: 1 }, results: [] };
		const { browser } = await start({ checkConformance: () => Promise.resolve(report) });
		expect(await (await browser.post('/developers/conformance')).json()).toEqual(report);
	});

	it('reject requests that come from another site or through a proxy', async () => {
		const { statusOf } = await start();
		const proxied = { 'X-Forwarded-For': '203.0.113.7' };
		const [state, reset] = ['/developers/sandbox/state', '/developers/sandbox/reset'];
		for (const [method, path, headers] of [
			['GET', state, { 'X-CSRF': undefined }],
			['GET', state, { 'Sec-Fetch-Site': 'none' }],
			['POST', reset, { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' }],
			['GET', state, proxied],
			['POST', reset, proxied],
			['POST', '/developers/conformance', proxied],
		] as const)
			expect([path, headers, await statusOf(method, path, headers)]).toEqual([path, headers, 403]);
		expect(await statusOf('GET', state)).toBe(200);
	});

	it('reject everyone if the site is elsewhere, since a proxy may not identify the visitor', async () => {
		const { statusOf } = await start({ publicUrl: 'https://events.example' });
		const headers = { Host: '127.0.0.1', Origin: 'https://events.example' };
		expect(await statusOf('GET', '/developers/sandbox/state', headers)).toBe(403);
	});

	it('are not available with any other service', async () => {
		const { service, browser } = await startSite();
		expect((await browser.get('/developers/sandbox/state')).status).toBe(404);
		expect((await browser.post('/developers/sandbox/reset')).status).toBe(404);
		expect(service.calls).toEqual([]);
	});
});
