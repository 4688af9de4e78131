import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { cutFields, cutHeader } from '../../../src/contract/bff-api/cut.ts';
import { fakeEvent, privateEvent, sendJson, startFakeService } from '../fake-service.ts';
import { signInWithCode } from '../sign-in.ts';
import { startTestBff } from '../start-bff.ts';

/** A request whose target is sent unchanged: `fetch` would normalise it. */
async function rawRequest(
	port: number,
	method: string,
	target: string,
): Promise<{ status: number; body: string }> {
	const received = Promise.withResolvers<{ status: number; body: string }>();
	request({ host: '127.0.0.1', port, method, path: target, headers: { 'X-CSRF': '1' } }, async (response) =>
		received.resolve({ status: response.statusCode ?? 0, body: await text(response) }),
	)
		.on('error', received.reject)
		.end();
	return received.promise;
}

const reads = [
	'/v2/event/10',
	'/v2/event/10/participants?start=20&count=20',
	'/v2/event/10/wishers',
	'/v2/event/user_created/7',
	'/v2/event/user_participated/7?status=ongoing',
	'/v2/event/user_wished/7?status=expired&start=0',
	'/v2/event/list?loc=108288&day_type=weekend&type=music&start=0&count=20',
	'/v2/loc/list?count=100',
];

describe('the 13 operations (Spec §4.2) reach the service', () => {
	for (const path of reads) {
		it(`GET ${path}`, async () => {
			const service = await startFakeService();
			const response = await (await startTestBff(service.origin)).browser().get(`/api${path}`);
			expect(response.status).toBe(200);
			expect(service.calls.at(-1)?.url).toBe(path);
		});
	}

	for (const [method, path] of [
		['POST', '/v2/event/10/participants?participate_date=2026-11-21'],
		['DELETE', '/v2/event/10/participants'],
		['POST', '/v2/event/10/wishers'],
		['DELETE', '/v2/event/10/wishers'],
	] as const) {
		it(`${method} ${path} with the session's token`, async () => {
			const service = await startFakeService();
			const browser = (await startTestBff(service.origin)).browser();
			await signInWithCode(browser);
			const response = await browser.fetch(`/api${path}`, { method });
			expect([response.status, await response.json()]).toEqual([202, {}]);
			expect(service.calls.at(-1)).toMatchObject({ method, url: path });
			expect(service.calls.at(-1)?.headers.authorization).toBe('Bearer access-1');
		});
	}

	it("except a signed-out write, which the BFF rejects with the reason 'signed_out'", async () => {
		const service = await startFakeService();
		const response = await (await startTestBff(service.origin)).browser().post('/api/v2/event/10/wishers');
		expect([response.status, await response.json()]).toEqual([
			401,
			expect.objectContaining({ reason: 'signed_out' }),
		]);
		expect(service.calls).toEqual([]);
	});
});

describe('nothing else reaches the service (checklist line 20)', () => {
	const targets: [string, string, number][] = [
		['GET', '/api/v2/event/10/photos', 404],
		['GET', '/api/v3/event/10', 404],
		['GET', '/api/service/auth2/token', 404],
		['GET', '/api/v2/event/../loc/list', 404],
		['GET', '/api/v2/event/10/../../loc/list', 404],
		['GET', '/api/v2/event/%2e%2e/list', 404],
		['GET', '/api/v2/event/..%2flist', 404],
		['GET', '/api/v2/event/..%2f..%2fadmin', 404],
		['GET', '/api/v2/event/10%2f..%2f11', 404],
		['GET', '/api/v2/event/10%5c..%5c11', 404],
		['GET', '/api/v2/event/10%252f..%252f11', 404],
		['GET', '/api/v2/event/10%2fwishers', 404],
		['GET', '/api/v2/event/10%5cwishers', 404],
		['GET', '/api/v2/event/10%252fwishers', 404],
		['GET', '/api/v2/event/user_wished%2f7', 404],
		['GET', `/api/v2/event/${'1'.repeat(201)}`, 404],
		['GET', '/api/v2/event/user_created', 404],
		['GET', '/api/v2/loc/list/x', 404],
		['GET', `/api/v2/event/list?type=${'x'.repeat(201)}`, 400],
		['GET', '/api/v2/event/list?loc=', 400],
		['GET', '/api/v2/event/list?loc=..', 400],
		['GET', '/api/v2/event/%252e%252e', 404],
		['GET', '/api//v2/event/10', 404],
		['GET', '/api/v2//event/10', 404],
		['GET', '//evil.example/api/v2/event/10', 404],
		['GET', 'http://evil.example/api/v2/event/10', 404],
		['GET', '/api/v2/event/10%00', 404],
		['GET', '/api/v2/event/', 404],
		['GET', '/api/v2/event/%E0%A4%A', 400],
		['PUT', '/api/v2/event/10', 405],
		['HEAD', '/api/v2/event/10', 405],
		['PATCH', '/api/v2/event/10/participants', 405],
		['POST', '/api/v2/event/list/participants', 404],
		['DELETE', '/api/v2/event/user_wished/7', 405],
		['GET', '/api/v2/event/list?loc=1&token=x', 400],
		['GET', '/api/v2/event/list?loc=1&loc=2', 400],
		['GET', '/api/v2/event/list?loc=%0d%0aHost:%20x', 400],
		['GET', '/api/v2/event/10?access_token=x', 400],
		['GET', '/api/v2/event/10?a?b', 400],
	];
	for (const [method, target, status] of targets) {
		it(`${method} ${target}`, async () => {
			const service = await startFakeService();
			const bff = await startTestBff(service.origin);
			expect((await rawRequest(bff.port, method, target)).status).toBe(status);
			expect(service.calls).toEqual([]);
		});
	}
});

