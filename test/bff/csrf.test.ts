import { describe, expect, it } from 'vitest';
import { startFakeService } from './fake-service.ts';
import { newState } from './sign-in.ts';
import { startTestBff } from './start-bff.ts';

const body = { grant_type: 'authorization_code', code: 'code-1', state: newState() };

describe('requests from other sites', () => {
	const foreign: [string, Record<string, string | undefined>][] = [
		['without the header X-CSRF', { 'X-CSRF': undefined }],
		['with another value in X-CSRF', { 'X-CSRF': '0' }],
		['from another site', { 'Sec-Fetch-Site': 'cross-site' }],
		['from a sister site', { 'Sec-Fetch-Site': 'same-site' }],
		['from another origin', { Origin: 'http://evil.example' }],
		['from an opaque origin', { Origin: 'null' }],
		['as a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
		['as plain text', { 'Content-Type': 'text/plain' }],
	];
	for (const [name, headers] of foreign) {
		it(`are rejected ${name}, on every route that changes something`, async () => {
			const service = await startFakeService();
			const browser = (await startTestBff(service.origin)).browser();
			for (const path of [
				'/auth/login',
				'/auth/token',
				'/auth/logout',
				'/web-vitals',
				'/api/events/10/wishers',
			]) {
				const response = await browser.fetch(path, { method: 'POST', body, headers });
				expect([path, response.status]).toEqual([path, 403]);
				expect(await response.json()).toMatchObject({ reason: 'csrf' });
			}
			expect(service.calls).toEqual([]);
			expect(browser.setCookies).toEqual([]);
		});
	}

	it('are rejected without the header when they only read, too', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		for (const path of ['/auth/session', '/api/cities']) {
			expect((await browser.fetch(path, { headers: { 'X-CSRF': undefined } })).status).toBe(403);
		}
		expect(service.calls).toEqual([]);
	});

	it('never get permission to read a response', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		const headers = { Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST' };
		for (const method of ['OPTIONS', 'GET']) {
			const response = await browser.fetch('/api/cities', { method, headers });
			expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
		}
	});

	it('are not assumed of a client that sends the header, but no Origin and no Sec-Fetch-Site', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		const headers = { Origin: undefined, 'Sec-Fetch-Site': undefined };
		const response = await browser.fetch('/auth/login', {
			method: 'POST',
			body: { state: newState() },
			headers,
		});
		expect(response.status).toBe(204);
	});
});
