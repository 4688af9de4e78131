/** Bugs that other OAuth gateways have had, each with a test. */
import { describe, expect, it } from 'vitest';
import { sendError, sendJson, startFakeService } from './fake-service.ts';
import { newState, signInWithCode } from './sign-in.ts';
import { startTestBff, temporaryFolder } from './start-bff.ts';

const join = '/api/events/10/participants';

async function signedIn(settings: Parameters<typeof startTestBff>[1] = {}) {
	const service = await startFakeService();
	const bff = await startTestBff(service.origin, settings);
	const browser = bff.browser();
	await signInWithCode(browser);
	return { service, bff, browser };
}

describe('refresh', () => {
	it('a waiting call reads the token inside the lock, and does not use the one it read before', async () => {
		const settings = { dataDir: 'own', sessionKeys: ['A'.repeat(43)] };
		const service = await startFakeService();
		const first = await startTestBff(service.origin, settings);
		const browser = first.browser();
		await signInWithCode(browser);
		service.valid.clear();
		let tokenCalls = 0;
		service.handler = async (call) => {
			if (!call.url.includes('/auth2/token')) return;
			tokenCalls++;
			await new Promise((resolve) => setTimeout(resolve, 100));
			return undefined;
		};
		const responses = await Promise.all(Array.from({ length: 10 }, () => browser.post(join)));
		expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 202));
		expect(tokenCalls).toBe(1);
	});

	it('a process that waits while another refreshes uses the new tokens, and makes no token call of its own', async () => {
		const service = await startFakeService();
		const settings = { dataDir: await temporaryFolder(), sessionKeys: ['A'.repeat(43)] };
		const [first, second] = [
			await startTestBff(service.origin, settings),
			await startTestBff(service.origin, settings),
		];
		const browser = first.browser();
		await signInWithCode(browser);
		const sameBrowser = second.browser();
		for (const [name, value] of browser.cookies) sameBrowser.cookies.set(name, value);
		service.valid.clear();
		const token = Promise.withResolvers<void>();
		service.handler = async (call) => {
			if (call.url.includes('/auth2/token')) await token.promise;
			return undefined;
		};
		const early = browser.post(join);
		await expect.poll(() => service.tokenCalls('refresh_token').length).toBe(1);
		const callsBefore = service.calls.length;
		const late = sameBrowser.post(join);
		await expect.poll(() => service.calls.length).toBe(callsBefore + 1);
		// By then the second process has received its 106 and waits for the lock of the first one.
		await new Promise((resolve) => setTimeout(resolve, 300));
		token.resolve();
		expect([(await early).status, (await late).status]).toEqual([202, 202]);
		expect(service.tokenCalls('refresh_token')).toHaveLength(1);
	});

	it('a slow token call keeps its lock: no other call refreshes meanwhile', async () => {
		const { service, browser } = await signedIn();
		service.valid.clear();
		service.handler = async (call) => {
			if (call.url.includes('/auth2/token')) await new Promise((resolve) => setTimeout(resolve, 3_000));
			return undefined;
		};
		const early = browser.post(join);
		await new Promise((resolve) => setTimeout(resolve, 2_200));
		const late = browser.post(join);
		expect([(await early).status, (await late).status]).toEqual([202, 202]);
		expect(service.tokenCalls('refresh_token')).toHaveLength(1);
	});

	it('a token whose lifetime is nearly over is used, not refreshed early', async () => {
		let now = Date.parse('2026-11-20T12:00:00Z');
		const { service, browser } = await signedIn({ clock: () => now });
		now += 604_800_000 - 1_000;
		expect((await browser.post(join)).status).toBe(202);
		expect(service.tokenCalls('refresh_token')).toHaveLength(0);
	});

	it('a call that was rejected for the old token after another call refreshed it is repeated with the new one', async () => {
		const { service, browser } = await signedIn();
		let release: () => void = () => undefined;
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		let isFirst = true;
		service.handler = async (call, response) => {
			if (!call.url.startsWith('/v2/') || call.method !== 'POST' || !isFirst) return;
			isFirst = false;
			await released;
			return sendError(response, call, 106);
		};
		const slow = browser.post(join);
		await expect.poll(() => isFirst).toBe(false);
		service.valid.clear();
		expect((await browser.post(join)).status).toBe(202);
		release();
		expect((await slow).status).toBe(202);
		expect(service.tokenCalls('refresh_token')).toHaveLength(1);
	});
});

describe('sign-in', () => {
	it('a session id planted before the sign-in is not valid after it', async () => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin);
		const attacker = bff.browser();
		await signInWithCode(attacker);
		const planted = attacker.cookies.get('daybill') ?? '';
		const victim = bff.browser();
		victim.cookies.set('daybill', planted);
		await signInWithCode(victim);
		expect(victim.cookies.get('daybill')).not.toBe(planted);
		expect(await attacker.session()).toMatchObject({ signed_in: false });
	});

	it('a sign-out invalidates the id, also in a copy of the cookie', async () => {
		const { bff, browser } = await signedIn();
		const copy = bff.browser();
		for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
		await browser.post('/auth/logout');
		expect(await copy.session()).toMatchObject({ signed_in: false });
	});

	it('a sign-out during a refresh leaves no session behind', async () => {
		const { service, browser, bff } = await signedIn();
		service.valid.clear();
		const token = Promise.withResolvers<void>();
		service.handler = async (call) => {
			if (call.url.includes('/auth2/token')) await token.promise;
			return undefined;
		};
		const copy = bff.browser();
		for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
		const joining = copy.post(join);
		await expect.poll(() => service.tokenCalls('refresh_token').length).toBe(1);
		await browser.post('/auth/logout');
		token.resolve();
		expect((await joining).status).toBe(401);
		expect(await copy.session()).toMatchObject({ signed_in: false });
	});

	it('many abandoned sign-ins do not fill the request with cookies', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		for (let tab = 0; tab < 30; tab++) await browser.post('/auth/login', { state: newState() });
		expect((await browser.get('/auth/session')).status).toBe(200);
		expect(browser.cookies.size).toBeLessThanOrEqual(8);
		expect((await signInWithCode(browser)).status).toBe(200);
	});

	it('two mounts of the callback page make one exchange and get the same response', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		const state = newState();
		await browser.post('/auth/login', { state });
		const grant = { grant_type: 'authorization_code', code: 'code-1', state };
		const responses = await Promise.all([
			browser.post('/auth/token', grant),
			browser.post('/auth/token', grant),
		]);
		expect(responses.map(({ status }) => status)).toEqual([200, 200]);
		expect(service.tokenCalls('authorization_code')).toHaveLength(1);
	});

	it('a call without a session gets 401 as JSON, never a redirect that would lose the POST', async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		const response = await browser.post(join);
		expect([response.status, response.headers.get('location')]).toEqual([401, null]);
		expect(await response.json()).toMatchObject({ reason: 'signed_out' });
		expect(service.calls).toEqual([]);
	});
});

describe('trust', () => {
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
});