describe('an identifier can be any string, and is sent in one form (design §11)', () => {
	it.each([
		['/v2/event/a%62c', '/v2/event/abc'],
		['/v2/event/2026%2f4', '/v2/event/2026%2F4'],
		['/v2/event/2026%2F4/wishers', '/v2/event/2026%2F4/wishers'],
		['/v2/event/10;x=1', '/v2/event/10%3Bx%3D1'],
		['/v2/event/50%25', '/v2/event/50%25'],
		['/v2/event/st.gallen/wishers', '/v2/event/st.gallen/wishers'],
		['/v2/event/user_wished/list?status=ongoing', '/v2/event/user_wished/list?status=ongoing'],
		['/v2/event/user_wished/%e4%b8%ad', '/v2/event/user_wished/%E4%B8%AD'],
		['/v2/event/list?count=5&loc=krak%c3%b3w%2f1', '/v2/event/list?loc=krak%C3%B3w%2F1&count=5'],
		[`/v2/loc/${'%E4%B8%AD'.repeat(200)}`, `/v2/loc/${'%E4%B8%AD'.repeat(200)}`],
	])('%s', async (path, sent) => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin);
		await rawRequest(bff.port, 'GET', `/api${path}`);
		expect(service.calls.map(({ url }) => url)).toEqual([sent]);
	});

	it('in a list too, where an event never replaces a list in the cache', async () => {
		const service = await startFakeService();
		const events = [
			{ ...fakeEvent, id: 'list' },
			{ ...fakeEvent, id: '..' },
			{ ...fakeEvent, id: '\ud800' },
		];
		service.handler = (call, response) =>
			call.url.startsWith('/v2/event/list')
				? sendJson(response, 200, { count: 3, start: 0, total: 3, events })
				: undefined;
		const browser = (await startTestBff(service.origin)).browser();
		for (const path of ['/api/v2/event/list?loc=108288', '/api/v2/event/list']) {
			const response = await browser.get(path);
			expect([response.status, ((await response.json()) as { total: number }).total]).toEqual([200, 3]);
		}
	});
});

describe('what is passed on', () => {
	it("excludes the browser's cookies, Authorization and forwarding headers (checklist line 21)", async () => {
		const service = await startFakeService();
		service.handler = (call, response) =>
			call.url === '/v2/event/10' && sendJson(response, 200, privateEvent);
		const browser = (await startTestBff(service.origin)).browser();
		await signInWithCode(browser);
		await browser.fetch('/api/v2/event/10', {
			headers: { Authorization: 'Bearer mine', 'X-Forwarded-For': '1.2.3.4', 'X-Secret': 'x' },
		});
		expect(service.calls.at(-1)?.headers).toEqual({
			host: new URL(service.origin).host,
			connection: 'keep-alive',
			accept: 'application/json',
			'accept-encoding': 'identity',
			authorization: 'Bearer access-1',
		});
	});

	it("includes the service's rate-limit headers and none of its cookies", async () => {
		const service = await startFakeService();
		service.handler = (call, response) =>
			call.url.startsWith('/v2/')
				? sendJson(response, 200, privateEvent, {
						'X-Ratelimit-Limit': '500',
						'X-RateLimit-Remaining': '499',
						'X-Ratelimit-Limit2': '5000',
						'X-RateLimit-Remaining2': '4321',
						'Set-Cookie': 'theirs=1',
						'X-Powered-By': 'something',
					})
				: undefined;
		const browser = (await startTestBff(service.origin)).browser();
		await signInWithCode(browser);
		const { headers } = await browser.get('/api/v2/event/10');
		expect(headers.get('x-ratelimit-remaining2')).toBe('4321');
		expect(headers.getSetCookie()).toEqual([]);
		expect(headers.get('x-powered-by')).toBeNull();
		expect(await browser.session()).toMatchObject({
			rate_limit: { user_limit: 500, user_remaining: 499, ip_limit: 5000, ip_remaining: 4321 },
		});
	});

	it('is a list without the texts of its events, marked by a header (design §10)', async () => {
		const service = await startFakeService();
		const response = await (await startTestBff(service.origin))
			.browser()
			.get('/api/v2/event/list?loc=108288');
		expect(response.headers.get(cutHeader)).toBe('content, album, adapt_url, alt');
		const { events } = (await response.json()) as { events: Record<string, unknown>[] };
		const expected: Record<string, unknown> = { ...fakeEvent };
		for (const field of cutFields) delete expected[field];
		const unsigned = JSON.parse(JSON.stringify(events).replaceAll(/#daybill=[\w-]{12}/g, ''));
		expect(unsigned).toEqual([expected]);
		expect(events[0]?.image).toMatch(/#daybill=/);
	});

	it("has no token for public reads, and the caller's token for private ones", async () => {
		const service = await startFakeService();
		const browser = (await startTestBff(service.origin)).browser();
		await signInWithCode(browser);
		const tokenOf = async (path: string) => {
			await browser.get(`/api${path}`);
			return service.calls.at(-1)?.headers.authorization;
		};
		expect(await tokenOf('/v2/event/list?loc=1')).toBeUndefined();
		expect(await tokenOf('/v2/event/10/wishers')).toBeUndefined();
		expect(await tokenOf('/v2/event/user_wished/7')).toBeUndefined();
		expect(await tokenOf('/v2/event/user_wished/42')).toBe('Bearer access-1');
		expect(await tokenOf('/v2/event/10')).toBe('Bearer access-1');
	});
});
