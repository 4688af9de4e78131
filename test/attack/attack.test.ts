/**
 * `npm run attack`: named attempts against a real BFF and a real sandbox, each with the rejection it must receive; then
 * generated requests (ATTACK_REQUESTS of them, 1,000 in `npm test`) without a 5xx, a hang or a leak.
 */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createImageSignatures } from '../../src/bff/reads/image-signatures.ts';
import { newSecret } from '../../src/bff/session/encryption.ts';
import { directHeader } from '../../src/contract/bff-api/developers.ts';
import { imageUrl } from '../../src/contract/bff-api/images.ts';
import { csrfHeader } from '../../src/contract/bff-api/session.ts';
import { localPath } from '../../src/web/shared/session/return-path.ts';
import type { Browser } from '../bff/browser.ts';
import { fakeEvent, sendJson, startFakeService } from '../bff/fake-service.ts';
import { newState, signInWithCode } from '../bff/sign-in.ts';
import { publicUrl, startTestBff } from '../bff/start-bff.ts';
import { demo, redirectUri, startTestSandbox } from '../sandbox/start-sandbox.ts';

async function signedIn(settings: Parameters<typeof startTestBff>[1] = {}) {
	const service = await startFakeService();
	const bff = await startTestBff(service.origin, settings);
	const browser = bff.browser();
	await signInWithCode(browser);
	service.calls.length = 0;
	return { service, bff, browser };
}

/** A request whose target and headers are sent unchanged. */
function raw(origin: string, target: string, headers: Record<string, string> = {}, method = 'GET') {
	const { hostname, port } = new URL(origin);
	return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
		(resolve, reject) => {
			request(
				{ hostname, port, path: target, method, headers: { [csrfHeader]: '1', ...headers } },
				(response) => {
					let body = '';
					response.setEncoding('utf8');
					response.on('data', (chunk: string) => {
						body += chunk;
					});
					response.on('end', () =>
						resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
					);
				},
			)
				.on('error', reject)
				.end();
		},
	);
}

describe('CSRF', () => {
	const targets = [
		['POST', '/auth/login'],
		['POST', '/auth/token'],
		['POST', '/auth/logout'],
		['POST', '/auth/calendar'],
		['DELETE', '/auth/calendar'],
		['POST', '/api/events/10/participants'],
		['DELETE', '/api/events/10/participants'],
		['POST', '/api/events/10/wishers'],
		['DELETE', '/api/events/10/wishers'],
	] as const;
	const disguises: Record<string, Record<string, string | undefined>> = {
		'without the custom header': { [csrfHeader]: undefined },
		'with another value in the custom header': { [csrfHeader]: '0' },
		'from another site': { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
		'from a sibling of the site': { 'Sec-Fetch-Site': 'same-site', Origin: 'http://evil.localhost:3000' },
		'from an origin with a similar name': {
			'Sec-Fetch-Site': undefined,
			Origin: 'http://localhost:3000.evil.example',
		},
		'from a sandboxed frame': { 'Sec-Fetch-Site': undefined, Origin: 'null' },
	};
	for (const [method, path] of targets)
		for (const [name, headers] of Object.entries(disguises))
			it(`${method} ${path} ${name}: 403, and nothing happens`, async () => {
				const { service, browser } = await signedIn();
				expect((await browser.fetch(path, { method, headers })).status).toBe(403);
				expect(service.calls).toEqual([]);
				expect(await browser.session()).toMatchObject({ signed_in: true });
			});
	for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])
		it(`a form of the type ${type}, which needs no CORS preflight: 403`, async () => {
			const { service, browser } = await signedIn();
			const response = await browser.fetch('/auth/token', {
				method: 'POST',
				body: '{"grant_type":"refresh_token"}',
				headers: { 'Content-Type': type },
			});
			expect(response.status).toBe(403);
			expect(service.calls).toEqual([]);
		});
	it('a method in a header or in the query has no effect', async () => {
		const { service, browser } = await signedIn();
		await browser.fetch('/api/events/10', { headers: { 'X-HTTP-Method-Override': 'DELETE' } });
		const response = await browser.get('/api/events/10?_method=DELETE');
		expect(response.status).toBe(400);
		expect(service.calls.every(({ method }) => method === 'GET')).toBe(true);
	});
});

