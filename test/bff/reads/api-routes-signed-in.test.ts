import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { cutHeader } from '../../../src/contract/bff-api/cut.ts';
import { directHeader } from '../../../src/contract/bff-api/developers.ts';
import type { Browser } from '../browser.ts';
import {
	anybodysEvent,
	type FakeCall,
	type FakeService,
	fakeEvent,
	privateEvent,
	sendError,
	sendJson,
	startFakeService,
} from '../fake-service.ts';
import { signInWithCode } from '../sign-in.ts';
import { startTestBff } from '../start-bff.ts';

const list = '/v2/event/list?loc=108288';
const event = '/v2/event/10';
const allCut = 'content, album, adapt_url, alt';
const json = 'application/json; charset=utf-8';

/** A BFF in front of a fake service, with a visitor and a signed-in person, the service's user 42. */
async function start() {
	const service = await startFakeService();
	const bff = await startTestBff(service.origin);
	const [visitor, member] = [bff.browser(), bff.browser()];
	await signInWithCode(member);
	service.calls.length = 0;
	return { service, bff, visitor, member };
}

const sent = (calls: readonly FakeCall[]) =>
	calls.map(({ method, url, headers }) => [method, url, headers.authorization ?? 'no token']);

const cacheStatus = async (browser: Browser, path: string) =>
	(await browser.get(`/api${path}`)).headers.get('cache-status');

const metricsOf = async (browser: Browser) => (await (await browser.get('/metrics')).text()).split('\n');

const direct = (browser: Browser, path: string, mode: string, method = 'GET') =>
	browser.fetch(`/api${path}`, { method, headers: { [directHeader]: mode } });

/** Value of the content-encoding header, as it is sent. */
async function contentEncoding(port: number, path: string, accepted: string): Promise<string | undefined> {
	const received = Promise.withResolvers<string | undefined>();
	request(
		{ host: '127.0.0.1', port, path, headers: { 'X-CSRF': '1', 'Accept-Encoding': accepted } },
		(response) => {
			response.resume();
			response.on('end', () => received.resolve(response.headers['content-encoding']));
		},
	)
		.on('error', received.reject)
		.end();
	return received.promise;
}

describe('a shared response', () => {
	it('says that it is shared, what the cache did, and on what it depends', async () => {
		const { visitor } = await start();
		const first = await visitor.get(`/api${list}`);
		expect(first.headers.get('cache-control')).toBe('private, no-cache');
		expect(first.headers.get('cache-status')).toBe('daybill; fwd=uri-miss; stored');
		expect(first.headers.get('vary')).toBe('accept-encoding');
		expect(first.headers.get('content-type')).toBe(json);
		expect(first.headers.get('content-encoding')).toBeNull();
		expect(first.headers.get(cutHeader)).toBe(allCut);
		expect(await cacheStatus(visitor, list)).toBe('daybill; hit');
	});

	it('is not marked as cut when it is no list of events', async () => {
		const { visitor } = await start();
		for (const path of [event, '/v2/loc/list', '/v2/event/10/wishers'])
			expect((await visitor.get(`/api${path}`)).headers.get(cutHeader)).toBeNull();
	});

	it('is compressed as the client accepts it', async () => {
		const { service, bff } = await start();
		service.handler = (_call, response) =>
			sendJson(response, 200, { ...fakeEvent, content: 'x'.repeat(3_000) });
		expect(await contentEncoding(bff.port, `/api${event}`, 'br')).toBe('br');
		expect(await contentEncoding(bff.port, `/api${event}`, 'gzip')).toBe('gzip');
		expect(await contentEncoding(bff.port, `/api${event}`, 'identity')).toBeUndefined();
	});

	it('is counted in the metrics by operation and result', async () => {
		const { visitor } = await start();
		await visitor.get(`/api${list}`);
		await visitor.get(`/api${list}`);
		expect(await metricsOf(visitor)).toEqual(
			expect.arrayContaining([
				'daybill_cache_results_total{operation="listEvents",result="fwd=uri-miss; stored"} 1',
				'daybill_cache_results_total{operation="listEvents",result="hit"} 1',
			]),
		);
	});

	it('has no limit headers, and the budget stays unknown, when no call had a token', async () => {
		const { visitor } = await start();
		await visitor.get(`/api${list}`);
		expect((await metricsOf(visitor)).filter((line) => /^daybill_budget_remaining /.test(line))).toEqual([]);
	});

	it('is for signed-in people too, however often they read it', async () => {
		const { service, visitor, member } = await start();
		await visitor.get(`/api${list}`);
		for (let read = 0; read < 2; read++) expect(await cacheStatus(member, list)).toBe('daybill; hit');
		expect(sent(service.calls)).toEqual([['GET', list, 'no token']]);
	});

	it('is also for a person whom the service gave no user id', async () => {
		const service = await startFakeService();
		service.handler = (call, response) => {
			if (!call.url.includes('/auth2/token')) return false;
			service.valid.add('access-x');
			return sendJson(response, 200, { access_token: 'access-x', refresh_token: 'r', expires_in: 604_800 });
		};
		const member = (await startTestBff(service.origin)).browser();
		await signInWithCode(member);
		service.calls.length = 0;
		expect(await cacheStatus(member, list)).toBe('daybill; fwd=uri-miss; stored');
		expect(sent(service.calls)).toEqual([['GET', list, 'no token']]);
	});
});

