import { describe, expect, it } from 'vitest';
import { rawRequest } from '../bff/raw-request.ts';
import { openPages } from './consent.ts';
import { authorizationQuery, demo, startTestSandbox } from './start-sandbox.ts';

const authorize = (more: Record<string, string> = {}) => `/service/auth2/auth?${authorizationQuery(more)}`;
const alice = { uid: 'alice', password: 'alice-daybill' };
type Pages = ReturnType<typeof openPages>;

const page = authorize();
const action = '/sandbox/sign-in';
const htmlOf = async (pages: Pages, path: string) => (await pages.get(path)).text();
const isSignedIn = async (pages: Pages) =>
	(await htmlOf(pages, '/sandbox/consents')).includes('You’re signed in as');

describe('the sign-in form (login CSRF)', () => {
	it('accepts a second click on its button, and sets its cookie with HttpOnly; SameSite=Lax', async () => {
		const pages = openPages((await startTestSandbox()).origin);
		const form = await htmlOf(pages, page);
		const both = await Promise.all([pages.submit(form, action, alice), pages.submit(form, action, alice)]);
		expect(both.map(({ status }) => status)).toEqual([303, 303]);
		const cookie = [expect.stringContaining('; HttpOnly; SameSite=Lax')];
		expect(both.map(({ headers }) => headers.getSetCookie())).toEqual([cookie, cookie]);
		expect(await isSignedIn(pages)).toBe(true);
	});

	it('is accepted only if the browser says that its own page sent it', async () => {
		const { origin } = await startTestSandbox();
		const from = async (headers: Record<string, string>) => {
			const pages = openPages(origin);
			const { status } = await pages.submit(await htmlOf(pages, page), action, alice, headers);
			expect(await isSignedIn(pages)).toBe(status === 303);
			return status;
		};
		expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(400);
		expect(await from({ 'sec-fetch-site': 'same-site', origin })).toBe(400);
		expect(await from({ origin: 'https://evil.example' })).toBe(400);
		expect(await from({ origin: 'http://127.0.0.1:1' })).toBe(400);
		expect(await from({ origin: 'null' })).toBe(400);
		expect(await from({ origin })).toBe(303);
		expect(await from({ 'sec-fetch-site': 'same-origin', origin })).toBe(303);
	});
});

it('signing in starts a new session, and ends the previous one', async () => {
	const { origin } = await startTestSandbox();
	const pages = openPages(origin);
	const form = await htmlOf(pages, '/sandbox/consents');
	const isSignedInWith = async (cookie: string) =>
		(await (await openPages(origin).get('/sandbox/consents', { cookie })).text()).includes('signed in as');
	await pages.submit(form, action, alice);
	const before = pages.cookieHeader();
	expect(await isSignedInWith(before)).toBe(true);
	// Submits the form of a second tab, which was loaded before the first sign-in.
	await pages.submit(form, action, { uid: 'bob', password: 'bob-daybill' });
	expect(pages.cookieHeader()).not.toBe(before);
	expect(await isSignedIn(pages)).toBe(true);
	expect(await isSignedInWith(before)).toBe(false);
});

it.each(['/sandbox/consent', '/sandbox/sign-out', '/sandbox/consents/withdraw'])(
	'%s rejects a form sent by another site (126)',
	async (action) => {
		const pages = openPages((await startTestSandbox()).origin);
		await pages.submit(await htmlOf(pages, authorize()), '/sandbox/sign-in', alice);
		const query = authorizationQuery({ response_type: 'code' });
		const fields = { query, client_id: demo.client_id, decision: 'allow' };
		const rejected = await pages.submit('', action, fields, { 'sec-fetch-site': 'cross-site' });
		expect([rejected.status, ((await rejected.json()) as { code: number }).code]).toEqual([400, 126]);
		expect((await pages.submit('', action, fields)).status).toBe(303);
	},
);

it('a request for a token is granted in the fragment (gap register, implicit-grant), after a click even if consent is remembered', async () => {
	const pages = openPages((await startTestSandbox()).origin);
	const request = authorize({ response_type: 'token', state: 'abc' });
	await pages.submit(await htmlOf(pages, request), action, alice);
	for (let click = 0; click < 2; click++) {
		const shown = await pages.get(request, { 'sec-fetch-site': 'cross-site' });
		expect([shown.status, shown.headers.get('location')]).toEqual([200, null]);
		const clicked = await pages.submit(await shown.text(), '/sandbox/consent', { decision: 'allow' });
		const { hash } = new URL(clicked.headers.get('location') ?? '');
		expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual({
			access_token: expect.any(String),
			expires_in: '604800',
			state: 'abc',
			service_user_id: '1001',
		});
	}
});

