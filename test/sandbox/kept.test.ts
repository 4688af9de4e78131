/** What anybody with an account can make any number of, in the sandbox's database (docs/security.md). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openApplications } from '../../src/sandbox/applications.ts';
import { openClock } from '../../src/sandbox/clock.ts';
import { createFaults } from '../../src/sandbox/control/faults.ts';
import { openDatabase } from '../../src/sandbox/database.ts';
import { openEventStore } from '../../src/sandbox/events/event-store.ts';
import { createGroupCommit } from '../../src/sandbox/group-commit.ts';
import { createLimits } from '../../src/sandbox/limits.ts';
import { createFormTokens } from '../../src/sandbox/oauth/form-tokens.ts';
import { openSignIns } from '../../src/sandbox/oauth/sign-ins.ts';
import { createPictures } from '../../src/sandbox/pictures.ts';
import { newSecret } from '../../src/sandbox/secrets.ts';
import { seedIfEmpty } from '../../src/sandbox/seeding.ts';
import { openTokens } from '../../src/sandbox/tokens.ts';
import { openUsers } from '../../src/sandbox/users.ts';
import { demo, redirectUri } from './start-sandbox.ts';

const application = {
	clientId: demo.client_id,
	clientSecret: demo.client_secret,
	redirectUri,
	name: 'Daybill',
	level: 'L1',
	scopes: ['event_basic_r'],
	trialUsers: null,
	blocked: false,
	deleted: false,
} as const;

it('no more codes and tokens are kept than the bound, and the newest work', () => {
	const database = openDatabase(':memory:');
	let now = 0;
	const tokens = openTokens(database, { now: () => now }, { codes: 20, tokens: 30, inMemory: 10 });
	const countOf = (table: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
	let [code, accessToken] = ['', ''];
	for (let index = 0; index < 200; index++) {
		now += 1;
		code = tokens.issueCode(application, '1001', 'event_basic_r');
		accessToken = tokens.issue(application, '1001', 'event_basic_r').access_token;
	}
	expect(countOf('codes')).toBeLessThanOrEqual(22);
	expect(countOf('tokens')).toBeLessThanOrEqual(33);
	expect(tokens.check(accessToken)).toMatchObject({ userId: '1001' });
	expect(tokens.exchangeCode(application, code)).toMatchObject({ service_user_id: '1001' });
	database.close();
});

it('no more sign-ins are kept than the bound, and the newest person stays signed in', () => {
	const database = openDatabase(':memory:');
	const publicOrigin = () => 'http://127.0.0.1';
	const users = openUsers(database, publicOrigin, () => undefined);
	const alice = users.create({ uid: 'alice', name: 'Alice', password: 'secret' });
	let now = 0;
	const clock = { ...openClock(database), now: () => now };
	const signIns = openSignIns({ database, clock, users, publicOrigin }, 20);
	let id = '';
	const reply = {
		setCookie: vi.fn<FastifyReply['setCookie']>((_name, value) => {
			id = value;
			return {} as FastifyReply;
		}),
	};
	for (let index = 0; index < 200; index++) {
		now += 1;
		signIns.begin({ cookies: {} }, reply, alice);
	}
	const { n } = database.prepare('SELECT count(*) AS n FROM sign_ins').get() ?? {};
	expect(Number(n)).toBeLessThanOrEqual(22);
	expect(signIns.current({ cookies: { sandbox_sign_in: id } })).toMatchObject({ uid: 'alice' });
	database.close();
});

it('users and addresses that are counted are bounded, and an IPv6 /64 counts as one address', () => {
	const limits = createLimits({ now: () => 0 }, 2, 100);
	for (let index = 0; index < 5_000; index++) limits.countAnonymous(`2001:db8:0:${index.toString(16)}::1`);
	expect(limits.size()).toBe(100);
	limits.countAnonymous('2001:db8:1:1::1');
	limits.countAnonymous('2001:db8:1:1::2');
	expect(() => limits.countAnonymous('2001:db8:1:1:ffff::3')).toThrow(expect.objectContaining({ code: 112 }));
	limits.countAnonymous('2001:db8:1:2::1');
});

describe('of what was read from the database, the memory keeps what was used last, up to a bound:', () => {
	const publicOrigin = () => 'http://127.0.0.1';
	// Whoever changes the database behind its back sees what is read again, and what is not.
	const setUp = () => {
		const database = openDatabase(':memory:');
		onTestFinished(() => database.close());
		return database;
	};

	it('access tokens', () => {
		const database = setUp();
		const tokens = openTokens(database, { now: () => 0 }, { codes: 20, tokens: 30, inMemory: 10 });
		const issued = Array.from({ length: 20 }, () => tokens.issue(application, '1001', 'event_basic_r'));
		for (const { access_token } of issued) tokens.check(access_token);
		database.exec("UPDATE tokens SET ended = 'withdrawn'");
		expect(tokens.check(issued[10]?.access_token ?? '')).toMatchObject({ userId: '1001' });
		expect(() => tokens.check(issued[9]?.access_token ?? '')).toThrow(expect.objectContaining({ code: 103 }));
	});

	it('users', () => {
		const database = setUp();
		const users = openUsers(database, publicOrigin, () => undefined, 2);
		const ids = ['a', 'b', 'c'].map((uid) => users.create({ uid, name: uid, password: uid }).id);
		database.exec("UPDATE users SET name = 'changed'");
		expect(users.find(ids[1] ?? '').name).toBe('b');
		expect(users.find(ids[0] ?? '').name).toBe('changed');
	});

	it('applications', () => {
		const database = setUp();
		const applications = openApplications(database, 10);
		const ids = Array.from({ length: 20 }, (_, index) => `app-${index}`);
		for (const clientId of ids) applications.save({ ...application, clientId });
		for (const clientId of ids) applications.find(clientId);
		database.exec("UPDATE apps SET name = 'changed'");
		expect(applications.find('app-10').name).toBe('Daybill');
		expect(applications.find('app-9').name).toBe('changed');
	});

	it('events as JSON', () => {
		const database = setUp();
		const clock = openClock(database);
		seedIfEmpty(database, clock.wallClock(), 'small');
		const users = openUsers(database, publicOrigin, () => undefined);
		const commits = createGroupCommit(database);
		const events = openEventStore(database, commits, clock, users, publicOrigin, 10);
		const page = { start: 0, count: 20 };
		const ids = events.list({ locId: undefined, dayType: undefined, type: undefined }, page).items;
		for (const id of ids) events.publicJson(id);
		database.exec("UPDATE events SET title = 'changed'");
		expect(events.publicJson(ids[10] ?? '').toString()).not.toContain('changed');
		expect(events.publicJson(ids[9] ?? '').toString()).toContain('changed');
	});
});

it('faults that were asked for are bounded', () => {
	const faults = createFaults();
	for (let index = 0; index < 3_000; index++) faults.add({ path: `/${index}` });
	expect(faults.size).toBe(1_000);
	expect(faults.take('GET', '/2999')).toBeDefined();
});

it('form tokens that were used are remembered up to 10,000, the newest', () => {
	const tokens = createFormTokens({
		clock: { ...openClock(openDatabase(':memory:')), now: () => 0 },
		publicOrigin: () => 'http://127.0.0.1',
	});
	const request = { cookies: { sandbox_form: newSecret() } } as unknown as FastifyRequest;
	const use = (token: string) => tokens.use(request, token, 'alice');
	const issued = Array.from({ length: 10_001 }, () => tokens.issue(request, {} as FastifyReply));
	expect(issued.every(use)).toBe(true);
	expect([issued.at(-1), issued[1]].map((token) => use(token ?? ''))).toEqual([false, false]);
	// Forgotten, as each is that its own browser used 10,000 tokens ago.
	expect(use(issued[0] ?? '')).toBe(true);
});

it('pictures are kept up to a number of bytes, and drawn again after that', async () => {
	const size = (await createPictures().avatar('1')).byteLength;
	const pictures = createPictures(4 * size);
	const first = await pictures.avatar('1');
	expect(await pictures.avatar('1')).toBe(first);
	for (let id = 2; id <= 20; id++) await pictures.avatar(String(id));
	const last = await pictures.avatar('20');
	expect(await pictures.avatar('20')).toBe(last);
	const again = await pictures.avatar('1');
	expect(again).not.toBe(first);
	expect(again.equals(first)).toBe(true);
});