describe('an event read while signed in', () => {
	const personal = { has_invited: 'yes', can_invite: 'yes', status: '要参加' };

	it('is the shared copy when it is public, without what the service said of the stranger', async () => {
		const { service, visitor, member } = await start();
		service.handler = (call, response) =>
			call.url === event && sendJson(response, 200, { ...fakeEvent, ...personal });
		await visitor.get(`/api${event}`);
		const response = await member.get(`/api${event}`);
		expect(response.headers.get('cache-status')).toBe('daybill; hit');
		expect(response.headers.get('cache-control')).toBe('private, no-store');
		const body = (await response.json()) as object;
		expect(Object.keys(body).toSorted()).toEqual(Object.keys(anybodysEvent).toSorted());
		expect(await (await visitor.get(`/api${event}`)).json()).toEqual(body);
		expect(sent(service.calls)).toEqual([['GET', event, 'no token']]);
	});

	it.each(['yes', 'perhaps'])('is read with the token when is_priv is %s', async (is_priv) => {
		const { service, member } = await start();
		service.handler = (call, response) =>
			call.url === event &&
			sendJson(response, 200, { ...fakeEvent, is_priv, ...(call.headers.authorization && personal) });
		expect(await (await member.get(`/api${event}`)).json()).toMatchObject(personal);
	});

	it('is read with the token once after the person has changed it', async () => {
		const { service, member } = await start();
		await member.post(`/api${event}/wishers`);
		service.calls.length = 0;
		for (let read = 0; read < 3; read++) expect((await member.get(`/api${event}`)).status).toBe(200);
		expect(sent(service.calls)).toEqual([
			['GET', event, 'Bearer access-1'],
			['GET', event, 'no token'],
		]);
	});
});

