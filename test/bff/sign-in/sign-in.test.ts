import { describe, expect, it } from 'vitest';
import { replacedMs } from '../../../src/bff/session/session-store.ts';
import { outcomeOf } from '../browser.ts';
import { breakOff, respondTo, sendError, sendJson, startFakeService } from '../fake-service.ts';
import { beginSignIn, newState, signInWithCode } from '../sign-in.ts';
import { publicUrl, startTestBff } from '../start-bff.ts';
import { startSite } from '../start-site.ts';

describe('signing in', () => {
	it('returns a session without any tokens, and sends the client secret in the body of the token call alone', async () => {
		const { service, browser } = await startSite();
		const response = await signInWithCode(browser, 'code-1');
		expect(response.status).toBe(200);
		const session = await response.text();
		expect(JSON.parse(session)).toMatchObject({ signed_in: true, service_user_id: '42' });
		expect(session).not.toMatch(/access-|refresh-/);
		expect(await browser.session()).toMatchObject({ signed_in: true });
		const [call] = service.calls;
		expect(call?.url).toBe('/service/auth2/token');
		expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
			client_id: 'daybill-demo',
			client_secret: 'daybill-demo-secret',
			redirect_uri: `${publicUrl}/callback`,
			grant_type: 'authorization_code',
			code: 'code-1',
		});
	});

	it('puts the parameters into the query with OAUTH_TOKEN_PARAMS=query, and hides them from the browser in a rejection that repeats them', async () => {
		const { service, browser } = await startSite({ tokenParams: 'query' });
		expect((await signInWithCode(browser, 'code-1')).status).toBe(200);
		expect(service.calls[0]).toMatchObject({ body: '', url: expect.stringContaining('code=code-1') });
		service.handler = ({ url }, response) =>
			url.startsWith('/service/auth2/token') &&
			sendJson(response, 400, { code: 118, msg: `invalid: ${url}`, request: `POST ${url}` });
		const response = await signInWithCode(browser, 'stolen');
		expect([response.status, await response.json()]).toEqual([
			400,
			{ code: 118, msg: 'invalid_authorization_code', request: 'POST /service/auth2/token' },
		]);
	});

	it('passes the code verifier on only with PKCE', async () => {
		const service = await startFakeService();
		for (const pkce of [true, false]) {
			const browser = (await startTestBff(service.origin, { pkce })).browser();
			const verifier = 'v'.repeat(43);
			const body = { ...(await beginSignIn(browser)), code_verifier: verifier };
			expect((await browser.post('/auth/token', body)).status).toBe(200);
			expect(service.calls.at(-1)?.body.includes(verifier)).toBe(pkce);
		}
	});

	it('returns the same result for a code that the same browser repeats, with one call', async () => {
		const { service, browser } = await startSite();
		const body = await beginSignIn(browser);
		const both = await Promise.all([browser.post('/auth/token', body), browser.post('/auth/token', body)]);
		const third = await browser.post('/auth/token', body);
		expect([...both, third].map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(new Set(browser.setCookies.filter((line) => line.startsWith('daybill='))).size).toBe(1);
		expect(service.calls).toHaveLength(1);
	});

	it('lets two tabs of one browser sign in side by side: what the first has sent still counts, and never replaces the second', async () => {
		let now = Date.parse('2026-11-20T12:00:00Z');
		const { bff, browser } = await startSite({ clock: () => now });
		const first = await beginSignIn(browser, 'code-1');
		const second = await beginSignIn(browser, 'code-2');
		expect((await browser.post('/auth/token', first)).status).toBe(200);
		const underWay = bff.browser(browser);
		expect((await browser.post('/auth/token', second)).status).toBe(200);
		// A new session id, because an attacker may have planted the previous one (session fixation).
		const cookie = browser.cookies.get('daybill');
		expect(cookie).not.toBe(underWay.cookies.get('daybill'));
		expect((await underWay.post('/api/events/10/participants')).status).toBe(202);
		// A page that mounts twice sends its code twice.
		expect((await browser.post('/auth/token', first)).status).toBe(200);
		expect(browser.cookies.get('daybill')).toBe(cookie);
		now += replacedMs + 1;
		const late = await underWay.post('/api/events/10/participants');
		expect([late.status, late.headers.getSetCookie()]).toEqual([401, []]);
		expect(await browser.session()).toMatchObject({ signed_in: true });
	});

	it('is logged as a warning with the error code and the request ID if the exchange fails, without the message of the service', async () => {
		const { service, bff } = await startSite();
		const warnings = () =>
			bff.log
				.map((line) => JSON.parse(line) as Record<string, unknown>)
				.filter(({ level, reqId }) => level === 40 && reqId !== undefined);
		service.handler = respondTo('/service/auth2/token', (response, call) =>
			sendError(response, call, 116, 'client_secret_mismatch: daybill-demo-secret'),
		);
		const rejected = await signInWithCode(bff.browser());
		expect(warnings()).toEqual([
			expect.objectContaining({
				reqId: rejected.headers.get('x-request-id'),
				code: 116,
				status: 400,
				msg: 'a sign-in failed: the service rejected the code exchange',
			}),
		]);
		service.handler = breakOff;
		const unreached = await signInWithCode(bff.browser());
		expect(warnings()[1]).toMatchObject({
			reqId: unreached.headers.get('x-request-id'),
			msg: 'a sign-in failed: the code could not be exchanged',
			err: { message: 'The service cannot be reached.' },
		});
		expect(bff.log.join()).not.toContain('daybill-demo-secret');
	});

	it('allows a retry when the service was never reached, or a gateway sends a page instead of tokens', async () => {
		const unreached = (await startTestBff('http://127.0.0.1:1')).browser();
		const { service, browser } = await startSite();
		const sendPage = (status: number) =>
			respondTo('', (response) => response.writeHead(status, { 'content-type': 'text/html' }).end('<p>'));
		service.handler = sendPage(502);
		const body = await beginSignIn(browser);
		for (const [each, sent] of [
			[unreached, await beginSignIn(unreached)],
			[browser, body],
		] as const)
			for (let attempt = 0; attempt < 2; attempt++) {
				const response = await each.post('/auth/token', sent);
				expect(await outcomeOf(response)).toEqual([502, 'service_unreachable']);
			}
		service.handler = sendPage(500);
		expect(await (await browser.post('/auth/token', body)).json()).toMatchObject({
			reason: 'service_invalid_response',
			detail: expect.stringContaining('status 500'),
		});
		service.handler = () => undefined;
		expect((await browser.post('/auth/token', await beginSignIn(browser))).status).toBe(200);
	});
});

