/** Limits on what anyone with an account can add to the sandbox's database or memory (docs/security.md). */
import { once } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
import fastify, { type FastifyReply } from 'fastify';
import { expect, it, vi } from 'vitest';
import { openClock } from '../../src/sandbox/clock.ts';
import { createFaults } from '../../src/sandbox/control/faults.ts';
import { openDatabase } from '../../src/sandbox/database.ts';
import { createDrawingPool } from '../../src/sandbox/image-routes.ts';
import type { Application } from '../../src/sandbox/oauth/applications.ts';
import { openSecrets } from '../../src/sandbox/oauth/secrets.ts';
import { openSignIns } from '../../src/sandbox/oauth/sign-ins.ts';
import { openTokens } from '../../src/sandbox/oauth/tokens.ts';
import { openUsers } from '../../src/sandbox/oauth/users.ts';
import { addErrorResponses } from '../../src/sandbox/requests/error-responses.ts';
import { createLimits } from '../../src/sandbox/requests/limits.ts';
import { ServiceError } from '../../src/sandbox/requests/service-error.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { openSocket, rawRequest } from '../bff/raw-request.ts';
import { openPages } from './consent.ts';
import { authorizationQuery, demo, startTestSandbox } from './start-sandbox.ts';

const application = { ...demo, level: 'L1', scopes: ['event_basic_r'] } as unknown as Application;

/** Fills a table with expired rows. @param row SQL values of a row, in which `n` is the row's number */
const fill = (database: DatabaseSync, table: string, columns: string, row: string, count: number) =>
	database.exec(
		`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
		 INSERT INTO ${table} (${columns}) SELECT ${row} FROM numbers`,
	);

it('limits the stored codes, tokens and sign-ins, of which the newest still work', () => {
	const database = openDatabase(':memory:');
	const most = { 'sign-in': 10_000, code: 10_000, access: 100_000, refresh: 100_000 };
	for (const [kind, count] of Object.entries(most)) {
		const columns = 'hash, kind, grant_id, client_id, user_id, scope, begins_at, ends_at';
		fill(database, 'secrets', columns, `'old ${kind} ' || n, '${kind}', '', '', '', '', 0, n`, count);
	}
	const clock = openClock(database);
	const secrets = openSecrets(database, clock);
	const tokens = openTokens(database, clock, secrets);
	const users = openUsers(database, () => '', secrets);
	const alice = users.create({ uid: 'alice', name: 'Alice', password: 'secret' });
	const signIns = openSignIns(clock, secrets, users);
	const setCookie = vi.fn<FastifyReply['setCookie']>();
	let [code, accessToken] = ['', ''];
	for (let index = 0; index < 5; index++) {
		code = tokens.issueCode(application, '1001', 'event_basic_r');
		accessToken = tokens.issue(application, '1001', 'event_basic_r').access_token;
		signIns.begin({ cookies: {} }, { setCookie }, alice);
		const counts = database.prepare('SELECT kind, count(*) AS n FROM secrets GROUP BY kind').all();
		expect(Object.fromEntries(counts.map(({ kind, n }) => [kind, n]))).toEqual(most);
	}
	expect(tokens.check(accessToken)).toMatchObject({ userId: '1001' });
	expect(tokens.exchangeCode(application, code)).toMatchObject({ service_user_id: '1001' });
	const cookies = { sandbox_sign_in: setCookie.mock.lastCall?.[1] };
	expect(signIns.current({ cookies })).toMatchObject({ uid: 'alice' });
	database.close();
});

it('one address can’t push out everyone’s sign-ins by signing in and consenting endlessly', async () => {
	const { origin } = await startTestSandbox({ trustProxy: ['127.0.0.1'] });
	const alice = { uid: 'alice', password: 'alice-daybill' };
	const from = async (address: string, times: number) => {
		const pages = openPages(origin);
		const post = async (path: string, fields: Record<string, string>) =>
			(await pages.submit('', path, fields, { 'x-forwarded-for': address })).status;
		const query = authorizationQuery({ response_type: 'token' });
		const statuses = new Set<number>();
		for (let index = 0; index < times; index++) {
			statuses.add(await post('/sandbox/sign-in', alice));
			statuses.add(await post('/sandbox/consent', { query, user_id: '1001', decision: 'allow' }));
		}
		return [...statuses];
	};
	expect(await from('2001:db8:1:1::1', 60)).toEqual([303]);
	expect(await from('2001:db8:1:2::1', 1)).toEqual([400]);
	expect(await from('192.0.2.1', 1)).toEqual([303]);
});