describe("a person's own list", () => {
	const own = '/v2/event/user_wished/42?start=0&count=100';
	const isList = ({ url }: FakeCall) => url.startsWith('/v2/event/user_');

	it('is kept for the same person in another browser, and for nobody else', async () => {
		const { service, bff, visitor, member } = await start();
		await member.get(`/api${own}`);
		const other = bff.browser();
		await signInWithCode(other);
		service.calls.length = 0;
		const response = await other.get(`/api${own}`);
		expect(response.headers.get('cache-status')).toBe('daybill; hit');
		expect(response.headers.get('cache-control')).toBe('private, no-store');
		expect(response.headers.get(cutHeader)).toBe(allCut);
		await visitor.get(`/api${own}`);
		expect(sent(service.calls)).toEqual([['GET', own, 'no token']]);
	});

	it('is fetched again when the browser asks for that', async () => {
		const { service, member } = await start();
		for (let read = 0; read < 3; read++)
			await member.fetch(`/api${own}`, { headers: { 'Cache-Control': 'no-cache' } });
		expect(service.calls.filter(isList)).toHaveLength(3);
		await member.get(`/api${own}`);
		expect(service.calls.filter(isList)).toHaveLength(3);
	});

	it('is fetched each time when it has an event that is not public', async () => {
		const { service, member } = await start();
		service.handler = (call, response) =>
			isList(call) && sendJson(response, 200, { count: 1, start: 0, total: 1, events: [privateEvent] });
		for (let read = 0; read < 2; read++) await member.get(`/api${own}`);
		expect(service.calls.filter(isList)).toHaveLength(2);
	});

	it('is fetched again after a write whose response was lost', async () => {
		const { service, member } = await start();
		await member.get(`/api${own}`);
		service.handler = (call, response) => {
			if (call.method === 'GET') return false;
			response.destroy();
			return true;
		};
		expect((await member.post(`/api${event}/wishers`)).status).toBeGreaterThan(499);
		await member.get(`/api${own}`);
		expect(service.calls.filter(isList)).toHaveLength(2);
	});

	it('is not sent any more when the session is over', async () => {
		const { service, member } = await start();
		await member.get(`/api${own}`);
		service.handler = (call, response) => isList(call) && sendError(response, call, 123);
		const response = await member.fetch(`/api${own}`, { headers: { 'Cache-Control': 'no-cache' } });
		expect([response.status, await response.json()]).toEqual([
			401,
			expect.objectContaining({ reason: 'password_changed' }),
		]);
	});
});

describe('a private response', () => {
	it('may be stored by nobody, and has passed no cache', async () => {
		const { service, member } = await start();
		service.handler = (call, response) => call.url === event && sendJson(response, 200, privateEvent);
		const response = await member.get(`/api${event}`);
		expect(response.status).toBe(200);
		expect(response.headers.get('cache-control')).toBe('private, no-store');
		expect(response.headers.get('content-type')).toBe(json);
		expect(response.headers.get('cache-status')).toBeNull();
		expect(response.headers.get('retry-after')).toBeNull();
		expect(response.headers.get(cutHeader)).toBeNull();
		expect(await response.json()).toMatchObject({
			id: '10',
			content: 'text',
			adapt_url: fakeEvent.adapt_url,
		});
	});

	it("is the person's own list without the texts of its events, marked by a header", async () => {
		const { member } = await start();
		const response = await member.get('/api/v2/event/user_wished/42');
		expect(response.headers.get(cutHeader)).toBe(allCut);
		const { events } = (await response.json()) as { events: Record<string, unknown>[] };
		expect(events[0]).toMatchObject({ id: '10' });
		expect(events[0]).not.toHaveProperty('content');
	});

	it('has the limit headers and the wait that the service sent', async () => {
		const { service, member } = await start();
		service.handler = (_call, response) =>
			sendJson(
				response,
				400,
				{ code: 111, msg: 'user_has_too_many_requests', request: 'GET x' },
				{
					'X-Ratelimit-Limit': '500',
					'X-RateLimit-Remaining': '0',
					'Retry-After': '77',
				},
			);
		const response = await member.get(`/api${event}`);
		expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 111 })]);
		expect(response.headers.get('retry-after')).toBe('77');
		expect(response.headers.get('x-ratelimit-limit')).toBe('500');
		expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
	});

	it('is an empty object when the service sent no body', async () => {
		const { service, member } = await start();
		service.handler = (_call, response) => {
			response.writeHead(200).end();
			return true;
		};
		expect(await (await member.get(`/api${event}`)).text()).toBe('{}');
	});
});

