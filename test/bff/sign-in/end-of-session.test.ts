/** What a browser may store of a session, and what it has to clear at the end, for shared computers. */
import { describe, expect, it } from 'vitest';
import { directHeader } from '../../../src/contract/bff-api/developers.ts';
import type { Browser } from '../browser.ts';
import { type FakeService, fakeEvent, sendError, sendJson } from '../fake-service.ts';
import { newState, signInWithCode } from '../sign-in.ts';
import { startSignedIn, startSite } from '../start-site.ts';

const headersOf = ({ status, headers }: Response) => ({
	status,
	clear: headers.get('clear-site-data'),
	cookie: headers.getSetCookie().some((line) => line.startsWith('daybill=;')),
});
const ended = (status: number) => ({ status, clear: '"cache"', cookie: true });

const reads = [
	'/api/events/10',
	'/api/cities/108288/events',
	'/api/cities',
	'/api/users/42/participated',
	'/auth/session',
	'/auth/calendar',
];

it('a response to a signed-in user is marked no-store, so that no HTTP cache stores it', async () => {
	const { browser: member } = await startSignedIn();
	for (const path of reads) {
		const { status, headers } = await member.get(path);
		expect([path, status, headers.get('cache-control')?.includes('no-store')]).toEqual([path, 200, true]);
	}
});

it('the epoch of a session is the same in every response, changes with each sign-in, and is not part of the session ID', async () => {
	const { bff, browser: member } = await startSignedIn();
	const { epoch } = await member.session();
	expect(epoch).toMatch(/^[\w-]{22}$/);
	expect((await member.session()).epoch).toBe(epoch);
	const id = member.cookies.get('daybill') ?? '';
	expect(id).not.toContain(String(epoch));
	const again = await signInWithCode(member);
	const next = ((await again.json()) as { epoch: string }).epoch;
	expect(next).not.toBe(epoch);
	expect((await member.session()).epoch).toBe(next);
	expect((await bff.browser().session()).epoch).toBeUndefined();
});

describe('the end of a session', () => {
	it('clears its cookie and the caches at sign-out', async () => {
		const { browser: member } = await startSignedIn();
		expect(headersOf(await member.post('/auth/logout'))).toEqual(ended(204));
	});

	it('elsewhere clears both at the next call', async () => {
		const { bff } = await startSite();
		for (const [call, status] of [
			[(browser: Browser) => browser.post('/api/events/10/wishers'), 401],
			[(browser: Browser) => browser.post('/auth/token', { grant_type: 'refresh_token' }), 401],
			[(browser: Browser) => browser.get('/auth/calendar'), 401],
			[(browser: Browser) => browser.get('/api/events/10'), 200],
			[(browser: Browser) => browser.get('/auth/session'), 200],
		] as const) {
			const browser = await bff.member();
			const copy = bff.browser(browser);
			await browser.post('/auth/logout');
			expect([`${call}`, headersOf(await call(copy))]).toEqual([`${call}`, ended(status)]);
			expect(copy.cookies.has('daybill')).toBe(false);
		}
	});

	it('at the service clears both at the call that detects it', async () => {
		const { service, bff } = await startSite();
		for (const call of [
			// Calls that need the user's token; public events are read without it.
			(browser: Browser) => browser.get('/api/users/42/participated'),
			(browser: Browser) => browser.post('/api/events/10/wishers'),
			(browser: Browser) => browser.fetch('/api/v2/event/10', { headers: { [directHeader]: 'session' } }),
		]) {
			service.handler = () => undefined;
			const member = await bff.member();
			rejectEverything(service);
			expect([`${call}`, headersOf(await call(member))]).toEqual([`${call}`, ended(401)]);
		}
	});

	it('is not reported to a visitor who was not signed in', async () => {
		const { browser: visitor } = await startSite();
		for (const response of [
			await visitor.get('/auth/session'),
			await visitor.get('/auth/calendar'),
			await visitor.post('/api/events/10/wishers'),
			await visitor.post('/auth/login', { state: newState() }),
		])
			expect(headersOf(response)).toMatchObject({ clear: null, cookie: false });
	});
});

it('the callback page is not cached, because its URL contains a code', async () => {
	const { browser: visitor } = await startSite();
	const page = await visitor.get('/callback?code=a-code&state=a-state');
	expect(page.headers.get('cache-control')).toBe('no-store');
	expect((await visitor.get('/settings')).headers.get('cache-control')).toBe('no-cache');
});

/** Makes the service reject every token, as after a password change (123). */
function rejectEverything(service: FakeService): void {
	service.handler = (call, response) =>
		call.headers.authorization === undefined
			? sendJson(response, 200, fakeEvent)
			: sendError(response, call, 123);
}

it('“Sign out everywhere” ends the sessions of this user in all browsers, and of no one else', async () => {
	const { service, bff, browser: member } = await startSignedIn();
	const [phone, other] = [await bff.member(), bff.browser()];
	service.handler = (call, response) =>
		call.url.includes('/auth2/token') &&
		sendJson(response, 200, { access_token: 'b', expires_in: 600, service_user_id: '43' });
	await signInWithCode(other);
	expect(headersOf(await member.post('/auth/logout', { everywhere: true }))).toEqual(ended(204));
	expect(await phone.session()).toEqual({ signed_in: false, ended: 'session_expired' });
	expect(await other.session()).toMatchObject({ signed_in: true });
});
