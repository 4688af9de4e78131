/** Every outcome of a refresh, with a real store and a fake token endpoint. */
import fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ProblemError } from '../../../src/bff/problems/problem.ts';
import { newSecret } from '../../../src/bff/session/encryption.ts';
import { createRefresher } from '../../../src/bff/session/refresh.ts';
import type { SessionStore, TokenPair } from '../../../src/bff/session/session-store.ts';
import { openSqliteStore } from '../../../src/bff/store/sqlite-store.ts';
import { createStore } from '../../../src/bff/store/store.ts';
import type { Upstream } from '../../../src/bff/upstream/client.ts';
import type { Tokens } from '../../../src/contract/event/token.ts';
import { sessionsOn } from '../open-sessions.ts';
import { problemOf } from '../problem-of.ts';

const start = Date.parse('2026-11-20T12:00:00Z');
const hour = 3_600_000;
const id = 'session-a';

const pair = (name: string, refreshToken: string | null = `refresh-${name}`): TokenPair => ({
	accessToken: `access-${name}`,
	refreshToken,
	expiresIn: 3_600,
	receivedAt: start,
});

const renewed = (name: string, refreshToken: string | null = `refresh-${name}`): { tokens: Tokens } => ({
	tokens: { accessToken: `access-${name}`, refreshToken, expiresIn: 60, userId: null },
});

/** An error response of the token endpoint. */
const rejected = (code: number) => ({
	status: 400,
	error: { code, msg: 'a_name', request: 'POST /service/auth2/token' },
});

const unreachable = () => new ProblemError('service_unreachable', 'The service cannot be reached.');
const storeUnreachable = () => new ProblemError('store_unreachable', 'The store cannot be reached.');

type Answer = ReturnType<Upstream['token']>;
type TokenEndpoint = (refreshToken: string) => Answer | Awaited<Answer>;

/** A refresher with a session under {@link id} and the tokens `pair('1')`. */
async function setUp(endpoint: TokenEndpoint, first = pair('1')) {
	let now = start;
	const clock = () => now;
	const store = sessionsOn(createStore(openSqliteStore(':memory:', clock)), [newSecret()], clock);
	onTestFinished(() => store.close());
	await store.create(id, { userId: '42', scope: 'event_basic_r', tokens: first });
	/** The store as the refresher uses it. Tests replace individual functions. */
	const seen: SessionStore = { ...store };
	const token = vi.fn<Upstream['token']>(async (grant) =>
		endpoint(grant.grant_type === 'refresh_token' ? grant.refresh_token : ''),
	);
	const log: string[] = [];
	const outcomes: string[] = [];
	const metrics = { refresh: (outcome: string) => void outcomes.push(outcome) };
	const logger = fastify({ logger: { stream: { write: (line: string) => log.push(line) } } }).log;
	const refresher = createRefresher(seen, { token }, metrics, logger, clock);
	const refresh = () => refresher.refresh(id, 'access-1');
	/** The problem that a refresh fails with. */
	const failure = () => problemOf(refresh());
	const pass = (ms: number) => (now += ms);
	return { store, seen, token, log, outcomes, refresher, refresh, failure, pass };
}

describe('a refresh', () => {
	it('reads the session inside the lock, and uses the tokens that another process has saved there', async () => {
		const { refresh, store, seen, token } = await setUp(() => renewed('too-many'));
		seen.withLock = (name, work) =>
			store.withLock(name, async () => {
				await store.saveTokens(id, pair('2'), 1);
				return work();
			});
		expect((await refresh()).tokens.accessToken).toBe('access-2');
		expect(token).not.toHaveBeenCalled();
	});

	it('keeps the refresh token when the response has none', async () => {
		const { refresh } = await setUp(() => renewed('2', null));
		expect((await refresh()).tokens.refreshToken).toBe('refresh-1');
	});
});

it('a refresh that is too early (124) keeps the tokens, and does not trust the counted lifetime for an hour', async () => {
	const { refresh, refresher, outcomes, pass } = await setUp(() => rejected(124));
	pass(2 * hour);
	expect(refresher.isExpired(pair('1'))).toBe(true);
	const { tokens } = await refresh();
	expect(tokens).toMatchObject({ accessToken: 'access-1', refreshToken: 'refresh-1' });
	expect(outcomes).toEqual(['too_early']);
	pass(hour);
	expect(refresher.isExpired(tokens)).toBe(false);
	pass(2_000);
	expect(refresher.isExpired(tokens)).toBe(true);
});

it('an access token’s lifetime is not counted without a refresh token: it works until the service says 106', async () => {
	const { refresher, pass } = await setUp(() => renewed('2'));
	pass(365 * 24 * hour);
	expect(refresher.isExpired(pair('1', null))).toBe(false);
});

