import { describe, expect, it } from 'vitest';
import { createPersonCalls } from '../../../src/bff/session/person-calls.ts';
import { reject, requireToken } from '../fake-service.ts';
import { session, tokens } from '../open-sessions.ts';
import { signInWithCode } from '../sign-in.ts';
import { startSite } from '../start-site.ts';

describe('an error code about an account (Spec §7)', () => {
	/** A signed-in user, at a service that rejects each read of the events that a user created. */
	async function start(code: number) {
		const { service, browser } = await startSite();
		service.handler = reject(code, '/v2/event/user_created/');
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

	it.each([122, 128])('%i about the caller ends the session', async (code) => {
		const browser = await start(code);
		const response = await browser.get('/api/users/42/created');
		expect([response.status, await response.json()]).toEqual([
			401,
			expect.objectContaining({ reason: 'user_blocked', code }),
		]);
	});
});

it.each([
	['is repeated with the token that another process has saved', [1, 2, 2], ['1', '2'], undefined],
	['ends the session if the saved token is rejected too', [1, 3, 3, 4], ['1', '3'], 'access_revoked'],
	['ends the session if no other token was saved', [1, 1], ['1'], 'access_revoked'],
	['ends the session even if it is already deleted', [1], ['1'], 'access_revoked'],
	['is not made without a session', [], [], 'session_expired'],
])('a call %s', async (_what, versions, sent, reason) => {
	const reads = versions.map((version) => ({
		...session,
		tokens: { ...tokens, accessToken: String(version) },
		version,
	}));
	const calls: unknown[] = [];
	const deleted: string[] = [];
	const { call } = createPersonCalls({
		upstream: {
			call: async (_call, accessToken, options) => {
				calls.push([accessToken, options?.person]);
				const error = accessToken === '2' ? undefined : { code: 103, msg: 'a_name', request: '' };
				return { status: 200, readBody: () => ({}), error, limitHeaders: {}, retryAfter: undefined };
			},
		},
		sessions: { get: async () => reads.shift(), delete: async (id) => void deleted.push(id) },
		refresher: { isExpired: () => false, refresh: () => Promise.reject(new Error('too early')) },
	});
	const problem = await call('an-id', { operation: 'getEvent', parameters: { id: '10' } }).then(
		() => undefined,
		(error) => error.problem,
	);
	expect([calls, problem?.reason]).toEqual([sent.map((token) => [token, session.userId]), reason]);
	expect(deleted).toEqual(reason === 'access_revoked' ? ['an-id'] : []);
});
