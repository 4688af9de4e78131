import { StatementSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import type { ProblemError } from '../../../src/bff/problems/problem.ts';
import { openCaller } from '../../../src/bff/session/caller.ts';
import type { CallOptions } from '../../../src/bff/upstream/client.ts';
import { epochHeader } from '../../../src/contract/bff-api/session.ts';
import { outcomeOf } from '../browser.ts';
import { reject, requireToken } from '../fake-service.ts';
import { session, tokens } from '../open-sessions.ts';
import { signInWithCode } from '../sign-in.ts';
import { startSignedIn, startSite } from '../start-site.ts';

const join = '/api/events/10/participants';

it('a join, including the reads afterwards, reads the session once', async () => {
	const { browser } = await startSignedIn();
	const get = vi.spyOn(StatementSync.prototype, 'get');
	expect((await browser.post(join)).status).toBe(202);
	const keys = get.mock.calls.map(([key]) => String(key));
	expect(keys.filter((key) => key.startsWith('daybill:session:'))).toHaveLength(1);
});

it('a call meant for another person is rejected: someone else has signed in in another tab', async () => {
	const { service, browser } = await startSignedIn();
	const { epoch } = await browser.session();
	const joinAs = (who: unknown) =>
		browser.fetch(join, { method: 'POST', headers: { [epochHeader]: String(who) } });
	await signInWithCode(browser);
	expect((await joinAs(epoch)).status).toBe(202);
	service.calls.length = 0;
	expect(await outcomeOf(await joinAs('of-another'))).toEqual([401, 'session_expired']);
	expect(service.calls).toEqual([]);
	expect(await browser.session()).toMatchObject({ signed_in: true });
});

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

	it.each([121, 122, 128])('%i about the caller ends the session', async (code) => {
		const browser = await start(code);
		const response = await browser.get('/api/users/42/created');
		expect([response.status, await response.json()]).toEqual([
			401,
			expect.objectContaining({ reason: 'user_blocked', code }),
		]);
	});

	it('121 for a join ends the session, 121 for an event does not', async () => {
		const { service, browser } = await startSignedIn();
		service.handler = reject(121);
		expect((await browser.get('/api/v2/event/10')).status).toBe(400);
		expect(await browser.session()).toMatchObject({ signed_in: true });
		expect(await outcomeOf(await browser.post(join))).toEqual([401, 'user_blocked']);
		expect(await browser.session()).toMatchObject({ signed_in: false });
	});
});

it.each([
	['is repeated with the token that another process has saved', [1, 2], ['1', '2'], undefined],
	['ends the session if the saved token is rejected too', [1, 3, 4], ['1', '3'], 'access_revoked'],
	['ends the session if no other token was saved', [1, 1], ['1'], 'access_revoked'],
	['ends the session even if it is already deleted', [1], ['1'], 'access_revoked'],
	['is not made after a sign-out, ten seconds after the request', [1], [], 'session_expired'],
])('a call %s', async (_what, versions, sent, reason) => {
	const reads = versions.map((version) => ({
		...session,
		tokens: { ...tokens, accessToken: String(version) },
		version,
		isReplaced: false,
	}));
	const calls: unknown[] = [];
	const ended: string[][] = [];
	const parts = {
		upstream: {
			call: async (_call: unknown, accessToken?: string, options?: CallOptions) => {
				calls.push([accessToken, options?.person]);
				const error = accessToken === '2' ? undefined : { code: 103, msg: 'a_name', request: '' };
				return { status: 200, readBody: () => ({}), error, limitHeaders: {}, retryAfter: undefined };
			},
		},
		sessions: {
			get: async () => reads.shift(),
			end: async (...ending: string[]) => void ended.push(ending),
			reasonOf: async () => 'session_expired' as const,
		},
		refresher: { isExpired: () => false, refresh: () => Promise.reject(new Error('too early')) },
	};
	const caller = await openCaller(parts, 'an-id');
	const now = performance.now();
	if (sent.length === 0) vi.spyOn(performance, 'now').mockReturnValue(now + 10_001);
	const outcome = await caller
		?.call({ operation: 'getEvent', parameters: { id: '10' } })
		.catch((error: ProblemError) => error.problem.reason);
	expect(outcome).toEqual(reason ?? expect.objectContaining({ status: 200 }));
	expect(calls).toEqual(sent.map((token) => [token, session.userId]));
	expect(ended).toEqual(reason === 'access_revoked' ? [['an-id', reason]] : []);
});
