import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../sandbox/start-sandbox.ts';
import { rawRequest } from '../raw-request.ts';
import { publicUrl, startTestBff } from '../start-bff.ts';
import { startSite } from '../start-site.ts';

describe('the sandbox controls of the console', () => {
	it('are available with the embedded sandbox, limited to those that the console offers', async () => {
		const sandbox = await startTestSandbox();
		const browser = (await startTestBff(sandbox.origin, { sandboxControl: sandbox.origin })).browser();
		expect(await (await browser.get('/developers/sandbox/state')).json()).toMatchObject({ faults: 0 });
		expect((await browser.post('/developers/sandbox/clock', { advance_seconds: 60 })).status).toBe(200);
		expect((await browser.post('/developers/sandbox/clock', { advance: 60 })).status).toBe(400);
		expect((await browser.post('/developers/sandbox/tokens', { client_id: 'a', user_id: '1' })).status).toBe(
			404,
		);
		expect((await browser.get('/developers/sandbox/../healthz')).status).toBe(404);
		const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
		const response = await browser.fetch('/developers/sandbox/reset', { method: 'POST', headers: foreign });
		expect(response.status).toBe(403);
	});

	it('run the conformance kit', async () => {
		const sandbox = await startTestSandbox();
		const report = { counts: { conforms: 1 }, results: [] };
		const settings = { sandboxControl: sandbox.origin, conformance: () => Promise.resolve(report) };
		const browser = (await startTestBff(sandbox.origin, settings)).browser();
		expect(await (await browser.post('/developers/conformance')).json()).toEqual(report);
	});

	it('reject requests that do not prove that they come from a page of this site', async () => {
		const sandbox = await startTestSandbox();
		const browser = (await startTestBff(sandbox.origin, { sandboxControl: sandbox.origin })).browser();
		const status = async (method: string, path: string, headers: Record<string, string | undefined>) =>
			(await browser.fetch(`/developers/sandbox${path}`, { method, headers })).status;
		const silent = { 'Sec-Fetch-Site': undefined, Origin: undefined };
		expect(await status('GET', '/state', silent)).toBe(403);
		expect(await status('POST', '/reset', silent)).toBe(403);
		expect(await status('GET', '/state', { 'Sec-Fetch-Site': 'none' })).toBe(403);
		expect(await status('GET', '/state', { ...silent, Origin: 'https://evil.example' })).toBe(403);
		expect(await status('GET', '/state', {})).toBe(200);
	});

	it('treat “..” as a name, not as a path', async () => {
		const sandbox = await startTestSandbox();
		const { origin } = await startTestBff(sandbox.origin, { sandboxControl: sandbox.origin });
		const port = Number(new URL(origin).port);
		const headers = { host: new URL(publicUrl).host, origin: publicUrl };
		const { body } = await rawRequest(port, '/developers/sandbox/users/..', headers, 'PATCH');
		expect(body).toContain('There is no such control.');
	});

	it('reject visitors that come through a proxy, because they may be anyone', async () => {
		const sandbox = await startTestSandbox();
		const settings = { sandboxControl: sandbox.origin, conformance: () => Promise.reject(new Error('run')) };
		const browser = (await startTestBff(sandbox.origin, settings)).browser();
		const send = (method: string, path: string, headers: Record<string, string>) =>
			browser.fetch(path, { method, headers, ...(method === 'PATCH' && { body: { password: 'mine' } }) });
		const proxied = { 'X-Forwarded-For': '203.0.113.7' };
		expect((await send('PATCH', '/developers/sandbox/users/1001', proxied)).status).toBe(403);
		expect((await send('GET', '/developers/sandbox/state', proxied)).status).toBe(403);
		expect((await send('POST', '/developers/conformance', proxied)).status).toBe(403);
	});

	it('send no secrets to the browser', async () => {
		const sandbox = await startTestSandbox();
		const browser = (await startTestBff(sandbox.origin, { sandboxControl: sandbox.origin })).browser();
		const send = async (method: string, path: string, body?: object) =>
			(await browser.fetch(`/developers/sandbox${path}`, { method, ...(body && { body }) })).text();
		const application = await send('PATCH', '/apps/daybill-demo', { client_secret: 'a secret' });
		expect(JSON.parse(application)).toMatchObject({ client_id: 'daybill-demo' });
		const user = await send('PATCH', '/users/1001', { password: 'a secret' });
		expect(JSON.parse(user)).toMatchObject({ uid: 'alice' });
		const others = [await send('GET', '/state'), await send('POST', '/faults', { code: 999 })];
		for (const text of [application, user, ...others, await send('POST', '/reset')])
			expect(text).not.toMatch(/secret|password|token/);
	});

	it('are not available with any other service', async () => {
		const { service, browser } = await startSite();
		expect((await browser.get('/developers/sandbox/state')).status).toBe(404);
		expect((await browser.post('/developers/sandbox/reset')).status).toBe(404);
		expect(service.calls).toEqual([]);
	});
});
