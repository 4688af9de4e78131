import { describe, expect, it } from 'vitest';
import { startFakeService } from './fake-service.ts';
import { newState } from './sign-in.ts';
import { startTestBff } from './start-bff.ts';

const body = { grant_type: 'authorization_code', code: 'code-1', state: newState() };

describe('a request from another site is rejected (checklist lines 7 to 9)', () => {
	const foreign: [string, Record<string, string | undefined>][] = [
		['without the header X-CSRF', { 'X-CSRF': undefined }],
		['with another value in it', { 'X-CSRF': '0' }],
		['of another site', { 'Sec-Fetch-Site': 'cross-site' }],
		['of a sister site', { 'Sec-Fetch-Site': 'same-site' }],
		['of another origin', { Origin: 'http://evil.example' }],
		['of an opaque origin', { Origin: 'null' }],
		['as a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
		['as plain text', { 'Content-Type': 'text/plain' }],
	];
	for (const [name, headers] of foreign) {
		it(`${name}, on every route that changes something`, async () => {
			const service = await startFakeService();
			const browser = (await startTestBff(service.origin)).browser();
			for (const path of ['/auth/login', '/auth/token', '/auth/logout', '/api/v2/event/10/wishers']) {
				const response = await browser.fetch(path, { method: 'POST', body, headers });
				expect([path, response.status]).toEqual([path, 403]);
				expect(await response.json()).toMatchObject({ reason: 'csrf' });
			}
			expect(service.calls).toEqual([]);
			expect(browser.setCookies).toEqual([]);
		});
	}

	it('also for reads without the header', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		for (const path of ['/auth/session', '/api/v2/loc/list']) {
			expect((await browser.fetch(path, { headers: { 'X-CSRF': undefined } })).status).toBe(403);
		}
		expect(service.calls).toEqual([]);
	});

	it('and no other origin ever gets permission to read a response', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		const headers = { Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST' };
		for (const method of ['OPTIONS', 'GET']) {
			const response = await browser.fetch('/api/v2/loc/list', { method, headers });
			expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
		}
	});

	it('a client without Origin and Sec-Fetch-Site needs only the header', async () => {
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
