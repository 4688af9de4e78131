import { describe, expect, it } from 'vitest';
import { errorName } from '../../src/contract/spec/errors.ts';
import type { ErrorBody } from '../../src/contract/spec/resources.ts';
import { openPages } from './consent.ts';
import { authorizationQuery, startTestSandbox, type TestSandbox } from './start-sandbox.ts';

const authorize = (more: Record<string, string> = {}) => `/service/auth2/auth?${authorizationQuery(more)}`;
const signInAs = async ({ origin }: TestSandbox, uid: string, password: string) => {
	const pages = openPages(origin);
	const html = await (await pages.get(authorize())).text();
	const accept = 'application/json';
	const response = await pages.submit(html, '/sandbox/sign-in', { uid, password }, { accept });
	return { status: response.status, body: (await response.json()) as ErrorBody };
};

/** The cause of each code (Spec §7). */
const produced: Record<string, (sandbox: TestSandbox) => Promise<{ status: number; body: ErrorBody }>> = {
	'105 by a blocked application': async ({ call, control }) => {
		await control('PATCH', '/apps/daybill-demo', { blocked: true });
		return call('GET', authorize());
	},
	'107 by a path that is not percent-encoded UTF-8': ({ call }) => call('GET', '/v2/event/%zz'),
	'109 by joining through an application that may only read': async ({ call, issue, control }) => {
		const { access_token: token } = await issue();
		await control('PATCH', '/apps/daybill-demo', { scopes: ['event_basic_r'] });
		return call('POST', '/v2/event/10000001/participants', { token });
	},
	'110 by a user outside the trial': async ({ call, issue, control }) => {
		const { access_token: token } = await issue('1001');
		await control('PATCH', '/apps/daybill-demo', { trial_users: ['1002'] });
		return call('GET', '/v2/loc/list', { token });
	},
	'111 by 501 calls of one user in an hour': async ({ call, issue }) => {
		const { access_token: token } = await issue();
		for (let index = 0; index < 500; index += 1) await call('GET', '/v2/loc/108288', { token });
		return call('GET', '/v2/loc/108288', { token });
	},
	'121 by a list of a user who does not exist': ({ call }) => call('GET', '/v2/event/user_created/999999'),
	'122 by signing in to a blocked account': async (sandbox) => {
		await sandbox.control('PATCH', '/users/1001', { blocked: true });
		return signInAs(sandbox, 'alice', 'alice-daybill');
	},
	'123 by a token from before a password change': async ({ call, issue, control }) => {
		const { access_token: token } = await issue();
		await control('PATCH', '/users/1001', { password: 'new' });
		return call('GET', '/v2/loc/list', { token });
	},
	// The sandbox signs users in itself, without a third party that could fail.
	'127 by an injected fault': async ({ call, control }) => {
		await control('POST', '/faults', { path: '/service/auth2/auth', code: 127, times: 1 });
		return call('GET', authorize());
	},
	'128 by a token of a locked account': async ({ call, issue, control }) => {
		const { access_token: token } = await issue();
		await control('PATCH', '/users/1001', { locked: true });
		return call('GET', '/v2/loc/list', { token });
	},
	'100 by plain HTTP where https is required': async () =>
		(await startTestSandbox({ requireHttps: true })).call('GET', '/v2/loc/list'),
	'999 by joining on a day that the event is not on': async ({ call, issue, someEvent }) => {
		const { access_token: token } = await issue();
		const { id } = await someEvent();
		return call('POST', `/v2/event/${id}/participants?participate_date=2001-01-01`, { token });
	},
};

describe('an error code (Spec §7) that the conformance check cannot cause', () => {
	it.each(Object.entries(produced))('%s', async (name, run) => {
		const { status, body } = await run(await startTestSandbox());
		const code = Number.parseInt(name, 10);
		expect([status, body.code]).toEqual([400, code]);
		expect(body.msg.split(':')[0]).toBe(errorName(code));
		expect(body.request).toMatch(/^[A-Z]+ \/[^?]*$/);
	});

	it('limits each visitor of a trusted proxy', async () => {
		const { origin } = await startTestSandbox({ anonymousLimit: 1, trustProxy: ['127.0.0.1'] });
		const statusFor = async (visitor: string) =>
			(await fetch(`${origin}/v2/loc/list`, { headers: { 'x-forwarded-for': visitor } })).status;
		expect(await statusFor('203.0.113.1')).toBe(200);
		expect(await statusFor('203.0.113.1')).toBe(400);
		expect(await statusFor('203.0.113.2')).toBe(200);
	});

	it('believes only a trusted proxy that a request came over https', async () => {
		const statusFor = async (trustProxy: false | string[]) => {
			const { call } = await startTestSandbox({ requireHttps: true, trustProxy });
			return (await call('GET', '/v2/loc/list', { headers: { 'x-forwarded-proto': 'https' } })).status;
		};
		expect([await statusFor(false), await statusFor(['127.0.0.1'])]).toEqual([400, 200]);
	});

	it('resets the limit at the next hour of the virtual clock (Spec §8)', async () => {
		const { call, advance } = await startTestSandbox({ anonymousLimit: 1 });
		await call('GET', '/v2/loc/list');
		expect((await call('GET', '/v2/loc/list')).body.code).toBe(112);
		await advance(3600);
		expect((await call('GET', '/v2/loc/list')).status).toBe(200);
	});
});
