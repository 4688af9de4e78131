/** What must not cross the boundaries of the BFF (OAuth 2.0 for Browser-Based Apps, RFC 9700). */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { csrfHeader } from '../../src/contract/bff-api/session.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';
import { privateEvent, sendJson, startFakeService } from './fake-service.ts';
import { authorize } from './sandbox-sign-in.ts';
import { newState, signInWithCode } from './sign-in.ts';
import { startTestBff } from './start-bff.ts';

async function signedIn(settings: Parameters<typeof startTestBff>[1] = {}) {
	const service = await startFakeService();
	const bff = await startTestBff(service.origin, settings);
	const browser = bff.browser();
	await signInWithCode(browser);
	service.calls.length = 0;
	return { service, bff, browser };
}

/** A request whose target is sent byte for byte, as `fetch` would not. */
function rawGet(origin: string, target: string): Promise<number> {
	const { hostname, port } = new URL(origin);
	return new Promise((resolve, reject) => {
		request({ hostname, port, path: target, headers: { [csrfHeader]: '1' } }, (response) => {
			response.resume();
			resolve(response.statusCode ?? 0);
		})
			.on('error', reject)
			.end();
	});
}

describe('secrets', () => {
	it('the client secret is in no response and no log line', async () => {
		const clientSecret = 'the-client-secret-of-this-test';
		const { service, bff, browser } = await signedIn({
			clientSecret,
			tokenParams: 'query',
			logLevel: 'trace',
		});
		const bodies: string[] = [];
		for (const path of ['/', '/auth/session', '/api/events/10', '/nowhere', '/metrics'])
			bodies.push(await (await browser.get(path)).text());
		service.handler = (call, response) => {
			if (!call.url.includes('/auth2/token')) return;
			response.destroy();
			return true;
		};
		bodies.push(await (await signInWithCode(bff.browser())).text());
		expect(`${bodies.join('\n')}${bff.log.join('\n')}`).not.toContain(clientSecret);
	});

	it('no token is in any body, header or log line', async () => {
		const sandbox = await startTestSandbox();
		const proxy = await startRecordingProxy(sandbox.origin);
		onTestFinished(proxy.close);
		const bff = await startTestBff(proxy.origin, { logLevel: 'trace' });
		const browser = bff.browser();
		const seen: string[] = [];
		const collect = async (response: Response) =>
			seen.push(JSON.stringify([...response.headers]), await response.text());
		const state = newState();
		await collect(await browser.post('/auth/login', { state }));
		const code = await authorize(sandbox, state);
		await collect(await browser.post('/auth/token', { grant_type: 'authorization_code', code, state }));
		await collect(await browser.get('/auth/session'));
		await sandbox.advance(8 * 86_400);
		const { id } = await sandbox.someEvent();
		await collect(await browser.post(`/api/events/${id}/participants`));
		await collect(await browser.post('/auth/token', { grant_type: 'refresh_token' }));
		await collect(await browser.get(`/events/${id}`));
		await collect(await browser.post('/auth/logout'));
		expect(proxy.tokens.length).toBeGreaterThanOrEqual(4);
		const everything = `${seen.join('\n')}${bff.log.join('\n')}`;
		for (const token of [...proxy.tokens, code]) expect(everything).not.toContain(token);
	});
});

describe('the proxy', () => {
	it('calls only operations of the specification, only at the configured service, and follows no redirect', async () => {
		const { service, bff, browser } = await signedIn();
		const paths = [
			'/api/events/../loc/list',
			'/api/events/..%2floc%2flist',
			'/api/events/%2e%2e/loc/list',
			'/api//v2/event/10',
			'/api/v2//event/10',
			'/api/events/10%2fparticipants',
			'/api/events/10%5c..',
			'/api/v3/event/10',
			'/api/v2/user/me',
			'/api/http://evil.example/',
			'/api//evil.example/',
			'http://evil.example/api/events/10',
		];
		for (const each of paths) expect([400, 404, 405, 421], each).toContain(await rawGet(bff.origin, each));
		expect((await browser.fetch('/api/v2/event/10', { method: 'PUT' })).status).toBe(405);
		expect(service.calls).toEqual([]);
		service.handler = (_call, response) => {
			response.writeHead(302, { location: `${service.origin}/elsewhere` }).end();
			return true;
		};
		expect((await browser.get('/api/events/10')).status).toBe(502);
		expect(service.calls.map(({ url }) => url)).not.toContain('/elsewhere');
	});

	it("forwards neither cookies nor the browser's Authorization, and returns no cookie of the service", async () => {
		const { service, browser } = await signedIn();
		service.handler = (call, response) =>
			call.method === 'GET'
				? sendJson(response, 200, privateEvent, { 'set-cookie': 'planted=1' })
				: undefined;
		const response = await browser.fetch('/api/events/10', {
			headers: {
				Authorization: 'Bearer of-the-browser',
				'X-Forwarded-For': '1.2.3.4',
				'X-Forwarded-Host': 'evil.example',
				Forwarded: 'for=1.2.3.4',
				Connection: 'keep-alive',
			},
		});
		expect(service.calls.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer access-1']);
		for (const { headers } of service.calls) {
			expect(headers.cookie).toBeUndefined();
			expect(headers['x-forwarded-for']).toBeUndefined();
			expect(headers['x-forwarded-host']).toBeUndefined();
			expect(headers.forwarded).toBeUndefined();
		}
		expect(response.headers.getSetCookie()).toEqual([]);
	});

	it('X-Forwarded-* from a visitor changes neither cookies nor URLs', async () => {
		const { browser } = await signedIn();
		const response = await browser.fetch('/cities', {
			headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example', Host: undefined },
		});
		const html = await response.text();
		expect(html).not.toContain('evil.example');
		expect(response.headers.get('strict-transport-security')).toBeNull();
	});

	it('an event read with a token is never sent to anyone else', async () => {
		const { service, bff, browser } = await signedIn();
		service.handler = (call, response) =>
			call.url === '/v2/event/10'
				? sendJson(response, 200, {
						id: '10',
						title: call.headers.authorization === undefined ? 'for everyone' : 'for the guest',
						is_priv: 'yes',
						has_invited: 'yes',
					})
				: undefined;
		const titleFor = async (who: typeof browser) =>
			((await (await who.get('/api/events/10')).json()) as { title: string }).title;
		expect(await titleFor(browser)).toBe('for the guest');
		expect(await titleFor(bff.browser())).toBe('for everyone');
		const other = bff.browser();
		await signInWithCode(other);
		expect(await titleFor(other)).toBe('for the guest');
		expect(service.calls.filter(({ url }) => url === '/v2/event/10')).toHaveLength(3);
	});

	// test/e2e/state-check.test.ts checks in Chromium that code and state leave the URL at once.
	it('pages run no script but our own, inline ones only by their hash, and send no referrer', async () => {
		const { browser } = await signedIn();
		const page = await browser.get('/callback?code=x&state=y');
		const { headers } = page;
		const policy = headers.get('content-security-policy') ?? '';
		const [, ...inline] = /<script data-start>(.*?)<\/script>/s.exec(await page.text()) ?? [];
		const hashes = inline.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
		expect(policy).toContain(`script-src 'self' ${hashes.join(' ')};`);
		expect(policy).not.toMatch(/unsafe-(inline|eval)/);
		expect(headers.get('referrer-policy')).toBe('no-referrer');
	});
});
