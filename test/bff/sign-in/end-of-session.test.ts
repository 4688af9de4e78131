/** What a browser may store of a session, and what it has to clear at the end, for shared computers. */
import { describe, expect, it } from 'vitest';
import { directHeader } from '../../../src/contract/bff-api/developers.ts';
import { type Browser, outcomeOf } from '../browser.ts';
import { answer, type FakeService, fakeEvent, handleFirst, sendError, sendJson } from '../fake-service.ts';
import { signInWithCode } from '../sign-in.ts';
import { startSignedIn, startSite } from '../start-site.ts';

const headersOf = ({ status, headers }: Response) => ({
	status,
	clear: headers.get('clear-site-data'),
	cookie: headers.getSetCookie().some((line) => line.startsWith('daybill=;')),
});
const ended = (status: number) => ({ status, clear: status === 401 ? '"cache"' : null, cookie: false });

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

it('the epoch is the same at every sign-in of a person, or differs between sessions if the service names no one', async () => {
	const { service, bff, browser: member } = await startSignedIn();
	const { epoch } = await member.session();
	expect(epoch).toMatch(/^[\w-]{22}$/);
	expect(await (await signInWithCode(member)).json()).toMatchObject({ epoch });
	expect(await (await bff.member()).session()).toMatchObject({ epoch });
	for (const userId of ['43', '']) {
		service.handler = signInAs(userId);
		expect((await (await bff.member()).session()).epoch).not.toBe(epoch);
	}
	const [one, other] = [await bff.member(), await bff.member()];
	expect((await one.session()).epoch).not.toBe((await other.session()).epoch);
	expect(one.cookies.get('daybill')).not.toContain(String((await one.session()).epoch));
	expect((await bff.browser().session()).epoch).toBeUndefined();
});

describe('the end of a session', () => {
	it('elsewhere leaves the cookie, because a sign-in in another tab may replace it before the response arrives', async () => {
		const { bff } = await startSite();
		for (const [call, status] of [
			[(browser: Browser) => browser.post('/api/events/10/wishers'), 401],
			[(browser: Browser) => browser.post('/auth/token', { grant_type: 'refresh_token' }), 401],
			[(browser: Browser) => browser.get('/auth/calendar'), 401],
			[(browser: Browser) => browser.get('/api/events/10'), 200],
			[(browser: Browser) => browser.get('/front/events/10'), 200],
			[(browser: Browser) => browser.get('/auth/session'), 200],
		] as const) {
			const browser = await bff.member();
			const copy = bff.browser(browser);
			await browser.post('/auth/logout');
			expect([`${call}`, headersOf(await call(copy))]).toEqual([`${call}`, ended(status)]);
		}
	});

	it('at the service clears the caches with the call that detects it', async () => {
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
			expect(await member.session()).toEqual({ signed_in: false, ended: 'password_changed' });
			const later = await outcomeOf(await bff.browser(member).post('/api/events/10/wishers'));
			expect(later).toEqual([401, 'password_changed']);
		}
	});
});

it('the callback page is not cached, because its URL contains a code', async () => {
	const { browser: visitor } = await startSite();
	const page = await visitor.get('/callback?code=a-code&state=a-state');
	expect(page.headers.get('cache-control')).toBe('no-store');
	expect((await visitor.get('/settings')).headers.get('cache-control')).toBe('no-cache');
});

/** The service names this person at each sign-in. */
const signInAs = (userId: string) =>
	answer('/service/auth2/token', { access_token: 'b', expires_in: 600, service_user_id: userId });

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
	service.handler = signInAs('43');
	await signInWithCode(other);
	expect((await member.post('/auth/logout', { everywhere: true })).status).toBe(204);
	expect(await phone.session()).toEqual({ signed_in: false, ended: 'session_expired' });
	expect(await other.session()).toMatchObject({ signed_in: true });
});

it('“Sign out everywhere” is rejected after this session has ended, because other sessions continue', async () => {
	const { service, bff, browser: member } = await startSignedIn();
	const phone = await bff.member();
	handleFirst(service, (call, response) =>
		call.method === 'POST' && call.url.startsWith('/v2/') ? sendError(response, call, 103) : undefined,
	);
	expect((await member.post('/api/events/10/wishers')).status).toBe(401);
	const everywhere = (browser: Browser) => browser.post('/auth/logout', { everywhere: true });
	expect(await outcomeOf(await everywhere(member))).toEqual([401, 'access_revoked']);
	expect(await outcomeOf(await everywhere(bff.browser()))).toEqual([401, 'signed_out']);
	expect(await phone.session()).toMatchObject({ signed_in: true });
	expect((await member.post('/auth/logout')).status).toBe(204);
	expect(await member.session()).toEqual({ signed_in: false });
});
