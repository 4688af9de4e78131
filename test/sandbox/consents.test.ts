import { describe, expect, it } from 'vitest';
import { consentAt, openPages, signInAt } from './consent.ts';
import { demo, redirectUri, startTestSandbox } from './start-sandbox.ts';

describe('withdrawing consent (Spec §5, §7: 103; gap register, withdrawal)', () => {
	const signedIn = async () => {
		const sandbox = await startTestSandbox();
		const query = new URLSearchParams({
			client_id: demo.client_id,
			redirect_uri: redirectUri,
			response_type: 'code',
			scope: 'event_basic_r,event_basic_w',
		}).toString();
		const back = await consentAt(sandbox.origin, query);
		const { body } = await sandbox.token({
			grant_type: 'authorization_code',
			code: back.searchParams.get('code') ?? '',
		});
		const post = (path: string, fields: Record<string, string>, cookie = '') =>
			fetch(`${sandbox.origin}${path}`, {
				method: 'POST',
				body: new URLSearchParams(fields),
				redirect: 'manual',
				headers: { cookie },
			});
		const cookie = await signInAt(sandbox.origin, 'alice');
		const page = async () =>
			(await fetch(`${sandbox.origin}/sandbox/consents`, { headers: { cookie } })).text();
		return { sandbox, post, cookie, page, token: body.access_token };
	};
	const guardIn = (html: string) => /name="guard" value="([^"]+)"/.exec(html)?.[1] ?? '';

	it('lists what is allowed, ends the tokens (103), and makes the consent page appear again', async () => {
		const { sandbox, post, cookie, page, token } = await signedIn();
		const before = await page();
		expect(before).toContain('Withdraw from Daybill');
		const { id } = await sandbox.someEvent();
		expect((await sandbox.call('POST', `/v2/event/${id}/wishers`, { token })).status).toBe(202);
		const fields = { client_id: demo.client_id, guard: guardIn(before) };
		expect((await post('/sandbox/consents/withdraw', fields, cookie)).status).toBe(303);
		const rejected = await sandbox.call('POST', `/v2/event/${id}/wishers`, { token });
		expect([rejected.status, rejected.body.code]).toEqual([400, 103]);
		expect(await page()).toContain('No application may use your account');
	});

	it('rejects a form that was not sent from its own page (126)', async () => {
		const { sandbox, post, cookie, token } = await signedIn();
		const response = await post(
			'/sandbox/consents/withdraw',
			{ client_id: demo.client_id, guard: 'guessed' },
			cookie,
		);
		expect(((await response.json()) as { code: number }).code).toBe(126);
		const { id } = await sandbox.someEvent();
		expect((await sandbox.call('POST', `/v2/event/${id}/wishers`, { token })).status).toBe(202);
	});

	it('shows a sign-in first, and an error after a wrong password', async () => {
		const sandbox = await startTestSandbox();
		const pages = openPages(sandbox.origin);
		const page = await (await pages.get('/sandbox/consents')).text();
		expect(page).toContain('Sign in to see what you have allowed');
		const wrong = await pages.submit(
			page,
			'/sandbox/sign-in',
			{ uid: 'alice', password: 'no' },
			{ accept: 'text/html' },
		);
		expect([wrong.status, (await wrong.text()).includes('Wrong user name')]).toEqual([400, true]);
	});
});