describe('sign-in as another person', () => {
	const grant = (code: string, state: string) => ({ grant_type: 'authorization_code', code, state });
	const begun = async () => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin);
		const [attacker, victim] = [bff.browser(), bff.browser()];
		const state = newState();
		await attacker.post('/auth/login', { state });
		return { service, attacker, victim, state };
	};
	it('an attacker’s code and state, posted from another browser: 403 without a call', async () => {
		const { service, victim, state } = await begun();
		expect((await victim.post('/auth/token', grant('code-a', state))).status).toBe(403);
		expect(service.calls).toEqual([]);
	});
	it('the same during the victim’s own sign-in: 403 without a call', async () => {
		const { service, victim, state } = await begun();
		await victim.post('/auth/login', { state: newState() });
		expect((await victim.post('/auth/token', grant('code-a', state))).status).toBe(403);
		expect(service.calls).toEqual([]);
	});
	it('the attacker’s nonce in the cookie of the victim’s state: 403', async () => {
		const { attacker, victim } = await begun();
		const own = newState();
		await victim.post('/auth/login', { state: own });
		const name = [...victim.cookies.keys()][0] ?? '';
		victim.cookies.set(name, [...attacker.cookies.values()][0] ?? '');
		expect((await victim.post('/auth/token', grant('code-a', own))).status).toBe(403);
	});
	it('a state that was used before, in the same browser: rejected', async () => {
		const { service, attacker, state } = await begun();
		await attacker.post('/auth/token', grant('code-a', state));
		expect((await attacker.post('/auth/token', grant('code-b', state))).status).toBe(403);
		expect(service.tokenCalls('authorization_code')).toHaveLength(1);
	});
	for (const state of ['', 'short', 'x'.repeat(600)])
		it(`a state of ${state.length} characters begins no sign-in`, async () => {
			const { victim } = await begun();
			expect((await victim.post('/auth/login', { state })).status).toBe(400);
		});
	it('a planted session id is not adopted', async () => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin);
		const victim = bff.browser();
		victim.cookies.set('daybill', 'planted-by-the-attacker');
		await signInWithCode(victim);
		const attacker = bff.browser();
		attacker.cookies.set('daybill', 'planted-by-the-attacker');
		expect(await attacker.session()).toMatchObject({ signed_in: false });
	});
	for (const value of ['', 'a', 'null', '../../etc/passwd', "' OR 1=1 --", '%00', 'x'.repeat(4_000)])
		it(`the session id ${JSON.stringify(value.slice(0, 20))} belongs to no session`, async () => {
			const { bff } = await signedIn();
			const thief = bff.browser();
			thief.cookies.set('daybill', encodeURIComponent(value));
			expect(await thief.session()).toMatchObject({ signed_in: false });
		});
	it('extra cookies next to the real one sign nobody in as another person', async () => {
		const { bff, browser } = await signedIn();
		const other = bff.browser();
		await signInWithCode(other);
		const own = browser.cookies.get('daybill');
		const tossed = other.cookies.get('daybill');
		for (const cookie of [`daybill=${own}; daybill=garbage`, `daybill=${own}; Daybill=${tossed}`]) {
			const response = await browser.fetch('/auth/session', { headers: { Cookie: cookie } });
			expect(((await response.json()) as { service_user_id?: string }).service_user_id).toBe('42');
		}
	});
});

