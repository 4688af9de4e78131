import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fakeEvent, sendJson, startFakeService } from '../fake-service.ts';
import { signInWithCode } from '../sign-in.ts';
import { startTestBff } from '../start-bff.ts';

/** The status of /metrics under a host name; `fetch` would set its own. */
function statusUnder(port: number, host: string): Promise<number> {
	return new Promise((resolve, reject) => {
		request({ host: '127.0.0.1', port, path: '/metrics', headers: { host } }, (response) => {
			response.resume();
			resolve(response.statusCode ?? 0);
		})
			.on('error', reject)
			.end();
	});
}

describe('/metrics without METRICS_TOKEN', () => {
	it('is not served through a proxy on this machine, whichever header the proxy sets', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		expect((await browser.get('/metrics')).status).toBe(200);
		for (const name of [
			'X-Forwarded-For',
			'X-Forwarded-Proto',
			'X-Forwarded-Host',
			'X-Real-IP',
			'Forwarded',
			'Via',
			'CF-Connecting-IP',
			'True-Client-IP',
		]) {
			const response = await browser.fetch('/metrics', { headers: { [name]: '203.0.113.9' } });
			expect([name, response.status]).toEqual([name, 404]);
		}
	});

	it('is not served under the public host name, which a proxy that sets no header passes on', async () => {
		const service = await startFakeService();
		const { port } = await startTestBff(service.origin, { publicUrl: 'https://events.example' });
		expect(await statusUnder(port, 'events.example')).toBe(404);
		expect(await statusUnder(port, 'localhost:3000')).toBe(200);
	});
});

describe('daybill_budget_remaining', () => {
	it('is left out while it is unknown, since 0 would raise an alarm', async () => {
		const service = await startFakeService();
		let now = Date.now();
		const browser = (await startTestBff(service.origin, { clock: () => now })).browser();
		const line = async () =>
			/^daybill_budget_remaining.*$/m.exec(await (await browser.get('/metrics')).text())?.[0];
		expect(await line()).toBeUndefined();
		await signInWithCode(browser);
		service.handler = (call, response) =>
			call.url === '/v2/event/10/wishers'
				? sendJson(response, 200, fakeEvent, { 'X-RateLimit-Limit2': '5000', 'X-RateLimit-Remaining2': '0' })
				: undefined;
		await browser.post('/api/events/10/wishers');
		expect(await line()).toBe('daybill_budget_remaining 0');
		now += 3_600_001;
		expect(await line()).toBeUndefined();
	});
});