describe('an operation that the service rejects without a token (102)', () => {
	const closedList = (service: FakeService) => {
		service.handler = (call, response) =>
			call.url.startsWith('/v2/event/list') && call.headers.authorization === undefined
				? sendError(response, call, 102)
				: undefined;
	};

	it('is called with the token at once after two rejections, and no other operation is', async () => {
		const { service, visitor, member } = await start();
		closedList(service);
		// What is proved is kept for a moment: other strangers cost no call.
		for (const result of ['fwd=uri-miss', 'fwd=uri-miss; stored', 'hit', 'hit']) {
			const rejected = await visitor.get(`/api${list}`);
			expect([rejected.status, await rejected.json()]).toEqual([400, expect.objectContaining({ code: 102 })]);
			expect(rejected.headers.get('cache-status')).toBe(`daybill; ${result}`);
		}
		expect(service.calls.filter(({ url }) => url === list)).toHaveLength(2);
		service.calls.length = 0;
		const own = await member.get(`/api${list}`);
		expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
		await member.get('/api/v2/loc/list');
		expect(sent(service.calls)).toEqual([
			['GET', list, 'Bearer access-1'],
			['GET', '/v2/loc/list', 'no token'],
		]);
		expect((await visitor.get(`/api${list}`)).status).toBe(400);
	});

	it('is shared again after one odd rejection, and ten minutes after the last one of a service that was changed', async () => {
		let now = Date.parse('2026-11-21T00:00:00Z');
		const service = await startFakeService();
		const bff = await startTestBff(service.origin, { clock: () => now });
		const [visitor, member] = [bff.browser(), bff.browser()];
		await signInWithCode(member);
		const odd = async (times: number) => {
			closedList(service);
			for (let read = 0; read < times; read++) await visitor.get(`/api${list}`);
			service.handler = () => undefined;
			service.calls.length = 0;
		};
		await odd(1);
		await member.get(`/api${list}`);
		expect(sent(service.calls)).toEqual([['GET', list, 'no token']]);
		now += 3_600_000;
		await odd(2);
		await member.get(`/api${list}`);
		expect(sent(service.calls)).toEqual([['GET', list, 'Bearer access-1']]);
		now += 600_000;
		service.calls.length = 0;
		await member.get(`/api${list}`);
		expect(sent(service.calls)).toEqual([['GET', list, 'no token']]);
	});

	it('is repeated with the token of the person who finds out', async () => {
		const { service, member } = await start();
		service.handler = (call, response) =>
			call.headers.authorization === undefined ? sendError(response, call, 102) : undefined;
		const response = await member.get(`/api${list}`);
		expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
		expect(sent(service.calls)).toEqual([
			['GET', list, 'no token'],
			['GET', list, 'Bearer access-1'],
		]);
	});

	it('does not repeat the call for a browser whose session is over', async () => {
		const { service, visitor } = await start();
		service.handler = (call, response) => sendError(response, call, 102);
		visitor.cookies.set('daybill', 'made-up');
		expect((await visitor.get(`/api${list}`)).status).toBe(400);
		expect(sent(service.calls)).toEqual([['GET', list, 'no token']]);
	});
});

