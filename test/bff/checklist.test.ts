/** What a BFF must do (OAuth 2.0 for Browser-Based Apps, RFC 9700), numbered so that docs/security.md can name it. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { csrfHeader } from '../../src/contract/bff-api/session.ts';
import { localPath } from '../../src/web/shared/session/return-path.ts';
import { startRecordingProxy } from '../recording-proxy.ts';
import { demo, redirectUri, startTestSandbox } from '../sandbox/start-sandbox.ts';
import { privateEvent, sendError, sendJson, startFakeService } from './fake-service.ts';
import { authorize } from './sandbox-sign-in.ts';
import { newState, signInWithCode } from './sign-in.ts';
import { startTestBff } from './start-bff.ts';

const https = 'https://events.example';
const join = '/api/events/10/participants';

async function cookieLines(settings: { publicUrl?: string } = {}): Promise<string[]> {
	const service = await startFakeService();
	const browser = (await startTestBff(service.origin, settings)).browser();
	expect((await signInWithCode(browser)).status).toBe(200);
	return browser.setCookies.filter((line) => !line.includes('Max-Age=0'));
}

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

describe('cookies', () => {
	it('1. every cookie is Secure on https', async () => {
		const lines = await cookieLines({ publicUrl: https });
		expect(lines).toHaveLength(2);
		for (const line of lines) expect(line).toMatch(/; Secure/);
	});

	it('2. every cookie is HttpOnly', async () => {
		for (const line of await cookieLines()) expect(line).toMatch(/; HttpOnly/);
	});

	it('3. every cookie is SameSite=Strict', async () => {
		for (const line of await cookieLines()) expect(line).toMatch(/; SameSite=Strict/);
	});

	it('4. every cookie has Path=/ and no Domain', async () => {
		for (const line of await cookieLines({ publicUrl: https })) {
			expect(line).toMatch(/; Path=\/(;|$)/);
			expect(line).not.toMatch(/Domain/i);
		}
	});

	it('5. every cookie has the prefix __Host- on https', async () => {
		for (const line of await cookieLines({ publicUrl: https })) expect(line).toMatch(/^__Host-daybill/);
	});

	it('6. the session cookie is an opaque id of 256 random bits', async () => {
		const values = (await Promise.all([cookieLines(), cookieLines()])).map(
			(lines) => /^daybill=([^;]+)/.exec(lines.at(-1) ?? '')?.[1] ?? '',
		);
		for (const value of values) expect(Buffer.from(value, 'base64url')).toHaveLength(32);
		expect(new Set(values).size).toBe(2);
	});
});

describe('requests from other sites', () => {
	it('7. every call without the custom header is rejected, including a form sent to /auth/token', async () => {
		const { service, browser } = await signedIn();
		const bare = { [csrfHeader]: undefined };
		const form = 'grant_type=authorization_code&code=code-attackers&state=0123456789abcdef';
		const statuses = [
			await browser.fetch('/api/events/10', { headers: bare }),
			await browser.fetch(join, { method: 'POST', headers: bare }),
			await browser.fetch(join, { method: 'DELETE', headers: bare }),
			await browser.fetch('/auth/session', { headers: bare }),
			await browser.fetch('/auth/logout', { method: 'POST', headers: bare }),
			await browser.fetch('/auth/token', {
				method: 'POST',
				body: form,
				headers: { ...bare, 'Content-Type': 'application/x-www-form-urlencoded' },
			}),
			await browser.fetch('/auth/token', {
				method: 'POST',
				body: form,
				headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
			}),
		].map(({ status }) => status);
		expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 403]);
		expect(service.calls).toEqual([]);
		expect(await browser.session()).toMatchObject({ signed_in: true });
	});

	it('8. a foreign Sec-Fetch-Site or Origin is rejected; without either, the custom header is enough', async () => {
		const { browser } = await signedIn();
		const post = (headers: Record<string, string | undefined>) =>
			browser.fetch(join, { method: 'POST', headers }).then(({ status }) => status);
		expect(await post({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
		expect(await post({ 'Sec-Fetch-Site': 'same-site' })).toBe(403);
		expect(await post({ Origin: 'https://evil.example' })).toBe(403);
		expect(await post({ Origin: 'null' })).toBe(403);
		expect(await post({ 'Sec-Fetch-Site': undefined, Origin: undefined })).toBe(202);
	});

	it('9. no other origin is allowed by CORS', async () => {
		const { browser } = await signedIn();
		for (const path of ['/api/events/10', '/auth/token', '/auth/session', '/']) {
			const response = await browser.fetch(path, {
				method: 'OPTIONS',
				headers: {
					Origin: 'https://evil.example',
					'Access-Control-Request-Method': 'POST',
					'Access-Control-Request-Headers': csrfHeader,
				},
			});
			expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
		}
	});
});

describe('secrets', () => {
	it('10. the client secret is in no response and no log line', async () => {
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

	it('11. no token is in any body, header or log line', async () => {
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

describe('sign-in', () => {
	it('12. only the authorization code grant signs in', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		const state = newState();
		await browser.post('/auth/login', { state });
		for (const body of [
			{ grant_type: 'password', username: 'a', password: 'b' },
			{ grant_type: 'client_credentials' },
			{ grant_type: 'token', access_token: 'a', state },
			{ response_type: 'token', access_token: 'a', state },
		])
			expect((await browser.post('/auth/token', body)).status).toBe(400);
		expect(service.calls).toEqual([]);
	});

	it('13. a replayed, foreign or expired state is rejected without a call to the service', async () => {
		let now = Date.now();
		const service = await startFakeService();
		const bff = await startTestBff(service.origin, { clock: () => now });
		const victim = bff.browser();
		const attacker = bff.browser();
		const state = newState();
		const grant = (code: string, of = state) => ({ grant_type: 'authorization_code', code, state: of });
		await attacker.post('/auth/login', { state });
		expect((await victim.post('/auth/token', grant('code-1'))).status).toBe(403);
		await victim.post('/auth/login', { state: newState() });
		expect((await victim.post('/auth/token', grant('code-1'))).status).toBe(403);
		expect(service.calls).toEqual([]);
		expect((await attacker.post('/auth/token', grant('code-1'))).status).toBe(200);
		expect((await attacker.post('/auth/token', grant('code-2'))).status).toBe(403);
		const late = newState();
		await victim.post('/auth/login', { state: late });
		now += 601_000;
		expect((await victim.post('/auth/token', grant('code-3', late))).status).toBe(403);
		expect(service.calls).toHaveLength(1);
	});

	it('14. the code verifier is sent to the service only with OAUTH_PKCE=on', async () => {
		for (const [pkce, expected] of [
			[true, 'a-verifier-that-is-long-enough'],
			[false, null],
		] as const) {
			const service = await startFakeService();
			const browser = (await startTestBff(service.origin, { pkce })).browser();
			const state = newState();
			await browser.post('/auth/login', { state });
			await browser.post('/auth/token', {
				grant_type: 'authorization_code',
				code: 'code-1',
				state,
				code_verifier: 'a-verifier-that-is-long-enough',
			});
			const [call] = service.tokenCalls('authorization_code');
			expect(new URLSearchParams(call?.body).get('code_verifier')).toBe(expected);
		}
	});

	it('15. the return path after a sign-in is always a local path', () => {
		const spellings = [
			'//e.example',
			'/\\e.example',
			'/%09/e.example',
			'/\t/e.example',
			'https:e.example',
			'https://e.example',
			'/..//e.example',
			'/%5ce.example',
			'\\\\e.example',
			'javascript:alert(1)',
			'/a\r\nb',
			'/\u0000',
			' //e.example',
			'',
		];
		for (const spelling of spellings) {
			const url = new URL(localPath(spelling), 'https://daybill.example/');
			expect([spelling, url.origin]).toEqual([spelling, 'https://daybill.example']);
		}
		expect(localPath('/events/10?x=1#y')).toBe('/events/10?x=1#y');
	});
});

describe('the sandbox as authorization server', () => {
	const ask = async (parameters: Record<string, string>) => {
		const sandbox = await startTestSandbox();
		const query = new URLSearchParams({
			client_id: demo.client_id,
			redirect_uri: redirectUri,
			response_type: 'code',
			state: newState(),
			...parameters,
		});
		return sandbox.call<string>('GET', `/service/auth2/auth?${query}`);
	};

	it('16. compares the redirect URI byte for byte and never redirects to another', async () => {
		for (const redirect_uri of [
			`${redirectUri}/`,
			`${redirectUri}?x=1`,
			redirectUri.replace('localhost', '127.0.0.1'),
			redirectUri.toUpperCase(),
			'https://evil.example/callback',
		]) {
			const response = await ask({ redirect_uri });
			expect([response.status, response.headers.get('location')]).toEqual([400, null]);
		}
		expect((await ask({ client_id: 'nobody' })).headers.get('location')).toBeNull();
	});

	it('17. registers an http redirect URI only on this machine', async () => {
		const sandbox = await startTestSandbox();
		const register = (redirect_uri: string) =>
			sandbox.control('POST', '/apps', { redirect_uri }).then(({ status }) => status);
		expect(await register('http://shop.example/callback')).toBe(400);
		expect(await register('http://127.0.0.1:5000/callback')).toBe(201);
		expect(await register('https://shop.example/callback')).toBe(201);
	});

	it('18. accepts a code once, and a replay revokes the tokens issued for it', async () => {
		const sandbox = await startTestSandbox();
		const code = await authorize(sandbox, newState());
		const first = await sandbox.token({ grant_type: 'authorization_code', code });
		expect(first.status).toBe(200);
		const again = await sandbox.token({ grant_type: 'authorization_code', code });
		expect(again.body.code).toBe(118);
		const { id } = await sandbox.someEvent();
		const call = await sandbox.call('POST', `/v2/event/${id}/wishers`, { token: first.body.access_token });
		expect(call.status).toBe(400);
	});

	it('19. keeps its pages from other sites: no CORS, no framing, 302 or 303 after a form', async () => {
		const page = await ask({});
		expect(page.headers.get('access-control-allow-origin')).toBeNull();
		expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
		const sandbox = await startTestSandbox();
		const signedInResponse = await sandbox.call('POST', '/sandbox/sign-in', {
			body: new URLSearchParams({ uid: 'alice', password: 'wrong' }),
		});
		expect(signedInResponse.status).not.toBe(307);
	});
});

describe('the proxy', () => {
	it('20. calls only operations of the specification, only at the configured service, and follows no redirect', async () => {
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

	it("21. forwards neither cookies nor the browser's Authorization, and returns no cookie of the service", async () => {
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

	it('22. refreshes inside the call; a rejected refresh ends the session with 401 as JSON', async () => {
		const { service, bff, browser } = await signedIn();
		service.valid.clear();
		expect((await browser.post(join)).status).toBe(202);
		service.handler = (call, response) => {
			if (call.url.includes('/auth2/token')) return sendError(response, call, 119);
			return sendError(response, call, 106);
		};
		const copy = bff.browser();
		for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
		const response = await browser.post(join);
		expect([response.status, response.headers.get('location')]).toEqual([401, null]);
		expect(await response.json()).toMatchObject({ reason: 'session_expired' });
		expect(browser.cookies.has('daybill')).toBe(false);
		expect(await copy.session()).toMatchObject({ signed_in: false });
	});

	it('23. reports whether there is a session, in a response that must not be stored', async () => {
		const { bff, browser } = await signedIn();
		expect(await browser.session()).toMatchObject({ signed_in: true, service_user_id: '42' });
		expect(await bff.browser().session()).toEqual({ signed_in: false });
		expect((await browser.get('/auth/session')).headers.get('cache-control')).toBe('no-store');
	});

	it("24. reports what is left of this server's call budget", async () => {
		const { service, browser } = await signedIn();
		service.handler = (call, response) =>
			call.url === '/v2/event/10'
				? sendJson(response, 200, privateEvent, {
						'X-RateLimit-Limit2': '5000',
						'X-RateLimit-Remaining2': '321',
					})
				: undefined;
		await browser.get('/api/events/10');
		expect(await browser.session()).toMatchObject({ rate_limit: { ip_remaining: 321 } });
		expect(await (await browser.get('/metrics')).text()).toMatch(/^daybill_budget_remaining 321$/m);
	});

	// test/e2e/state-check.test.ts checks in Chromium that code and state leave the URL at once.
	it('25. pages run no script but our own, inline ones only by their hash, and send no referrer', async () => {
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
