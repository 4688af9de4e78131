import { describe, expect, it } from 'vitest';
import { directHeader } from '../../../src/contract/bff-api/developers.ts';
import { startTestSandbox } from '../../sandbox/start-sandbox.ts';
import { startFakeService } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';

describe('the sandbox’s controls for the console', () => {
	it('are there with the embedded sandbox, for what the console offers and nothing else', async () => {
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

	it('are not there in front of any other service', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		expect((await browser.get('/developers/sandbox/state')).status).toBe(404);
		expect((await browser.post('/developers/sandbox/reset')).status).toBe(404);
		expect(service.calls).toEqual([]);
	});
});

it('a direct call goes past cache and cut, and may be a write without a token', async () => {
	const sandbox = await startTestSandbox();
	const browser = (await startTestBff(sandbox.origin)).browser();
	const headers = { [directHeader]: 'anonymous' };
	const list = await browser.fetch('/api/v2/event/list?day_type=week&count=2', { headers });
	expect(list.headers.get('cache-status')).toBe('daybill; fwd=bypass');
	expect(((await list.json()) as { events: object[] }).events[0]).toHaveProperty('content');
	const write = await browser.fetch('/api/v2/event/10000001/wishers', { method: 'POST', headers });
	expect(await write.json()).toMatchObject({ code: 102 });
});