describe('what the service shows to some people only', () => {
	const closedTo = (service: FakeService, path: string, respond: FakeService['handler']) => {
		service.handler = (call, response) =>
			call.url.startsWith(path) && call.headers.authorization === undefined
				? respond(call, response)
				: undefined;
	};
	const redirect: FakeService['handler'] = (_call, response) => {
		response.writeHead(302, { location: '/account/login?next=/v2' }).end('<h1>Log in</h1>');
		return true;
	};
	it.each<[string, string, FakeService['handler']]>([
		[
			'the people of a private event are 107 to strangers',
			'/v2/event/10/participants',
			(call, response) => sendError(response, call, 107),
		],
		[
			'the people of a private event are 404 to strangers',
			'/v2/event/10/wishers',
			(_call, response) => sendJson(response, 404, {}),
		],
		[
			'a list is 121 to strangers',
			'/v2/event/user_wished/7',
			(call, response) => sendError(response, call, 121),
		],
		[
			'a list is 403 with a code of its own',
			'/v2/event/user_wished/7',
			(_call, response) => sendJson(response, 403, { code: 1000, msg: 'need_permission' }),
		],
		[
			'a list is 401 with a page',
			'/v2/event/user_wished/7',
			(_call, response) => {
				response.writeHead(401).end('<h1>No</h1>');
				return true;
			},
		],
		[
			'a list is 108 to strangers',
			'/v2/event/user_wished/7',
			(call, response) => sendError(response, call, 108),
		],
		['strangers are redirected to a login page', '/v2/event/list', redirect],
	])("is read with the person's own token: %s", async (_what, path, respond) => {
		const { service, visitor, member } = await start();
		closedTo(service, path, respond);
		const rejected = await visitor.get(`/api${path}`);
		expect([rejected.status >= 400 && rejected.status < 500, await rejected.json()]).toEqual([
			true,
			expect.objectContaining({ code: expect.any(Number) }),
		]);
		const own = await member.get(`/api${path}`);
		expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
		expect(await own.json()).toMatchObject({ total: 1 });
	});

	it('is, for strangers, a code that asks for a sign-in, where the service redirects them', async () => {
		const { service, visitor } = await start();
		service.handler = redirect;
		const response = await visitor.get(`/api${list}`);
		expect([response.status, await response.json()]).toEqual([
			400,
			{
				code: 102,
				msg: 'access_token_is_missing: the service redirects the call to another page',
				request: 'GET /v2/event/list',
			},
		]);
	});

	it('is not what a redirect to the same path says: the base URL is wrong', async () => {
		const { service, visitor } = await start();
		service.handler = ({ url }, response) => {
			response.writeHead(301, { location: `https://events.example${url}` }).end();
			return true;
		};
		const response = await visitor.get(`/api${list}`);
		expect([response.status, await response.json()]).toEqual([
			502,
			expect.objectContaining({ reason: 'service_invalid_response' }),
		]);
	});
});

describe("when this server's calls are spent (112)", () => {
	it("a read is repeated with the person's token each time, and the budget is known to be 0", async () => {
		const { service, visitor, member } = await start();
		service.handler = (call, response) =>
			call.headers.authorization === undefined ? sendError(response, call, 112) : undefined;
		expect(await cacheStatus(visitor, list)).toBe('daybill; fwd=uri-miss');
		expect(await metricsOf(visitor)).toContain('daybill_budget_remaining 0');
		service.calls.length = 0;
		for (let read = 0; read < 2; read++) {
			const response = await member.get(`/api${list}`);
			expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
		}
		const both = [
			['GET', list, 'no token'],
			['GET', list, 'Bearer access-1'],
		];
		expect(sent(service.calls)).toEqual([...both, ...both]);
	});

	it('another error response is passed on, without a second call', async () => {
		const { service, visitor, member } = await start();
		service.handler = (call, response) => sendError(response, call, 104);
		expect((await member.get(`/api${list}`)).headers.get('cache-status')).toBe('daybill; fwd=uri-miss');
		expect(sent(service.calls)).toEqual([['GET', list, 'no token']]);
		expect(await metricsOf(visitor)).not.toContain('daybill_budget_remaining 0');
	});

	it('a direct call without a token shows that too', async () => {
		const { service, member } = await start();
		expect((await direct(member, list, 'anonymous')).status).toBe(200);
		expect(await metricsOf(member)).not.toContain('daybill_budget_remaining 0');
		service.handler = (call, response) => sendError(response, call, 112);
		expect((await direct(member, list, 'anonymous')).status).toBe(400);
		expect(await metricsOf(member)).toContain('daybill_budget_remaining 0');
	});
});