describe('open redirects after a sign-in', () => {
	const spellings = [
		'//evil.example',
		'///evil.example',
		'/\\evil.example',
		'\\\\evil.example',
		'/%09/evil.example',
		'/\t/evil.example',
		'/\n/evil.example',
		'https:evil.example',
		'https://evil.example',
		'HTTPS://evil.example',
		'/..//evil.example',
		'/%5cevil.example',
		'javascript:alert(1)',
		'data:text/html,x',
		' //evil.example',
		'/\u0000/evil.example',
		'@evil.example',
		'.//evil.example',
		'/.//evil.example',
		'/%2e//evil.example',
		'/a/..//evil.example',
		'/a/%2E%2E//evil.example',
		'/./%5cevil.example',
	];
	for (const spelling of spellings)
		it(`${JSON.stringify(spelling)} stays on this site`, () => {
			const url = new URL(localPath(spelling), 'https://daybill.example');
			// Routers resolve a path again, without its origin.
			const again = new URL(`${url.pathname}${url.search}`, 'https://daybill.example');
			expect([url.origin, again.origin]).toEqual(['https://daybill.example', 'https://daybill.example']);
		});
	for (const redirect of [
		'https://evil.example/callback',
		`${redirectUri}.evil.example`,
		`${redirectUri}/../evil`,
		`${redirectUri}?next=//evil.example`,
		`${redirectUri}#x`,
		redirectUri.replace('localhost', 'localhost@evil.example'),
		'javascript:alert(1)',
		'',
	])
		it(`the sandbox never redirects to ${JSON.stringify(redirect)}`, async () => {
			const { call } = await startTestSandbox();
			const query = new URLSearchParams({
				client_id: demo.client_id,
				redirect_uri: redirect,
				response_type: 'code',
				state: 'x',
			});
			const response = await call<string>('GET', `/service/auth2/auth?${query}`);
			expect([response.status, response.headers.get('location')]).toEqual([400, null]);
		});
});

describe('scripts in what a service sends', () => {
	const payloads: Record<string, string> = {
		'a script element': '<script>alert(1)</script>',
		'an end of the script element': '</script><script>alert(1)</script>',
		'an attribute': '"><img src=x onerror=alert(1)>',
		'a comment': '<!--<script>alert(1)</script>-->',
		'line separators': '\u2028</script>\u2029<svg onload=alert(1)>',
	};
	const fields: Record<string, (payload: string) => object> = {
		title: (title) => ({ title }),
		content: (content) => ({ content }),
		address: (address) => ({ address }),
		loc_name: (loc_name) => ({ loc_name }),
		category: (category) => ({ category }),
		'owner.name': (name) => ({ owner: { ...fakeEvent.owner, name } }),
		'owner.id': (id) => ({ owner: { ...fakeEvent.owner, id } }),
		image: (payload) => ({ image: `https://img.example/${payload}` }),
		alt: (payload) => ({ alt: `javascript:alert(1)//${payload}` }),
		begin_time: (begin_time) => ({ begin_time }),
		geo: (geo) => ({ geo }),
	};
	for (const [field, put] of Object.entries(fields))
		for (const [name, payload] of Object.entries(payloads))
			it(`${name} in ${field} is text in page, JSON-LD, embed, feeds and calendar`, async () => {
				const event = { ...fakeEvent, ...put(payload) };
				const service = await startFakeService();
				service.handler = (call, response) => {
					if (call.url === '/v2/event/10') return sendJson(response, 200, event);
					return call.url.startsWith('/v2/event/list')
						? sendJson(response, 200, { count: 1, start: 0, total: 1, events: [event] })
						: undefined;
				};
				const browser = (await startTestBff(service.origin)).browser();
				for (const path of [
					'/events/10',
					'/cities/beijing',
					'/cities/beijing?day_type=today',
					'/embed/cities/beijing',
					'/feeds/cities/beijing.atom',
				]) {
					const text = await (await browser.get(path)).text();
					expect(text).not.toMatch(
						/<script>alert|<img src=x|<svg onload|javascript:alert\(1\)\/\/["'\s>]*href/,
					);
					for (const [, inside = ''] of text.matchAll(
						/<script type="application\/[^"]*"[^>]*>([\s\S]*?)<\/script>/g,
					))
						expect(() => JSON.parse(inside)).not.toThrow();
				}
				const ics = await (await browser.get('/events/10.ics')).text();
				expect(
					ics.split('\r\n').filter((line) => line.startsWith('BEGIN:VEVENT')).length,
				).toBeLessThanOrEqual(1);
			});
});

