import type { ServerResponse } from 'node:http';
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../src/servers/settings.ts';
import { outcomeOf } from '../browser.ts';
import {
	answer,
	fakeEvent,
	handleFirst,
	listOf,
	respondTo,
	sendError,
	sendJson,
	startFakeService,
} from '../fake-service.ts';
import { signInWithCode } from '../sign-in.ts';
import { startTestBff } from '../start-bff.ts';
import { startSignedIn, startSite } from '../start-site.ts';

const join = '/api/events/10/participants';

/** A site whose service sends this body as its token response. */
async function startWithTokens(body: object) {
	const site = await startSite();
	site.service.handler = answer('/service/auth2/token', body);
	return site;
}

/** Ids that are the same number in JavaScript. */
const [one, other] = ['9007199254740993', '9007199254740992'] as const;

/** Sends a value as JSON, with these ids as numbers. */
function sendWithNumbers(response: ServerResponse, value: unknown): void {
	response.writeHead(200, { 'content-type': 'application/json' });
	response.end(JSON.stringify(value).replaceAll(/"(900719925474099\d)"/g, ' $1'));
}

it('identifiers above 2^53, sent as numbers, keep their digits: two people or events never become one', async () => {
	const { service, bff } = await startSite();
	const userIds = [one, other];
	service.handler = ({ method, url }, response) => {
		const token = { access_token: 'access-1', expires_in: 600, service_user_id: userIds.pop() };
		service.valid.add('access-1');
		if (url.startsWith('/service/auth2/token')) sendWithNumbers(response, token);
		else if (/^\/v2\/event\/(list|user_)/.test(url))
			sendWithNumbers(response, listOf({ ...fakeEvent, id: one }, { ...fakeEvent, id: other }));
		else return method === 'GET' ? sendJson(response, 200, { ...fakeEvent, id: one }) : undefined;
		return true;
	};
	const sessions = [await (await bff.member()).session(), await (await bff.member()).session()];
	expect(sessions.map((session) => session.service_user_id)).toEqual([other, one]);
	expect(new Set(sessions.map(({ epoch }) => epoch)).size).toBe(2);
	const list = await bff.browser().json<{ items: { id: string }[] }>('/api/cities/108288/events');
	expect(list.items.map(({ id }) => id)).toEqual([one, other]);
});

describe('token responses (Spec §2.5)', () => {
	it('sign the user in without a user ID, and then no list counts as their own', async () => {
		const tokens = { access_token: 'access-1', refresh_token: 'refresh-1', expires_in: 604_800 };
		const { service, browser } = await startWithTokens(tokens);
		expect((await signInWithCode(browser)).status).toBe(200);
		expect(await browser.session()).toMatchObject({ signed_in: true, service_user_id: '' });
		await browser.get('/api/cities/108288/events');
		expect(service.calls.at(-1)?.headers.authorization).toBeUndefined();
		expect((await browser.post('/auth/calendar')).status).toBe(404);
	});

	it.each([
		['without an access token', {}],
		['of more than 64 KB', { access_token: 'access-1', more: 'x'.repeat(70_000) }],
	])('cause a 502 %s, and sign no one in', async (_what, body) => {
		const tokens = { refresh_token: 'refresh-1', expires_in: 604_800, service_user_id: '42', ...body };
		const { bff, browser } = await startWithTokens(tokens);
		const response = await signInWithCode(browser);
		expect(await outcomeOf(response)).toEqual([502, 'service_invalid_response']);
		expect(await browser.session()).toEqual({ signed_in: false });
		expect(bff.log.join()).not.toContain('refresh-1');
	});
});

it('a write counts as saved with status 202, whatever the body, and otherwise only if the person’s lists show it', async () => {
	const { service, browser } = await startSignedIn();
	for (const [id, status, body, expected] of [
		['10', 202, '<p>done</p>', 202],
		['11', 202, '', 202],
		['12', 200, '<p>Back soon</p>', 504],
		['13', 204, '', 504],
	] as const) {
		service.handler = (call, response) => {
			if (call.method !== 'POST') return;
			response.writeHead(status, { 'content-type': 'text/html' }).end(body);
			return true;
		};
		expect((await browser.post(`/api/events/${id}/participants`)).status).toBe(expected);
	}
});