describe('a write', () => {
	/** Paths that the visitor has read, and whether a change of event 10 by user 42 drops them. */
	const read: readonly (readonly [path: string, isDropped: boolean])[] = [
		['/v2/event/10/wishers', true],
		['/v2/event/10/participants?start=0&count=20', true],
		['/v2/event/user_created/42', true],
		['/v2/event/user_participated/42', true],
		['/v2/event/user_wished/42?status=ongoing', true],
		['/v2/event/user_wished/7?status=ongoing', false],
		['/v2/event/user_created/421', false],
		['/v2/event/100/wishers', false],
		['/v2/event/1/wishers', false],
		['/v2/event/10', false],
		[list, false],
		['/v2/loc/list', false],
	];
	const results = async (browser: Browser) => {
		const found: [string, string | null][] = [];
		for (const [path] of read) found.push([path, await cacheStatus(browser, path)]);
		return found;
	};
	const allHit = read.map(([path]) => [path, 'daybill; hit']);

	it.each(['POST', 'DELETE'])(
		"by %s drops the lists of the event's people and those of the writer, and nothing else",
		async (method) => {
			const { visitor, member } = await start();
			await results(visitor);
			expect(await results(visitor)).toEqual(allHit);
			expect((await member.fetch('/api/v2/event/10/wishers', { method })).status).toBe(202);
			expect(await results(visitor)).toEqual(
				read.map(([path, isDropped]) => [path, `daybill; ${isDropped ? 'fwd=uri-miss; stored' : 'hit'}`]),
			);
		},
	);

	it('that the service rejects drops nothing, nor does a read with the token', async () => {
		const { service, visitor, member } = await start();
		await results(visitor);
		service.handler = (call, response) =>
			call.method === 'GET' ? undefined : sendError(response, call, 104);
		expect((await member.post('/api/v2/event/10/wishers')).status).toBe(400);
		expect((await member.get(`/api${event}`)).status).toBe(200);
		expect(await results(visitor)).toEqual(allHit);
		service.calls.length = 0;
		await member.get(`/api${list}`);
		expect(service.calls).toEqual([]);
	});

	it('is followed by one read of the event, whose counters are then in every shared response', async () => {
		const { service, visitor, member } = await start();
		await visitor.get(`/api${list}`);
		await member.post('/api/v2/event/10/wishers');
		service.calls.length = 0;
		service.handler = (call, response) =>
			call.url === event ? sendJson(response, 200, { ...fakeEvent, wisher_count: 5 }) : undefined;
		for (const browser of [member, visitor, member]) {
			const response = await browser.get(`/api${list}`);
			expect(response.headers.get('cache-status')).toBe('daybill; hit');
			expect(await response.json()).toMatchObject({ events: [{ participant_count: 3, wisher_count: 5 }] });
		}
		expect(sent(service.calls)).toEqual([['GET', event, 'Bearer access-1']]);
		expect(await (await visitor.get(`/api${event}`)).json()).toMatchObject({ wisher_count: 5 });
	});

	it('needs no further read when the person reads the event before the next list', async () => {
		const { service, visitor, member } = await start();
		await visitor.get(`/api${list}`);
		await member.post('/api/v2/event/10/participants');
		service.handler = (call, response) =>
			call.url === event ? sendJson(response, 200, { ...fakeEvent, participant_count: 9 }) : undefined;
		await member.get(`/api${event}`);
		service.calls.length = 0;
		expect(await (await member.get(`/api${list}`)).json()).toMatchObject({
			events: [{ participant_count: 9, wisher_count: 4 }],
		});
		expect(service.calls).toEqual([]);
	});

	it('without a session is rejected, and says why', async () => {
		const { service, visitor } = await start();
		const signedOut = await visitor.post('/api/v2/event/10/wishers');
		expect([signedOut.status, await signedOut.json()]).toEqual([
			401,
			{
				type: 'about:blank',
				title: 'Not signed in',
				status: 401,
				detail: 'Please sign in first.',
				reason: 'signed_out',
			},
		]);
		expect(visitor.setCookies).toEqual([]);
		visitor.cookies.set('daybill', 'made-up');
		const expired = await visitor.post('/api/v2/event/10/wishers');
		expect([expired.status, await expired.json()]).toEqual([
			401,
			expect.objectContaining({
				reason: 'session_expired',
				detail: 'The sign-in is too old to be renewed. Please sign in again.',
			}),
		]);
		expect(visitor.cookies.has('daybill')).toBe(false);
		expect(service.calls).toEqual([]);
	});
});