describe('a sign-in is rejected before any call to the service', () => {
	it('with another or no state, no code, an unexpected field or another grant type', async () => {
		const { service, browser } = await startSite();
		for (const change of [
			{ state: newState() },
			{ state: undefined },
			{ code: '' },
			{ client_id: 'mine' },
			{ grant_type: 'password' },
		]) {
			const response = await browser.post('/auth/token', { ...(await beginSignIn(browser)), ...change });
			expect(response.status).toBeGreaterThanOrEqual(400);
			expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
		}
		expect(service.calls).toEqual([]);
		expect(await browser.session()).toEqual({ signed_in: false });
	});

	it("in a browser that has another browser's state and code", async () => {
		const { service, bff } = await startSite();
		const [mine, theirs] = [bff.browser(), bff.browser()];
		const body = await beginSignIn(theirs);
		const withoutNonce = await mine.post('/auth/token', body);
		expect(withoutNonce.status).toBe(403);
		expect(await withoutNonce.json()).toMatchObject({ reason: 'login_mismatch' });
		await mine.post('/auth/login', { state: newState() });
		expect((await mine.post('/auth/token', body)).status).toBe(403);
		expect(service.calls).toEqual([]);
	});

	it('with the nonce of another sign-in, under the name of its cookie', async () => {
		const { service, browser } = await startSite();
		const [state, other] = [newState(), newState()];
		await browser.post('/auth/login', { state });
		const [name = ''] = browser.cookies.keys();
		await browser.post('/auth/login', { state: other });
		const [, nonceOfOther = ''] = [...browser.cookies.values()];
		browser.cookies.set(name, nonceOfOther);
		const body = { grant_type: 'authorization_code', code: 'code-1', state };
		expect((await browser.post('/auth/token', body)).status).toBe(403);
		expect(service.calls).toEqual([]);
	});

	it('with a nonce that was used before', async () => {
		const { service, browser } = await startSite();
		const body = await beginSignIn(browser);
		await browser.post('/auth/token', body);
		const again = await browser.post('/auth/token', { ...body, code: 'code-2' });
		expect(await again.json()).toMatchObject({ reason: 'login_mismatch' });
		expect(service.calls).toHaveLength(1);
	});

	it('more than ten minutes after it started', async () => {
		let now = Date.parse('2026-11-20T12:00:00Z');
		const { service, browser } = await startSite({ clock: () => now });
		const body = await beginSignIn(browser);
		now += 601_000;
		const response = await browser.post('/auth/token', body);
		expect(await response.json()).toMatchObject({ status: 403, reason: 'login_mismatch' });
		expect(service.calls).toEqual([]);
	});
});

describe('signing out', () => {
	it('is not undone when a page that is still open sends the same code again', async () => {
		const { service, browser } = await startSite();
		const body = await beginSignIn(browser);
		expect((await browser.post('/auth/token', body)).status).toBe(200);
		await browser.post('/auth/logout');
		const again = await browser.post('/auth/token', body);
		expect(await outcomeOf(again)).toEqual([403, 'login_mismatch']);
		expect(browser.cookies.has('daybill')).toBe(false);
		expect(await browser.session()).toEqual({ signed_in: false });
		expect(service.calls).toHaveLength(1);
	});
});
