import { describe, expect, it } from 'vitest';
import { rawTransport } from '../../src/conformance/raw-transport.ts';
import { eventTypeNumbers, eventTypes } from '../../src/contract/spec/filters.ts';
import { levels } from '../../src/contract/spec/levels.ts';
import { operationPath } from '../../src/contract/spec/operations.ts';
import type { WireEvent, WireEventList } from '../../src/contract/spec/resources.ts';
import { startWithOwnEvents } from './own-event.ts';
import { startTestSandbox } from './start-sandbox.ts';

describe('lists and relations (Spec §4.2)', () => {
	it('accept a type as a word or as its number, and list only that type', async () => {
		const { call } = await startTestSandbox();
		const listOf = (type: string | number) =>
			call<WireEventList>('GET', `/v2/event/list?type=${type}&count=100`);
		for (const type of eventTypes.filter((each) => each !== 'all')) {
			const [byWord, byNumber] = [await listOf(type), await listOf(eventTypeNumbers[type])];
			expect(byWord.body.events.map(({ category }) => category)).toEqual(byWord.body.events.map(() => type));
			expect(byNumber.body).toEqual(byWord.body);
		}
	});

	it('list events that begin in the period by start, then those that began earlier by end', async () => {
		const { call, control } = await startTestSandbox();
		const { body: state } = await control<{ now: string }>('GET', '/state');
		// The cities are in UTC+8.
		const today = new Date(Date.parse(state.now) + 8 * 3_600_000).toISOString().slice(0, 10);
		const { body } = await call<WireEventList>('GET', '/v2/event/list?loc=108288&day_type=week&count=100');
		const firstRunning = body.events.findIndex(({ begin_time }) => begin_time < today);
		const [beginning, running] = [body.events.slice(0, firstRunning), body.events.slice(firstRunning)];
		expect(body.total).toBe(body.count);
		expect(firstRunning).toBeGreaterThan(0);
		const starts = beginning.map(({ begin_time }) => begin_time);
		expect(starts).toEqual(starts.toSorted());
		expect(running.every(({ begin_time }) => begin_time < today)).toBe(true);
		const ends = running.map(({ end_time }) => end_time);
		expect(ends).toEqual(ends.toSorted());
	});

	it('do not allow joining an event that is over (gap register)', async () => {
		const { call, issue } = await startTestSandbox();
		const { access_token: token } = await issue('1002');
		const expired = await call<WireEventList>('GET', '/v2/event/user_participated/1001?status=expired');
		const over = await call('POST', `/v2/event/${expired.body.events[0]?.id}/participants`, { token });
		expect(over).toMatchObject({ status: 400, body: { code: 999, msg: 'unknown: the event is over' } });
	});
});

it('spells the rate-limit headers like the specification (Spec §8)', async () => {
	const { origin, issue } = await startTestSandbox();
	const { headers } = await rawTransport({
		method: 'GET',
		url: `${origin}/v2/loc/list`,
		headers: { authorization: `Bearer ${(await issue()).access_token}` },
		body: undefined,
		signal: AbortSignal.timeout(9_000),
	});
	expect(headers.filter(([name]) => /ratelimit/i.test(name))).toEqual([
		['X-Ratelimit-Limit', '500'],
		['X-RateLimit-Remaining', '499'],
		['X-Ratelimit-Limit2', '5000'],
		['X-RateLimit-Remaining2', '4999'],
	]);
});

const oddIds = ['ev:1', 'café-2', '5 five', '2026/4', 'a.b~c_d-3', 'ev%2B7', '%', '北京', 'x'.repeat(200)];

it('the ID of an event can be any string, because it is decoded once', async () => {
	const { call, issue } = await startWithOwnEvents(...oddIds.map((id) => ({ id })));
	const { access_token: token } = await issue('1002');
	for (const id of oddIds) {
		const event = await call<WireEvent>('GET', operationPath('getEvent', { id }));
		expect([event.status, event.body.id]).toEqual([200, id]);
		expect((await call('POST', operationPath('joinEvent', { id }), { token })).status).toBe(202);
		expect((await call('GET', operationPath('listParticipants', { id }))).body).toMatchObject({ total: 1 });
		for (const url of [event.body.alt, event.body.adapt_url, event.body.image])
			expect([url, (await fetch(url)).status]).toEqual([url, 200]);
	}
});

it('an invitation shows a private event only to users who are invited', async () => {
	const { call, issue } = await startTestSandbox();
	const [bob, alice, other] = await Promise.all(['1002', '1001', '1010'].map((id) => issue(id)));
	const created = await call<WireEventList>('GET', '/v2/event/user_created/1002?count=100', {
		token: bob?.access_token,
	});
	const hidden = created.body.events.find(({ is_priv }) => is_priv === 'yes');
	expect(hidden).toBeDefined();
	const read = (token: string | undefined) => call<WireEvent>('GET', `/v2/event/${hidden?.id}`, { token });
	expect((await read(alice?.access_token)).body.has_invited).toBe('yes');
	expect((await read(bob?.access_token)).body.has_invited).toBe('no');
	expect((await read(undefined)).status).toBe(400);
	expect((await read(other?.access_token)).status).toBe(400);
});

it('an application can register an http redirect URI only on this machine', async () => {
	const sandbox = await startTestSandbox();
	const register = (redirect_uri: string) =>
		sandbox.control('POST', '/apps', { redirect_uri }).then(({ status }) => status);
	expect(await register('http://shop.example/callback')).toBe(400);
	expect(await register('http://127.0.0.1:5000/callback')).toBe(201);
	expect(await register('https://shop.example/callback')).toBe(201);
});

describe('token states (Spec §3.1, §5)', () => {
	it('accepts a code once (118), and ends the tokens of a code that is used twice (103)', async () => {
		const sandbox = await startTestSandbox();
		const { token, call } = sandbox;
		const code = await sandbox.code();
		const first = await token({ grant_type: 'authorization_code', code });
		expect((await token({ grant_type: 'authorization_code', code })).body.code).toBe(118);
		const { body } = await call('GET', '/v2/loc/list', { token: first.body.access_token });
		expect(body.code).toBe(103);
	});

	it('rejects an expired code (118)', async () => {
		const sandbox = await startTestSandbox();
		const { token, advance } = sandbox;
		const code = await sandbox.code();
		await advance(601);
		expect((await token({ grant_type: 'authorization_code', code })).body.code).toBe(118);
	});

	it('issues tokens with the lifetimes of the level', async () => {
		const level = 'L2';
		const { control, issue, call, advance, token } = await startTestSandbox();
		await control('PATCH', '/apps/daybill-demo', { level });
		const tokens = await issue();
		const { accessTokenSeconds, refreshTokenSeconds } = levels[level];
		expect(tokens.expires_in).toBe(accessTokenSeconds);
		await advance(accessTokenSeconds - 5);
		expect((await call('GET', '/v2/loc/list', { token: tokens.access_token })).status).toBe(200);
		await advance(10);
		expect((await call('GET', '/v2/loc/list', { token: tokens.access_token })).body.code).toBe(106);
		await advance(refreshTokenSeconds - accessTokenSeconds);
		const { body } = await token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
		expect(body.code).toBe(119);
	});
});
