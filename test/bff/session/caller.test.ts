import { describe, expect, it } from 'vitest';
import { epochHeader } from '../../../src/contract/bff-api/session-headers.ts';
import { outcomeOf } from '../browser.ts';
import { answer, breakOff, type FakeService, listOf, reject, requireToken } from '../fake-service.ts';
import { signInWithCode } from '../sign-in.ts';
import { startSignedIn, startSite } from '../start-site.ts';

const join = '/api/events/10/participants';

const writes = [
	['POST', join],
	['DELETE', join],
	['POST', '/api/events/10/wishers'],
	['DELETE', '/api/events/10/wishers'],
	['POST', '/api/me/seen', { eventId: '10' }],
	['POST', '/auth/calendar'],
	['DELETE', '/auth/calendar'],
	['POST', '/auth/weekend', { locale: 'en', events: [{ id: '10', when: 'Sat' }] }],
	['POST', '/auth/token', { grant_type: 'refresh_token' }],
	['POST', '/auth/logout', { everywhere: false }],
	['POST', '/auth/logout', { everywhere: true }],
] as const;

it('a write meant for another person is rejected: someone else has signed in in another tab', async () => {
	const { service, browser } = await startSignedIn();
	const { epoch } = await browser.session();
	await signInWithCode(browser);
	service.calls.length = 0;
	const send = (who: unknown, [method, path, body]: (typeof writes)[number]) =>
		browser.fetch(path, { method, body, headers: { [epochHeader]: String(who) } });
	for (const write of writes)
		expect([write, await outcomeOf(await send('of-another', write))]).toEqual([
			write,
			[401, 'session_expired'],
		]);
	expect(service.calls).toEqual([]);
	expect(await browser.session()).toMatchObject({ signed_in: true });
	for (const write of writes) {
		expect((await send(epoch, write)).status).not.toBe(401);
		if (write[1] === '/auth/logout') await signInWithCode(browser);
	}
});

describe('an error code about an account (Spec §7)', () => {
	/** A signed-in user, at a service that rejects each read of the events that a user created. */
	async function start(code: number) {
		const { service, browser } = await startSite({ handler: reject(code, '/v2/event/user_created/') });
		requireToken(service);
		await signInWithCode(browser);
		return browser;
	}

	it.each([
		[121, 404],
		[122, 400],
		[128, 400],
	])('%i about another user leaves the caller signed in', async (code, status) => {
		const browser = await start(code);
		const response = await browser.get('/api/users/77%2F/created');
		expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })]);
		expect(await browser.session()).toMatchObject({ signed_in: true });
	});

	it.each([121, 122, 128])('%i about the caller ends the session', async (code) => {
		const browser = await start(code);
		const response = await browser.get('/api/users/42/created');
		expect([response.status, await response.json()]).toEqual([
			401,
			expect.objectContaining({ reason: 'user_blocked', code }),
		]);
	});

	/** A signed-in user, at a service that rejects event 10 and joins of it. @param ownLists handles the user's own lists */
	async function startJoining(code: number, ownLists: FakeService['handler']) {
		const { browser } = await startSignedIn({
			handler: (call, response) =>
				(call.url.startsWith('/v2/event/user_') ? ownLists : reject(code, '/v2/event/10'))(call, response),
		});
		return browser;
	}

	it.each([121, 122, 128])('%i for an event or a join leaves the caller signed in', async (code) => {
		for (const ownLists of [answer('', listOf()), reject(108), breakOff]) {
			const browser = await startJoining(code, ownLists);
			for (const response of [await browser.get('/api/v2/event/10'), await browser.post(join)])
				expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code })]);
			expect(await browser.session()).toMatchObject({ signed_in: true });
		}
	});

	it.each([121, 122, 128])('%i for a join and for the caller’s lists ends the session', async (code) => {
		const browser = await startJoining(code, reject(code));
		expect(await outcomeOf(await browser.post(join))).toEqual([401, 'user_blocked']);
		expect(await browser.session()).toEqual({ signed_in: false, ended: 'user_blocked' });
	});
});