describe('a session ends', () => {
	it.each([
		[103, 'access_revoked', /withdrawn/],
		[119, 'session_expired', /too old/],
		[121, 'user_blocked', /blocked/],
		[122, 'user_blocked', /blocked/],
		[123, 'password_changed', /password/],
		[128, 'user_blocked', /blocked/],
	])('when a refresh gets %i, with the reason %s', async (code, reason, detail) => {
		const { failure, store, outcomes, log } = await setUp(() => rejected(code));
		expect(await failure()).toMatchObject({
			reason,
			code,
			status: 401,
			detail: expect.stringMatching(detail),
		});
		expect(await store.get(id)).toBeUndefined();
		expect(outcomes).toEqual(['rejected']);
		expect(log).toEqual([]);
	});

	it('but not when a refresh is rejected for another reason, such as a wrong secret, which is logged', async () => {
		const { failure, store, log } = await setUp(() => rejected(116));
		expect(await failure()).toMatchObject({
			reason: 'service_invalid_response',
			code: 116,
			detail: expect.stringMatching(/renew/),
		});
		expect(await store.get(id)).toBeDefined();
		expect(log.map((line) => JSON.parse(line))).toEqual([
			expect.objectContaining({ level: 40, code: 116, status: 400 }),
		]);
	});

	it('when there is no refresh token', async () => {
		const { failure, store, token } = await setUp(() => renewed('2'), pair('1', null));
		expect(await failure()).toMatchObject({
			reason: 'session_expired',
			detail: expect.stringMatching(/too old/),
		});
		expect(await store.get(id)).toBeUndefined();
		expect(token).not.toHaveBeenCalled();
	});

	it.each([
		['new tokens, which are not stored', renewed('2'), { reason: 'session_expired' }],
		['119', rejected(119), { reason: 'session_expired', code: 119 }],
	])('when the user signs out during a refresh that gets %s', async (_what, response, problem) => {
		const { failure, store } = await setUp(async () => {
			await store.delete(id);
			return response;
		});
		expect(await failure()).toMatchObject(problem);
		expect(await store.get(id)).toBeUndefined();
	});
});

it.each([
	['renewed it while this one got 119', rejected(119)],
	['saved tokens before this one could', renewed('3')],
])('a session continues when another process %s', async (_what, response) => {
	const { refresh, store } = await setUp(async () => {
		await store.saveTokens(id, pair('2'), 1);
		return response;
	});
	expect((await refresh()).tokens).toEqual(pair('2'));
	expect((await store.get(id))?.tokens).toEqual(pair('2'));
});

describe('a token call whose outcome is unknown', () => {
	it('is retried once', async () => {
		let calls = 0;
		const { refresh, token, outcomes } = await setUp(() => {
			if (calls++ === 0) throw unreachable();
			return renewed('2');
		});
		expect((await refresh()).tokens.accessToken).toBe('access-2');
		expect(token).toHaveBeenCalledTimes(2);
		expect(outcomes).toEqual(['renewed']);
	});

	it('ends the session when 119 follows, and logs why', async () => {
		let calls = 0;
		const { failure, log } = await setUp(() => {
			if (calls++ === 0) throw unreachable();
			return rejected(119);
		});
		expect(await failure()).toMatchObject({ reason: 'session_expired' });
		expect(log.map((line) => JSON.parse(line))).toEqual([
			expect.objectContaining({
				level: 40,
				reason: 'refresh_outcome_unknown',
				msg: expect.stringMatching(/^a session ended/),
			}),
		]);
	});

	it('fails after two attempts, and the session continues', async () => {
		const { failure, store, token, outcomes } = await setUp(() => {
			throw unreachable();
		});
		expect(await failure()).toMatchObject({ reason: 'service_unreachable' });
		expect(token).toHaveBeenCalledTimes(2);
		expect(outcomes).toEqual(['failed']);
		expect((await store.get(id))?.tokens).toEqual(pair('1'));
	});
});

describe('a pair of tokens that cannot be saved', () => {
	it('is saved as soon as the store can be reached again', async () => {
		const { refresh, store, seen, token } = await setUp(() => renewed('2'));
		let failures = 2;
		seen.saveTokens = async (...input) => {
			if (failures-- > 0) throw storeUnreachable();
			return store.saveTokens(...input);
		};
		expect((await refresh()).version).toBe(2);
		expect((await store.get(id))?.tokens.accessToken).toBe('access-2');
		expect(token).toHaveBeenCalledTimes(1);
	});
});

it('a refresh at the user’s request fails without a refresh token, and the session continues', async () => {
	const { refresher, store } = await setUp(() => renewed('2'), pair('1', null));
	expect(await problemOf(refresher.refreshNow(id))).toMatchObject({
		reason: 'invalid_request',
		detail: expect.stringMatching(/no refresh token/),
	});
	expect(await store.get(id)).toBeDefined();
});
