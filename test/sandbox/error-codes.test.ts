import { describe, expect, it } from 'vitest';
import { errorCodes, errorName } from '../../src/contract/spec/errors.ts';
import type { ErrorBody } from '../../src/contract/spec/resources.ts';
import { openPages } from './consent.ts';
import { authorizationQuery, shareTestSandbox, startTestSandbox, type TestSandbox } from './start-sandbox.ts';

const authorize = (more: Record<string, string> = {}) => `/service/auth2/auth?${authorizationQuery(more)}`;
const signInAs = async ({ origin }: TestSandbox, uid: string, password: string) => {
	const pages = openPages(origin);
	const html = await (await pages.get(authorize())).text();
	const accept = 'application/json';
	const response = await pages.submit(html, '/sandbox/sign-in', { uid, password }, { accept });
	return { status: response.status, body: (await response.json()) as ErrorBody };
};

/** The cause of each code (Spec §7). */
const produced: Record<
	number,
	{
		by: string;
		run: (
			sandbox: TestSandbox,
		) => Promise<{ status: number; body: { code: number; msg: string; request: string } }>;
	}
> = {
	101: { by: 'POST to the authorization endpoint', run: ({ call }) => call('POST', '/service/auth2/auth') },
	102: { by: 'joining without a token', run: ({ call }) => call('POST', '/v2/event/10000001/participants') },
	103: {
		by: 'a token that was never issued',
		run: ({ call }) => call('GET', '/v2/loc/list', { token: 'nobody' }),
	},
	104: {
		by: 'an application that does not exist',
		run: ({ call }) => call('GET', authorize({ client_id: 'nobody' })),
	},
	105: {
		by: 'a blocked application',
		run: async ({ call, control }) => {
			await control('PATCH', '/apps/daybill-demo', { blocked: true });
			return call('GET', authorize());
		},
	},
	106: {
		by: 'an expired token',
		run: async ({ call, issue, advance }) => {
			const { access_token } = await issue();
			await advance(8 * 86_400);
			return call('GET', '/v2/loc/list', { token: access_token });
		},
	},
	107: { by: 'a path that the service does not have', run: ({ call }) => call('GET', '/v2/nowhere') },
	108: {
		by: 'joining with a token for reading',
		run: async ({ call, issue }) =>
			call('POST', '/v2/event/10000001/participants', {
				token: (await issue('1001', 'event_basic_r')).access_token,
			}),
	},
	109: {
		by: 'joining through an application that may only read',
		run: async ({ call, issue, control }) => {
			const { access_token } = await issue();
			await control('PATCH', '/apps/daybill-demo', { scopes: ['event_basic_r'] });
			return call('POST', '/v2/event/10000001/participants', { token: access_token });
		},
	},
	110: {
		by: 'a user outside the trial',
		run: async ({ call, issue, control }) => {
			const { access_token } = await issue('1001');
			await control('PATCH', '/apps/daybill-demo', { trial_users: ['1002'] });
			return call('GET', '/v2/loc/list', { token: access_token });
		},
	},
	111: {
		by: '501 calls of one user in an hour',
		run: async ({ call, issue }) => {
			const { access_token: token } = await issue();
			for (let index = 0; index < 500; index += 1) await call('GET', '/v2/loc/108288', { token });
			return call('GET', '/v2/loc/108288', { token });
		},
	},
	112: {
		by: 'one more call without a token than the limit allows',
		run: async () => {
			const sandbox = await startTestSandbox({ anonymousLimit: 1 });
			await sandbox.call('GET', '/v2/loc/list');
			return sandbox.call('GET', '/v2/loc/list');
		},
	},
	113: { by: 'a token request without grant_type', run: ({ call }) => call('POST', '/service/auth2/token') },
	114: { by: 'grant_type=password', run: ({ token }) => token({ grant_type: 'password' }) },
	115: {
		by: 'response_type=id_token',
		run: ({ call }) => call('GET', authorize({ response_type: 'id_token' })),
	},
	116: {
		by: 'a wrong secret',
		run: ({ token }) => token({ grant_type: 'refresh_token', client_secret: 'wrong', refresh_token: 'x' }),
	},
	117: {
		by: 'another redirect URI',
		run: ({ call }) => call('GET', authorize({ redirect_uri: 'https://elsewhere.example/' })),
	},
	118: {
		by: 'a code that was never issued',
		run: ({ token }) => token({ grant_type: 'authorization_code', code: 'never' }),
	},
	119: {
		by: 'a refresh token that was never issued',
		run: ({ token }) => token({ grant_type: 'refresh_token', refresh_token: 'never' }),
	},
	120: { by: 'a wrong password at the sign-in page', run: (sandbox) => signInAs(sandbox, 'alice', 'wrong') },
	121: {
		by: 'a list of a user who does not exist',
		run: ({ call }) => call('GET', '/v2/event/user_created/999999'),
	},
	122: {
		by: 'signing in to a blocked account',
		run: async (sandbox) => {
			await sandbox.control('PATCH', '/users/1001', { blocked: true });
			return signInAs(sandbox, 'alice', 'alice-daybill');
		},
	},
	123: {
		by: 'a token from before a password change',
		run: async ({ call, issue, control }) => {
			const { access_token } = await issue();
			await control('PATCH', '/users/1001', { password: 'new' });
			return call('GET', '/v2/loc/list', { token: access_token });
		},
	},
	124: {
		by: 'a refresh before expiry',
		run: async ({ token, issue }) =>
			token({ grant_type: 'refresh_token', refresh_token: (await issue()).refresh_token }),
	},
	125: {
		by: 'an unknown scope',
		run: ({ call }) => call('GET', authorize({ scope: 'event_basic_r,fly' })),
	},
	126: {
		by: 'a consent form from elsewhere than the sandbox’s own page',
		run: ({ call }) =>
			call('POST', '/sandbox/consent', {
				body: new URLSearchParams({ query: authorize().split('?')[1] ?? '', decision: 'allow' }),
			}),
	},
	127: {
		by: 'an injected fault only, because the sandbox signs users in itself, without a third party that could fail',
		run: async ({ call, control }) => {
			await control('POST', '/faults', { path: '/service/auth2/auth', code: 127, times: 1 });
			return call('GET', authorize());
		},
	},
	128: {
		by: 'a token of a locked account',
		run: async ({ call, issue, control }) => {
			const { access_token } = await issue();
			await control('PATCH', '/users/1001', { locked: true });
			return call('GET', '/v2/loc/list', { token: access_token });
		},
	},
	100: {
		by: 'plain HTTP where https is required',
		run: async () => (await startTestSandbox({ requireHttps: true })).call('GET', '/v2/loc/list'),
	},
	999: {
		by: 'joining on a day that the event is not on',
		run: async ({ call, issue, someEvent }) =>
			call('POST', `/v2/event/${(await someEvent()).id}/participants?participate_date=2001-01-01`, {
				token: (await issue()).access_token,
			}),
	},
};