it('no write or refresh is lost on a connection that the service closes as soon as it is idle', async () => {
	const { service, browser } = await startSignedIn();
	const used = new WeakSet();
	handleFirst(service, ({ method }, response) => {
		const { socket } = response;
		const isLost = method !== 'GET' && socket !== null && used.has(socket);
		if (socket !== null) used.add(socket);
		return isLost ? response.destroy() && true : undefined;
	});
	service.calls.length = 0;
	for (let times = 0; times < 3; times++) {
		await browser.get('/api/users/42/participated');
		service.valid.clear();
		expect((await browser.post(join)).status).toBe(202);
	}
	expect(service.tokenCalls('refresh_token')).toHaveLength(3);
});

describe('a response that is compressed although Daybill does not ask for it', () => {
	const serve = async (encoding: string, bytes: Buffer) => {
		const { service, browser } = await startSite();
		const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
		service.handler = respondTo('/v2/event/10', (response) => response.writeHead(200, headers).end(bytes));
		const response = await browser.get('/api/events/10');
		return { service, status: response.status, body: await response.json() };
	};
	const event = Buffer.from(JSON.stringify(fakeEvent));

	it.each([
		['X-GZIP', gzipSync(event)],
		['deflate', deflateSync(event)],
		['', event],
		['UTF-8', event],
	])('is read: %s', async (encoding, bytes) => {
		const { service, status, body } = await serve(encoding, bytes);
		expect([status, body]).toEqual([200, expect.objectContaining({ title: fakeEvent.title })]);
		expect(service.calls.map(({ headers }) => headers['accept-encoding'])).toEqual(['identity']);
	});

	it.each([
		['zstd', zstdCompressSync(event), 'service_invalid_response'],
		['gzip', gzipSync(event).subarray(0, -9), 'service_invalid_response'],
		['gzip', gzipSync(Buffer.alloc(9 * 1024 * 1024)), 'service_response_too_large'],
	])('causes an error if it cannot be read: %s', async (encoding, bytes, reason) => {
		expect(await serve(encoding, bytes)).toMatchObject({ status: 502, body: { reason } });
	});
});

it('Retry-After from the service is passed on in seconds, up to a day', async () => {
	const { service, browser } = await startSite();
	for (const [id, [sent, passed]] of [
		['17', '17'],
		[new Date(Date.now() + 3_600_000).toUTCString(), expect.stringMatching(/^3\d{3}$/)],
		['99999999999999999999', null],
		['a while', null],
	].entries()) {
		const headers = { 'Retry-After': sent, 'X-RateLimit-Limit2': '9'.repeat(20) };
		service.handler = respondTo(`/v2/event/${id}`, (response) =>
			sendJson(response, 400, { code: 111, msg: 'too_fast', request: '' }, headers),
		);
		const response = await browser.get(`/api/events/${id}`);
		expect([sent, response.headers.get('retry-after')]).toEqual([sent, passed]);
	}
});

it('lists are requested from the position that the service counts (gap register, paging)', async () => {
	const { service, browser } = await startSite({ eventsPageStart: 1 });
	service.handler = answer('/v2/event/list', { ...listOf(fakeEvent), start: 11 });
	const list = await browser.json('/api/cities/1/events?start=10&count=20');
	expect(service.calls.map(({ url }) => url)).toEqual(['/v2/event/list?loc=1&type=all&start=11&count=20']);
	expect(list).toMatchObject({ start: 10 });
});