it('shows who is signed in before it continues, offers another account, and can sign out', async () => {
	const pages = openPages((await startTestSandbox()).origin);
	const consent = '/sandbox/consent';
	await pages.submit(await htmlOf(pages, page), action, alice);
	const asked = await htmlOf(pages, page);
	await pages.submit(asked, consent, { decision: 'allow' });
	const again = await pages.get(page);
	const shown = await again.text();
	expect([again.status, again.headers.get('location')]).toEqual([200, null]);
	expect(shown).toMatch(/You’re signed in as .*>Continue<.*Use another account/s);
	const chosen = await htmlOf(pages, `${page}&prompt=select_account`);
	const bob = await pages.submit(chosen, action, { uid: 'bob', password: 'bob-daybill' });
	expect(await htmlOf(pages, bob.headers.get('location') ?? '')).toContain('>Allow<');
	// Submits the form of another tab, which still names Alice.
	const late = await pages.submit(asked, consent, { decision: 'allow' });
	expect(await htmlOf(pages, late.headers.get('location') ?? '')).toMatch(/You’re signed in as .*Bob/);
	expect((await pages.get('/')).headers.get('location')).toBe('/sandbox/consents');
	await pages.submit(await htmlOf(pages, '/sandbox/consents'), '/sandbox/sign-out', {});
	expect(await isSignedIn(pages)).toBe(false);
});

describe('guessed passwords', () => {
	/** Tries a password. @returns the status and the code */
	const attempt = async (origin: string, uid: string, password: string, from = '127.0.0.1') => {
		const path = `${action}?${new URLSearchParams({ uid, password })}`;
		const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin' };
		const { status, body } = await rawRequest(Number(new URL(origin).port), path, headers, 'POST', from);
		return [status, /Code (\d{3})/.exec(body)?.[1]];
	};
	const rejected = [400, '120'];
	const accepted = [303, undefined];

	it('lock an account at their IP address for the rest of the hour after ten wrong ones, and the response stays 120', async () => {
		const { origin, advance } = await startTestSandbox();
		for (let index = 0; index < 9; index++)
			expect(await attempt(origin, 'alice', `${index}`)).toEqual(rejected);
		// A correct password resets the count.
		expect(await attempt(origin, 'alice', alice.password)).toEqual(accepted);
		for (let index = 0; index < 10; index++) await attempt(origin, 'alice', `${index}`);
		expect(await attempt(origin, 'alice', alice.password)).toEqual(rejected);
		expect(await attempt(origin, 'alice', alice.password, '127.0.0.2')).toEqual(accepted);
		expect(await attempt(origin, 'bob', 'bob-daybill')).toEqual(accepted);
		await advance(3_600);
		expect(await attempt(origin, 'alice', alice.password)).toEqual(accepted);
	});

	it('from many IP addresses lock an account everywhere after a hundred wrong ones', async () => {
		const { origin } = await startTestSandbox();
		for (let index = 0; index < 100; index++)
			await attempt(origin, 'alice', 'wrong', `127.0.1.${1 + (index % 10)}`);
		expect(await attempt(origin, 'alice', alice.password)).toEqual(rejected);
		expect(await attempt(origin, 'bob', 'bob-daybill')).toEqual(accepted);
	});

	it('from one IP address do not lock an account elsewhere, even if sent at once or after the limit', async () => {
		const { origin } = await startTestSandbox();
		const guesses = Array.from({ length: 110 }, () => attempt(origin, 'alice', 'wrong', '127.0.0.2'));
		expect(new Set((await Promise.all(guesses)).flat())).toEqual(new Set(rejected));
		expect(await attempt(origin, 'alice', alice.password)).toEqual(accepted);
		// Only the ten that were checked count against the other accounts at that address.
		expect(await attempt(origin, 'bob', 'bob-daybill', '127.0.0.2')).toEqual(accepted);
	});

	it('for many accounts from one IP address lock that address; a reset ends this, and all tokens', async () => {
		const { origin, control, issue, call } = await startTestSandbox();
		const { access_token: token } = await issue();
		for (let index = 0; index < 60; index++) await attempt(origin, `somebody${index}`, 'wrong');
		expect(await attempt(origin, 'alice', alice.password)).toEqual(rejected);
		await control('POST', '/reset');
		expect(await attempt(origin, 'alice', alice.password)).toEqual(accepted);
		expect((await call('GET', '/v2/loc/list', { token })).body.code).toBe(103);
	});
});

it('a user sees the granted consents and can withdraw one only on that page, which ends its tokens (103; gap register, withdrawal)', async () => {
	const sandbox = await startTestSandbox();
	const { body: tokens } = await sandbox.token({
		grant_type: 'authorization_code',
		code: await sandbox.code(),
	});
	const token = tokens.access_token;
	const { id } = await sandbox.someEvent();
	const wish = () => sandbox.call('POST', `/v2/event/${id}/wishers`, { token });

	const pages = openPages(sandbox.origin);
	const consents = '/sandbox/consents';
	const withdraw = `${consents}/withdraw`;
	await pages.submit(await htmlOf(pages, consents), action, alice);
	const shown = await htmlOf(pages, consents);
	expect(shown).toContain('Revoke access for Daybill');
	const foreign = await pages.submit(shown, withdraw, {}, { origin: 'https://evil.example' });
	expect(await foreign.json()).toMatchObject({ code: 126 });
	expect((await wish()).status).toBe(202);
	expect((await pages.submit(shown, withdraw, {})).status).toBe(303);
	expect((await wish()).body.code).toBe(103);
	expect(await htmlOf(pages, consents)).toContain('You haven’t allowed any applications');
});
