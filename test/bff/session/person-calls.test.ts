import { describe, expect, it } from 'vitest';
import { sendError } from '../fake-service.ts';
import { signInWithCode } from '../sign-in.ts';
import { startSite } from '../start-site.ts';

describe('an error code about an account (Spec §7)', () => {
	/** A signed-in user, at a service that rejects each read of the events that a user created. */
	async function start(code: number) {
		const { service, browser } = await startSite();
		service.handler = (call, response) =>
			call.url.includes('/user_created/')
				? sendError(response, call, call.headers.authorization === undefined ? 102 : code)
				: undefined;
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

	it.each([122, 128])('%i about the caller ends the session', async (code) => {
		const browser = await start(code);
		const response = await browser.get('/api/users/42/created');
		expect([response.status, await response.json()]).toEqual([
			401,
			expect.objectContaining({ reason: 'user_blocked', code }),
		]);
	});
});