it('counts a limited number of addresses, and an IPv6 /64 as one', () => {
	const limits = createLimits({ now: () => 0 }, 2);
	const isLimited = () => expect(() => limits.countAnonymous('2001:db8:1:1:ffff::3')).toThrow(ServiceError);
	limits.countAnonymous('2001:db8:1:1::1');
	limits.countAnonymous('2001:db8:1:1::2');
	isLimited();
	for (let index = 0; index < 50_000; index++) limits.countAnonymous(`2001:db8:2:${index.toString(16)}::1`);
	// The oldest count was dropped, so the call is allowed.
	limits.countAnonymous('2001:db8:1:1::1');
	limits.countAnonymous('2001:db8:1:1::1');
	isLimited();
});

it('a call that one limit rejects does not count in the other, which people at the same address share', () => {
	const limits = createLimits({ now: () => 0 }, undefined);
	const call = (userId: string) => {
		const caller = { userId, clientId: 'app', level: 'L1', scope: 'event_basic_r', ip: '192.0.2.1' } as const;
		const { error, headers } = limits.count(caller);
		return [error?.code, ...headers.map(([, value]) => value)];
	};
	for (let index = 0; index < 500; index++) call('alice');
	for (let index = 0; index < 5_000; index++)
		expect(call('alice')).toEqual([111, '500', '0', '5000', '4500']);
	expect(call('bob')).toEqual([undefined, '500', '499', '5000', '4499']);
});

it('runs the requests of a visitor one after another, so that they delay no one else', async () => {
	const { origin, control } = await startTestSandbox({ trustProxy: ['127.0.0.1'] });
	const path = '/v2/loc/list';
	const request = (address: string, signal: AbortSignal | null = null) =>
		fetch(`${origin}${path}`, { headers: { 'x-forwarded-for': address }, signal });
	await control('POST', '/faults', { path, times: 1, delay_ms: 60_000 });
	const leaving = new AbortController();
	const first = request('192.0.2.1', leaving.signal);
	first.catch(() => undefined);
	await expect.poll(async () => (await control('GET', '/state')).body.faults).toBe(0);
	let isServed = false;
	const second = request('192.0.2.1').then(({ status }) => {
		isServed = true;
		return status;
	});
	expect((await request('192.0.2.2')).status).toBe(200);
	expect((await fetch(`${origin}${path}`)).status).toBe(200);
	expect(isServed).toBe(false);
	leaving.abort();
	expect(await second).toBe(200);
});

it('lets a request whose body does not arrive delay no other at its address', async () => {
	const { origin } = await startTestSandbox({ trustProxy: ['127.0.0.1'] });
	const headers = { 'x-forwarded-for': '192.0.2.1' };
	const socket = openSocket(Number(new URL(origin).port));
	const head = [
		'POST /sandbox/sign-in HTTP/1.1',
		'host: localhost',
		'x-forwarded-for: 192.0.2.1',
		'content-type: application/x-www-form-urlencoded',
		'content-length: 9',
	];
	socket.write(`${head.join('\r\n')}\r\n\r\nuid=`);
	// The answer to the second request shows that the sandbox has read the first.
	await rawRequest(Number(new URL(origin).port), '/v2/loc/list', { host: 'localhost' });
	expect((await fetch(`${origin}/sandbox/consents`, { headers })).status).toBe(200);
	socket.write('alice');
	const [answer] = await once(socket, 'data');
	expect(String(answer)).toContain('required_parameter_is_missing: password');
});

it('renders two images at a time, and once 100 wait, responds to the next with 503 and 999', async () => {
	const pool = createDrawingPool();
	const { promise: finish, resolve } = Promise.withResolvers<void>();
	let [running, most] = [0, 0];
	const render = async () => {
		running += 1;
		most = Math.max(most, running);
		await finish;
		running -= 1;
		return Buffer.from('image');
	};
	const app = fastify();
	addErrorResponses(app, { faults: createFaults(), requireHttps: false } as Sandbox);
	app.get('/image', () => pool.execute(render));
	const images = Array.from({ length: 102 }, () => pool.execute(render));
	const rejected = await app.inject('/image');
	expect(rejected.statusCode).toBe(503);
	expect(rejected.json()).toMatchObject({ code: 999, request: 'GET /image' });
	resolve();
	await Promise.all(images);
	expect(most).toBe(2);
	expect((await app.inject('/image')).payload).toBe('image');
});

it('renders images only for events and users that exist', async () => {
	const { call, someEvent } = await startTestSandbox();
	const { id } = await someEvent();
	const statuses = async (...paths: string[]) =>
		Promise.all(paths.map(async (path) => (await call('GET', `/images/${path}.webp`)).status));
	expect(await statuses(`posters/medium/music-${id}`, 'avatars/1001')).toEqual([200, 200]);
	expect(await statuses('posters/medium/music-nothing', 'avatars/nobody')).toEqual([400, 400]);
});