describe('the proxy', () => {
	const paths = [
		'/api/events/../loc/list',
		'/api/events/./10',
		'/api/events/..%2floc%2flist',
		'/api/events/%2e%2e/loc/list',
		'/api/events/%2e',
		'/api/events/..%5cloc',
		'/api/events/%252e%252e',
		'/api//v2/event/10',
		'/api/v2//event/10',
		'/api/events/10/',
		'/api/events/10%2fparticipants',
		'/api/events/10%00',
		'/api/events/10%5cparticipants',
		'/api/V2/event/10',
		'/api/v3/event/10',
		'/api/v2/user/me',
		'/api/_sandbox/state',
		'/api/../_sandbox/state',
		'/api/http://evil.example/',
		'/api//evil.example/v2/event/10',
		'http://evil.example/api/events/10',
		'/api/cities/108288/events?callback=x',
		'/api/cities/1/events?loc=2',
		'/api/v2/event/list?__proto__=x',
		'/api/events/10?access_token=x',
		'/api/service/auth2/token',
		'/api',
	];
	for (const path of paths)
		it(`${path} never reaches the service`, async () => {
			const { service, bff } = await signedIn();
			const { status } = await raw(bff.origin, path);
			expect([400, 404, 405, 421]).toContain(status);
			expect(service.calls).toEqual([]);
		});
	const identifiers = {
		'/api/events/10;x=y': '/v2/event/10%3Bx%3Dy',
		'/api/events/10%3fx': '/v2/event/10%3Fx',
		'/api/events/10%23': '/v2/event/10%23',
		'/api/events/%e4%b8%ad': '/v2/event/%E4%B8%AD',
	};
	for (const [path, sent] of Object.entries(identifiers))
		it(`${path} reaches the service as one encoded identifier and nothing else`, async () => {
			const { service, bff } = await signedIn();
			await raw(bff.origin, path);
			// What is absent is followed by a look for the service itself.
			const urls = service.calls.map(({ url }) => url).filter((url) => !url.startsWith('/v2/loc/list'));
			expect(urls).toEqual([sent]);
		});
	for (const method of ['PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])
		it(`${method} never reaches the service`, async () => {
			const { service, bff } = await signedIn();
			const { status } = await raw(bff.origin, '/api/events/10', {}, method);
			expect(status).toBeGreaterThanOrEqual(400);
			expect(status).toBeLessThan(500);
			expect(service.calls).toEqual([]);
		});
	for (const [name, headers] of Object.entries({
		Authorization: { Authorization: 'Bearer stolen' },
		'X-Forwarded-For': { 'X-Forwarded-For': '10.0.0.1' },
		'X-Original-URL': { 'X-Original-URL': '/v2/loc/list' },
		'X-Rewrite-URL': { 'X-Rewrite-URL': '/_sandbox/state' },
		Host: { Host: 'evil.example' },
		'Proxy-Authorization': { 'Proxy-Authorization': 'Basic eDp5' },
		Upgrade: { Upgrade: 'h2c' },
		TE: { TE: 'trailers' },
	}))
		it(`the header ${name} of a browser is not forwarded`, async () => {
			const { service, bff, browser } = await signedIn();
			const cookie = `daybill=${browser.cookies.get('daybill')}`;
			await raw(bff.origin, '/api/events/10', { Cookie: cookie, ...headers });
			const [call] = service.calls;
			expect(call?.url ?? '/v2/event/10').toBe('/v2/event/10');
			expect(call?.headers.authorization ?? 'Bearer access-1').toBe('Bearer access-1');
			for (const other of [
				'x-forwarded-for',
				'x-original-url',
				'x-rewrite-url',
				'proxy-authorization',
				'upgrade',
				'te',
				'cookie',
			])
				expect(call?.headers[other]).toBeUndefined();
			expect(call?.headers.host ?? new URL(service.origin).host).toBe(new URL(service.origin).host);
		});
});

describe('URLs inside the operator’s network, through the image proxy', () => {
	const keys = [newSecret()];
	const { sign } = createImageSignatures(keys);
	/** The URL of an image as if an event contained it. */
	const pathOf = (source: string) => imageUrl(sign(source), 96);

	it('a URL that no event contained causes no call, however often it is tried', async () => {
		const { service, bff } = await signedIn({ sessionKeys: keys });
		const foreign = createImageSignatures([newSecret()]);
		const signature = new URL(pathOf('https://img.example/a'), bff.origin).searchParams.get('sig');
		for (const path of ['/admin/delete?id=1', '/v2/event/list?loc=108288', '/image.jpg']) {
			const source = `${service.origin}${path}`;
			const attempts = [
				imageUrl(source, 96),
				`${imageUrl(source, 96)}&sig=${signature}`,
				`${imageUrl(source, 96)}&sig=`,
				imageUrl(foreign.sign(source), 96),
				pathOf(source).replace('?src=', '?src=%20'),
			];
			for (const attempt of attempts) expect((await raw(bff.origin, attempt)).status).toBe(403);
		}
		expect(service.calls).toEqual([]);
	});
	const sources = [
		'http://127.0.0.1:6379/',
		'http://localhost/',
		'https://127.0.0.1/',
		'https://127.1/',
		'https://2130706433/',
		'https://0x7f000001/',
		'https://0177.0.0.1/',
		'https://[::1]/',
		'https://[::ffff:127.0.0.1]/',
		'https://[::ffff:7f00:1]/',
		'https://0.0.0.0/',
		'https://10.0.0.1/',
		'https://172.16.0.1/',
		'https://192.168.0.1/',
		'https://169.254.169.254/latest/meta-data',
		'https://100.64.0.1/',
		'https://[fe80::1]/',
		'https://[fec0::1]/',
		'https://[100::1]/',
		'https://[::127.0.0.1]/',
		'https://[fd00::1]/',
		'https://[64:ff9b::7f00:1]/',
		'https://[2002:7f00:1::]/',
		'https://224.0.0.1/',
		'https://user:pw@img.example/',
		'https://img.example:8443/',
		'http://192.168.0.1/a.png',
		'ftp://img.example/a',
		'file:///etc/passwd',
		'data:image/png;base64,AA',
		'//127.0.0.1/',
		'https://localhost/',
		'javascript:alert(1)',
	];
	for (const source of sources)
		it(`${source} is not fetched`, async () => {
			const { bff } = await signedIn({ sessionKeys: keys });
			const { status } = await raw(bff.origin, pathOf(source));
			expect([400, 404]).toContain(status);
		});
	it('a redirect of a trusted origin is not followed', async () => {
		const { service, bff } = await signedIn({ sessionKeys: keys });
		service.handler = (call, response) => {
			if (!call.url.startsWith('/image')) return;
			response.writeHead(302, { location: `${service.origin}/inside` }).end();
			return true;
		};
		expect((await raw(bff.origin, pathOf(`${service.origin}/image`))).status).toBe(404);
		expect(service.calls.map(({ url }) => url)).not.toContain('/inside');
	});
	for (const [name, body] of Object.entries({
		'an HTML page': '<script>alert(1)</script>',
		'an SVG with a script': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
		nothing: '',
	}))
		it(`${name} instead of an image is returned as an image or not at all`, async () => {
			const { service, bff } = await signedIn({ sessionKeys: keys });
			service.handler = (call, response) => {
				if (!call.url.startsWith('/image')) return;
				response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(body);
				return true;
			};
			const response = await raw(bff.origin, pathOf(`${service.origin}/image`));
			expect(response.body).not.toContain('alert');
			expect(response.status === 404 || response.headers['content-type'] === 'image/webp').toBe(true);
		});
	it('an unsupported width is rejected', async () => {
		const { bff } = await signedIn();
		for (const width of ['97', '0', '-1', '1e9', '96px'])
			expect((await raw(bff.origin, `/images/${width}?src=https%3A%2F%2Fimg.example%2Fa`)).status).toBe(400);
	});
});

describe('headers, logs and caches', () => {
	it('no line break gets into a header or a log line', async () => {
		const { bff } = await signedIn({ logLevel: 'trace' });
		for (const path of [
			'/cities/%0d%0aSet-Cookie:%20a=b',
			'/events/%0aforged',
			'/nowhere%0d%0a%0d%0aHTTP/1.1',
		])
			expect((await raw(bff.origin, path)).headers['set-cookie']).toBeUndefined();
		for (const line of bff.log) expect(() => JSON.parse(line)).not.toThrow();
	});
	it('the headers of one visitor change no page of others', async () => {
		const { bff, browser } = await signedIn();
		const hash = async (headers: Record<string, string>) =>
			createHash('sha256')
				.update((await raw(bff.origin, '/cities/beijing', headers)).body)
				.digest('hex');
		const plain = await hash({});
		for (const headers of [
			{ Host: 'localhost:9' },
			{ 'X-Forwarded-Host': 'evil.example' },
			{ 'X-Forwarded-Proto': 'https' },
			{ Cookie: `daybill=${browser.cookies.get('daybill')}` },
		])
			expect(await hash(headers)).toBe(plain);
		expect((await raw(bff.origin, '/cities/beijing', { Host: 'evil.example' })).status).toBe(421);
		expect(await hash({})).toBe(plain);
	});
	for (const path of [
		'/auth/session/x.css',
		'/auth/session%2fx.css',
		'/api/events/10/x.css',
		'/me/participated.css',
		'/feeds/mine/x.css',
	])
		it(`${path} resembles a file and is nothing that a cache could store`, async () => {
			const { bff, browser } = await signedIn();
			const response = await raw(bff.origin, path, { Cookie: `daybill=${browser.cookies.get('daybill')}` });
			expect(response.status).toBe(404);
			expect(response.body).not.toContain('service_user_id');
		});
	it('private responses are never stored', async () => {
		const { browser } = await signedIn();
		for (const path of ['/auth/session', '/auth/calendar', '/api/events/10'])
			expect((await browser.get(path)).headers.get('cache-control')).toContain('no-store');
	});
	for (const path of [
		'/',
		'/cities',
		'/events/10',
		'/me/participated',
		'/callback',
		'/developers',
		'/nowhere',
	])
		it(`${path} cannot be framed`, async () => {
			const { bff } = await signedIn();
			const { headers } = await raw(bff.origin, path);
			expect(headers['x-frame-options']).toBe('DENY');
			expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
		});
	it('the direct calls of the console never use the token of another person', async () => {
		const { service, bff } = await signedIn();
		await raw(bff.origin, '/api/events/10', { [directHeader]: 'session' });
		await raw(bff.origin, '/api/events/10', { [directHeader]: 'anonymous' });
		for (const { headers } of service.calls) expect(headers.authorization).toBeUndefined();
	});
});

describe('work for the servers', () => {
	const longInputs: Record<string, (browser: Browser) => Promise<Response>> = {
		'a search of one hundred nested letters': (browser) =>
			browser.get(`/search/cities/beijing?q=${'a'.repeat(100)}`),
		'a search of punctuation': (browser) =>
			browser.get(`/search/cities/beijing?q=${encodeURIComponent('((((((((((a+)+)+)+$'.repeat(5))}`),
		'a path of 8,000 characters': (browser) => browser.get(`/cities/${'%2e'.repeat(2_600)}`),
		'a query of 8,000 characters': (browser) => browser.get(`/cities/beijing?${'a=b&'.repeat(2_000)}`),
		'a redirect-like path': (browser) => browser.get(`/${'/'.repeat(5_000)}x`),
	};
	for (const [name, send] of Object.entries(longInputs))
		it(`${name} gets a response without a hang`, async () => {
			const { browser } = await signedIn();
			expect((await send(browser)).status).toBeLessThan(500);
		});
	it('an event text that makes patterns backtrack is served in page and calendar', async () => {
		const service = await startFakeService();
		const content = `${'<script'.repeat(20_000)}${'<'.repeat(50_000)}${'&amp'.repeat(10_000)}`;
		service.handler = (call, response) =>
			call.url === '/v2/event/10' ? sendJson(response, 200, { ...fakeEvent, content }) : undefined;
		const browser = (await startTestBff(service.origin)).browser();
		expect((await browser.get('/events/10')).status).toBe(200);
		expect((await browser.get('/events/10.ics')).status).toBe(200);
	});
	it('a body of a megabyte is rejected', async () => {
		const { browser } = await signedIn();
		const response = await browser.post('/auth/login', { state: 'x'.repeat(1_000_000) });
		expect([400, 413]).toContain(response.status);
	});
	it('a body that arrives slowly does not delay other requests', async () => {
		const { bff, browser } = await signedIn();
		const sockets = Array.from({ length: 50 }, () => {
			const socket = connect(bff.port, '127.0.0.1');
			socket.on('error', () => undefined);
			socket.write(
				`POST /auth/login HTTP/1.1\r\nhost: localhost\r\n${csrfHeader}: 1\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
			);
			return socket;
		});
		expect((await browser.get('/healthz')).status).toBe(200);
		for (const socket of sockets) socket.destroy();
	});
	for (const body of [
		'{"__proto__":{"isAdmin":true},"state":"0123456789abcdef"}',
		'{"constructor":{"prototype":{"isAdmin":true}}}',
		'[]',
		'null',
		'"x"',
		'{"state":{"$gt":""}}',
		'{"state":["0123456789abcdef"]}',
		'{',
		'\u0000',
	])
		it(`the JSON ${JSON.stringify(body.slice(0, 40))} pollutes nothing`, async () => {
			const { browser } = await signedIn();
			const response = await browser.fetch('/auth/login', {
				method: 'POST',
				body,
				headers: { 'Content-Type': 'application/json' },
			});
			expect(response.status).toBe(400);
			expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
		});
	for (const query of [
		'__proto__[isAdmin]=1',
		'constructor.prototype.isAdmin=1',
		'day_type[__proto__]=x',
		'day_type=__proto__',
		'type=constructor',
	])
		it(`the query ${query} pollutes nothing`, async () => {
			const { browser } = await signedIn();
			expect((await browser.get(`/cities/beijing?${query}`)).status).toBe(200);
			expect((await browser.get(`/feeds/cities/beijing.json?${query}`)).status).toBe(400);
			expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
		});
});

describe('generated requests', () => {
	const runs = Number(process.env.ATTACK_REQUESTS ?? 1_000);
	const piece = fc.oneof(
		fc.constantFrom(
			'api',
			'v2',
			'event',
			'list',
			'loc',
			'events',
			'cities',
			'auth',
			'token',
			'login',
			'feeds',
			'embed',
			'search',
			'images',
			'96',
			'10',
			'beijing.ics',
			'beijing',
			'..',
			'%2e%2e',
			'%00',
			'%ff',
			'sandbox',
			'consents',
			'service',
			'auth2',
			'_sandbox',
			'state',
		),
		fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
	);
	const generated = fc.record({
		method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD'),
		path: fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('/')}`),
		query: fc.array(
			fc.tuple(
				fc.constantFrom(
					'q',
					'src',
					'loc',
					'day_type',
					'type',
					'start',
					'count',
					'state',
					'code',
					'__proto__',
				),
				fc.string({ maxLength: 20 }),
			),
			{ maxLength: 3 },
		),
		body: fc.option(fc.oneof(fc.json(), fc.string({ maxLength: 60 })), { nil: undefined }),
		headers: fc.dictionary(
			fc.constantFrom(
				'cookie',
				'x-csrf',
				'origin',
				'sec-fetch-site',
				'authorization',
				'accept',
				'if-none-match',
				'content-type',
				'x-daybill-direct',
			),
			fc.constantFrom(
				'1',
				'x',
				'daybill=y',
				'application/json',
				'same-origin',
				publicUrl,
				'Bearer z',
				'*',
				'session',
			),
			{ maxKeys: 5 },
		),
	});
	const attempts = fc.sample(generated, { numRuns: runs, seed: 20_261_121 });

	it(`${runs} at the BFF and ${runs} at the sandbox: no 5xx, no hang, no leak`, async () => {
		const sandbox = await startTestSandbox();
		const bff = await startTestBff(sandbox.origin, { logLevel: 'silent' });
		const failures: string[] = [];
		const send = async (
			origin: string,
			{ method, path, query, body, headers }: (typeof attempts)[number],
		) => {
			const target = `${path}?${new URLSearchParams(query.map(([name, value]) => [name, value.toWellFormed()]))}`;
			const hasBody = body !== undefined && !['GET', 'HEAD'].includes(method);
			const response = await fetch(`${origin}${target}`, {
				method,
				headers,
				redirect: 'manual',
				signal: AbortSignal.timeout(20_000),
				...(hasBody ? { body } : {}),
			});
			await response.arrayBuffer();
			if (response.status >= 500 && response.status !== 502)
				failures.push(`${response.status} ${method} ${target}`);
		};
		const run = async (list: typeof attempts) => {
			for (let from = 0; from < list.length; from += 25)
				await Promise.all(
					list.slice(from, from + 25).flatMap((each) => [send(bff.origin, each), send(sandbox.origin, each)]),
				);
		};
		await run(attempts.slice(0, Math.ceil(runs / 4)));
		const resources = process.getActiveResourcesInfo().length;
		await run(attempts.slice(Math.ceil(runs / 4)));
		expect(failures).toEqual([]);
		expect(process.getActiveResourcesInfo().length).toBeLessThan(resources + 200);
	}, 3_600_000);
});