describe('the cookie of a session', () => {
	it('is cleared when the session is unknown, and the read is that of a visitor', async () => {
		const { service, visitor } = await start();
		for (const path of [event, list]) {
			visitor.cookies.set('daybill', 'made-up');
			const response = await visitor.get(`/api${path}`);
			expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
			expect(visitor.cookies.has('daybill')).toBe(false);
		}
		expect(sent(service.calls).map(([, , token]) => token)).toEqual(['no token', 'no token']);
	});

	it('is neither set nor cleared where there is none, or where the session is valid', async () => {
		const { visitor, member } = await start();
		const before = [...member.setCookies];
		for (const path of [event, list]) {
			await visitor.get(`/api${path}`);
			await member.get(`/api${path}`);
		}
		expect(visitor.setCookies).toEqual([]);
		expect(member.setCookies).toEqual(before);
	});

	it('is cleared when the service ends the session', async () => {
		const { service, member } = await start();
		service.handler = (call, response) => sendError(response, call, 123);
		const response = await member.get(`/api${event}`);
		expect([response.status, await response.json()]).toEqual([
			401,
			expect.objectContaining({ reason: 'password_changed', code: 123 }),
		]);
		expect(member.cookies.has('daybill')).toBe(false);
	});

	it('stays when the service fails', async () => {
		const { service, member } = await start();
		service.handler = (_call, response) => {
			response.writeHead(200).end('no JSON');
			return true;
		};
		const response = await member.get(`/api${event}`);
		expect([response.status, await response.json()]).toEqual([
			502,
			expect.objectContaining({ reason: 'service_invalid_response' }),
		]);
		expect(member.cookies.has('daybill')).toBe(true);
	});
});

describe("a direct call of the developers' console", () => {
	it.each([
		['anonymous', 'no token'],
		['session', 'Bearer access-1'],
	])('in mode %s passes the body on as it was received', async (mode, token) => {
		const { service, member } = await start();
		await member.get(`/api${list}`);
		service.calls.length = 0;
		const response = await direct(member, list, mode);
		expect(response.status).toBe(200);
		expect(response.headers.get('cache-status')).toBe('daybill; fwd=bypass');
		expect(response.headers.get('cache-control')).toBe('private, no-store');
		expect(response.headers.get('content-type')).toBe(json);
		expect(response.headers.get(cutHeader)).toBeNull();
		expect(await response.json()).toEqual({ count: 1, start: 0, total: 1, events: [fakeEvent] });
		expect(sent(service.calls)).toEqual([['GET', list, token]]);
		expect(await metricsOf(member)).toContain(
			'daybill_cache_results_total{operation="listEvents",result="fwd=bypass"} 1',
		);
	});

	it('without a token can be a write, which the service rejects', async () => {
		const { service, member } = await start();
		const response = await direct(member, '/v2/event/10/wishers', 'anonymous', 'POST');
		expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 102 })]);
		expect(sent(service.calls)).toEqual([['POST', '/v2/event/10/wishers', 'no token']]);
	});

	it('with the token can be a write, which drops what it has changed', async () => {
		const { visitor, member } = await start();
		await visitor.get('/api/v2/event/10/wishers');
		const response = await direct(member, '/v2/event/10/wishers', 'session', 'POST');
		expect([response.status, response.headers.get('cache-status')]).toEqual([202, 'daybill; fwd=bypass']);
		expect(await cacheStatus(visitor, '/v2/event/10/wishers')).toBe('daybill; fwd=uri-miss; stored');
	});

	it('is null when the service sent no body', async () => {
		const { service, member } = await start();
		service.handler = (_call, response) => {
			response.writeHead(200).end();
			return true;
		};
		expect(await (await direct(member, list, 'session')).text()).toBe('null');
	});

	it('is an ordinary call when the header has another value', async () => {
		const { service, visitor, member } = await start();
		expect((await direct(visitor, list, 'other')).headers.get('cache-status')).toBe(
			'daybill; fwd=uri-miss; stored',
		);
		expect((await direct(member, list, '')).headers.get('cache-status')).toBe('daybill; hit');
		expect(sent(service.calls)).toEqual([['GET', list, 'no token']]);
	});
});