/** Codes that depend on changes in the sandbox or on its clock. */
const changing = [105, 106, 109, 110, 111, 122, 123, 128];

const shared = shareTestSandbox();

describe('every error code (Spec §7)', () => {
	it.each(errorCodes.map(({ code, name }) => [code, name, produced[code]?.by ?? 'nothing'] as const))(
		'%i %s by %s',
		async (code) => {
			const sandbox = changing.includes(code) ? await startTestSandbox() : shared();
			const response = await produced[code]?.run(sandbox);
			expect(response?.status).toBe(400);
			expect(response?.body.code).toBe(code);
			expect(response?.body.msg.split(':')[0]).toBe(errorName(code));
			expect(response?.body.request).toMatch(/^[A-Z]+ \/[^?]*$/);
		},
	);

	it('names the missing parameter after a colon (113)', async () => {
		const { body } = await shared().token({ grant_type: 'authorization_code' });
		expect(body.msg).toBe('required_parameter_is_missing: code');
	});

	it('resets the limit at the next hour of the virtual clock (Spec §8)', async () => {
		const { call, advance } = await startTestSandbox({ anonymousLimit: 1 });
		await call('GET', '/v2/loc/list');
		expect((await call('GET', '/v2/loc/list')).body.code).toBe(112);
		await advance(3600);
		expect((await call('GET', '/v2/loc/list')).status).toBe(200);
	});
});