it('a call without a token that is redirected to a login page needs one', async () => {
	const { service, bff, browser } = await startSignedIn();
	service.handler = (call, response) => {
		if (call.headers.authorization !== undefined) return;
		response.writeHead(302, { location: '/account/login' }).end('<h1>Log in</h1>');
		return true;
	};
	const stranger = await bff.browser().get('/api/events/10');
	expect([stranger.status, await stranger.json()]).toMatchObject([400, { code: 102 }]);
	expect((await browser.get('/api/events/10')).status).toBe(200);
});

it('a service under a path is called under that path, with or without a trailing slash in the setting', async () => {
	for (const slash of ['', '//']) {
		const service = await startFakeService();
		service.handler = (call, response) => {
			if (call.url === '/auth/service/auth2/token') {
				service.valid.add('access-1');
				return sendJson(response, 200, { access_token: 'access-1', expires_in: 60, service_user_id: '42' });
			}
			return call.url === '/data/api/v2/event/10' ? sendJson(response, 200, { id: '10' }) : undefined;
		};
		const { bff } = readSettings({
			EVENTS_BASE_URL: `${service.origin}/data/api${slash}`,
			EVENTS_AUTH_URL: `${service.origin}/auth${slash}`,
			OAUTH_CLIENT_ID: 'key',
			OAUTH_CLIENT_SECRET: 'secret',
		});
		const { eventsBaseUrl, eventsAuthUrl } = bff;
		const browser = (await startTestBff(service.origin, { eventsBaseUrl, eventsAuthUrl })).browser();
		expect((await signInWithCode(browser)).status).toBe(200);
		expect((await browser.get('/api/events/10')).status).toBe(200);
	}
});

const participants = '/api/events/10/participants';

it('a list is never requested with a count above 100', async () => {
	const { service, browser } = await startSite();
	for (const count of ['100000', '101', '100', '7']) await browser.get(`${participants}?count=${count}`);
	const lists = service.calls.map(({ url }) => new URL(url, service.origin)).filter(({ search }) => search);
	const counts = lists.map(({ searchParams }) => searchParams.get('count'));
	expect(new Set(counts)).toEqual(new Set(['100', '7']));
});

it('a visitor’s count that the service rejects doesn’t shorten or end lists for others', async () => {
	const { service, browser } = await startSite();
	const counts: (string | null)[] = [];
	service.handler = (call, response) => {
		const { pathname, searchParams } = new URL(call.url, service.origin);
		if (pathname !== '/v2/event/list') return undefined;
		counts.push(searchParams.get('count'));
		const isLawful = searchParams.get('count') !== '0';
		return isLawful ? sendJson(response, 200, listOf(fakeEvent)) : sendError(response, call, 113, 'count');
	};
	await browser.get('/api/cities/1/events?count=0');
	await browser.get('/api/cities/1/events?day_type=week&count=100');
	expect(counts).toEqual(['0', '20', '100']);
});

it.each([
	[50, 999, 20],
	[10, 113, 10],
])(
	'lists have pages of up to %i elements at a service that rejects longer ones with %i',
	async (max, code, longest) => {
		const { service, browser } = await startSite();
		const counts: number[] = [];
		service.handler = (call, response) => {
			const { pathname, searchParams } = new URL(call.url, service.origin);
			if (pathname !== '/v2/event/list') return undefined;
			counts.push(Number(searchParams.get('count')));
			const isLawful = searchParams.has('count') && Number(searchParams.get('count')) <= max;
			return isLawful ? sendJson(response, 200, listOf(fakeEvent)) : sendError(response, call, code);
		};
		const list = (dayType: string) => browser.get(`/api/cities/1/events?day_type=${dayType}&count=100`);
		expect((await list('week')).status).toBe(200);
		expect((await list('future')).status).toBe(200);
		expect(counts.at(-1)).toBe(longest);
	},
);

it.each([400, 409, 422])('an unknown id may be rejected with status %i and any code', async (status) => {
	const { service, browser } = await startSite();
	service.handler = respondTo('/v2/event/', (response) =>
		sendJson(response, status, { code: 1001, msg: 'no_such_thing', request: '' }),
	);
	expect((await browser.get('/events/77')).status).toBe(404);
});
